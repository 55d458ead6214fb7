package kwire

// CheckLen is tested without a message of 2 GiB.
var CheckLen = checkLen
