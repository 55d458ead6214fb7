// Package kerror names the error codes of the Apache Kafka protocol: what the
// number in an ErrorCode field stands for, what it means, and whether it is
// worth trying again. The codes are those of Kafka 4.4.
//
//	if err := kerror.Code(resp.ErrorCode).Err(); err != nil {
//		return fmt.Errorf("metadata of %s: %w", topic, err)
//	}
//
// The error wraps the code, to be compared or looked at:
//
//	if errors.Is(err, kerror.NotCoordinator.Err()) { ... }
//	if e, ok := errors.AsType[*kerror.Error](err); ok && e.Code.Retriable() { ... }
//
// Kafka and Apache Kafka are trademarks of the Apache Software Foundation, which
// neither made nor endorses this package.
package kerror

//go:generate go run ./internal/generate
