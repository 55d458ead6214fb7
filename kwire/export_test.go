package kwire

// TooLong is tested without a message of 2 GiB.
var TooLong = tooLong
