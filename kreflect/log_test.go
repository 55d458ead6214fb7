package kreflect_test

import (
	"bytes"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/kgen-go/kgen/gen/kafka"
	"github.com/kgen-go/kgen/gen/metadata"
	"github.com/kgen-go/kgen/kreflect"
	"github.com/kgen-go/kgen/kwire"
)

func TestLog(t *testing.T) {
	m := kafka.NewFetchRequest()
	m.MaxWaitMs = 500
	m.Topics = []kafka.FetchRequestTopic{{Topic: "orders\n", Partitions: make([]kafka.FetchRequestPartition, 6)}}
	for i := range m.Topics[0].Partitions {
		m.Topics[0].Partitions[i].SetDefaults()
		m.Topics[0].Partitions[i].Partition = int32(i)
	}
	m.UnknownTags.Set(9, nil)
	const want = `FetchRequest{MaxWaitMs: 500, Topics: [{Topic: "orders\n", Partitions: ` +
		`[{}, {Partition: 1}, {Partition: 2}, {Partition: 3}, 2 more]}], UnknownTags: (1 tag)}`
	if got := kreflect.Log(m).String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	var none *kafka.FetchRequest
	if got := kreflect.Log(none).String(); got != "null" {
		t.Errorf("a nil message is logged as %s", got)
	}
}

func TestSlog(t *testing.T) {
	m := kafka.NewDeleteRecordsRequest()
	m.TimeoutMs = 5
	const want = "level=INFO msg=got req=\"DeleteRecordsRequest{TimeoutMs: 5}\"\n"
	noTime := func(groups []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return kreflect.ReplaceAttr(groups, a)
	}
	for name, value := range map[string]any{"message": m, "Log": kreflect.Log(m)} {
		var out bytes.Buffer
		slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{ReplaceAttr: noTime})).Info("got", "req", value)
		if out.String() != want {
			t.Errorf("%s: got %swant %s", name, out.String(), want)
		}
	}
}

// However much is in a message, its line is short and one line.
func TestLogIsBounded(t *testing.T) {
	longest := 0
	forRandom(t, func(t *testing.T, _ *rand.Rand, m kwire.Message, _ int16) {
		line := kreflect.Log(m).String()
		longest = max(longest, len(line))
		if strings.Contains(line, "\n") || len(line) > 2048 {
			t.Errorf("%d bytes: %s", len(line), line)
		}
	})
	if longest < 1024 {
		t.Errorf("the longest line has %d bytes: the bound was never reached", longest)
	}
}

// Secrets show up neither in logs nor in differences.
func TestSecrets(t *testing.T) {
	const secret = "hunter2"
	null := kwire.StringOf(secret)
	raw := []byte(secret)
	for _, m := range []kwire.Message{
		&kafka.SaslAuthenticateRequest{AuthBytes: raw},
		&kafka.SaslAuthenticateResponse{AuthBytes: raw},
		&kafka.RenewDelegationTokenRequest{Hmac: raw},
		&kafka.CreateDelegationTokenResponse{TokenId: secret, Hmac: raw},
		&kafka.AlterUserScramCredentialsRequest{Upsertions: []kafka.AlterUserScramCredentialsRequestScramCredentialUpsertion{{Salt: raw, SaltedPassword: raw}}},
		&metadata.UserScramCredentialRecord{Salt: raw, StoredKey: raw, ServerKey: raw},
		&metadata.ConfigRecord{Name: "ssl.keystore.password", Value: null},
		&kafka.IncrementalAlterConfigsRequest{Resources: []kafka.IncrementalAlterConfigsRequestAlterConfigsResource{{
			Configs: []kafka.IncrementalAlterConfigsRequestAlterableConfig{{Name: "sasl.jaas.config", Value: null}},
		}}},
		&kafka.DescribeConfigsResponse{Results: []kafka.DescribeConfigsResponseResult{{Configs: []kafka.DescribeConfigsResponseResourceResult{{
			Name: "of.a.plugin", Value: null, IsSensitive: true,
			Synonyms: []kafka.DescribeConfigsResponseSynonym{{Name: "its.synonym", Value: null}},
		}}}}},
	} {
		version := m.Info().Highest
		empty := kreflect.Clone(m)
		empty.SetDefaults()
		shown := kreflect.Log(m).String()
		if !strings.Contains(shown, "(redacted)") {
			t.Errorf("nothing left out of %s", shown)
		}
		for _, d := range append(kreflect.Diff(m, empty, version), kreflect.Diff(empty, m, version)...) {
			shown += " " + d.String()
		}
		if strings.Contains(shown, secret) || strings.Contains(shown, "7 bytes") {
			t.Errorf("a secret is shown: %s", shown)
		}
	}
	open := &metadata.ConfigRecord{Name: "retention.ms", Value: kwire.StringOf("1000")}
	if shown := kreflect.Log(open).String(); !strings.Contains(shown, "1000") {
		t.Errorf("no secret, yet left out: %s", shown)
	}
}
