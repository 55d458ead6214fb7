package kenum_test

import (
	"fmt"
	"testing"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/kenum"
)

// The numbers are those in the documentation of Kafka's protocol and in its
// javadoc.
func TestNames(t *testing.T) {
	for _, c := range []struct {
		value fmt.Stringer
		want  string
	}{
		{kenum.IsolationLevel(1), "READ_COMMITTED"},
		{kenum.Acks(-1), "ALL"},
		{kenum.OffsetSpec(-3), "MAX_TIMESTAMP"},
		{kenum.ResourceType(5), "TRANSACTIONAL_ID"},
		{kenum.PatternType(4), "PREFIXED"},
		{kenum.ACLOperation(12), "IDEMPOTENT_WRITE"},
		{kenum.ACLPermission(3), "ALLOW"},
		{kenum.ConfigResourceType(32), "GROUP"},
		{kenum.ConfigSource(5), "DEFAULT_CONFIG"},
		{kenum.ConfigType(9), "PASSWORD"},
		{kenum.CoordinatorType(2), "SHARE"},
		{kenum.ScramMechanism(2), "SCRAM_SHA_512"},
		{kenum.Acks(7), "UNKNOWN(7)"},
	} {
		if got := c.value.String(); got != c.want {
			t.Errorf("%T is called %s, want %s", c.value, got, c.want)
		}
	}
}

func TestParse(t *testing.T) {
	if v, err := kenum.ParseACLOperation("cluster_action"); v != kenum.ACLOperationClusterAction || err != nil {
		t.Errorf("got %v, %v", v, err)
	}
	if _, err := kenum.ParseAcks("UNKNOWN(7)"); err == nil || err.Error() != `"UNKNOWN(7)" is no Acks` {
		t.Errorf("got %v", err)
	}
}

func Example() {
	req := kafka.NewFetchRequest()
	level, err := kenum.ParseIsolationLevel("read_committed")
	if err != nil {
		fmt.Println(err)
		return
	}
	req.IsolationLevel = int8(level)
	fmt.Println(req.IsolationLevel, kenum.IsolationLevel(req.IsolationLevel))
	// Output: 1 READ_COMMITTED
}
