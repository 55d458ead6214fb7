package records_test

import (
	"hash/crc32"
	"testing"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/kgen-go/kgen/kwire/records"
)

// The batch of the benchmarks: 1,000 records with values of 100 bytes.
const (
	benchRecords   = 1000
	benchValueSize = 100
)

var sink any

// BenchmarkDecode reads one batch to the last record, checksum included.
func BenchmarkDecode(b *testing.B) {
	for _, codec := range codecs {
		src := encode(b, codec, sampleRecords(benchRecords, benchValueSize))
		d := kgo.DefaultDecompressor()
		b.Run(codec.String()+"/peer=kgen", func(b *testing.B) {
			run(b, len(src), func() error { return kgenDecode(src) })
		})
		b.Run(codec.String()+"/peer=kgen-slice", func(b *testing.B) {
			run(b, len(src), func() error {
				recs := make([]records.Record, 0, benchRecords)
				for rec, err := range records.Iterate(src, nil) {
					if err != nil {
						return err
					}
					recs = append(recs, rec)
				}
				sink = recs
				return nil
			})
		})
		b.Run(codec.String()+"/peer=kgo", func(b *testing.B) {
			run(b, len(src), func() error {
				fetched, err := kgoDecode(src, d)
				sink = fetched.Records
				return err
			})
		})
		b.Run(codec.String()+"/peer=kmsg", func(b *testing.B) {
			run(b, len(src), func() error {
				recs, err := kmsgDecode(src, d)
				sink = recs
				return err
			})
		})
		b.Run(codec.String()+"/peer=sarama", func(b *testing.B) {
			fetch := saramaFetcher(b, src)
			b.ResetTimer()
			run(b, len(src), fetch)
		})
	}
}

func kgenDecode(src []byte) error {
	n := 0
	for rec, err := range records.Iterate(src, nil) {
		if err != nil {
			return err
		}
		n += len(rec.Value)
	}
	sink = nil
	_ = n
	return nil
}

// BenchmarkEncode makes one batch in a buffer that is used again.
func BenchmarkEncode(b *testing.B) {
	recs := sampleRecords(benchRecords, benchValueSize)
	for _, codec := range codecs {
		size := len(encode(b, records.None, recs))
		b.Run(codec.String()+"/peer=kgen", func(b *testing.B) {
			builder, err := records.NewBuilder(nil, &records.BuilderOptions{Codec: codec})
			if err != nil {
				b.Fatal(err)
			}
			var dst []byte
			run(b, size, func() error {
				builder.Reset(dst[:0])
				for i := range recs {
					if err := builder.Append(recs[i]); err != nil {
						return err
					}
				}
				dst, err = builder.Finish()
				return err
			})
			b.ReportMetric(float64(len(dst)), "batch-bytes")
		})
		b.Run(codec.String()+"/peer=kmsg", func(b *testing.B) {
			e := kmsgEncoder{codec: codec, compressor: kgoCompressor(b, codec)}
			var dst []byte
			run(b, size, func() (err error) {
				dst, err = e.encode(dst[:0], recs)
				return err
			})
			b.ReportMetric(float64(len(dst)), "batch-bytes")
		})
		b.Run(codec.String()+"/peer=sarama", func(b *testing.B) {
			produce := saramaProducer(b, codec, recs)
			b.ResetTimer()
			run(b, size, produce)
		})
	}
}

// BenchmarkChecksum compares reading the header of a batch of 1 MiB, which is
// next to nothing but the checksum, with the checksum alone.
func BenchmarkChecksum(b *testing.B) {
	src := encode(b, records.None, sampleRecords(8, 128<<10))
	b.Run("peer=kgen", func(b *testing.B) {
		run(b, len(src), func() error {
			_, _, err := records.ReadBatch(src, nil)
			return err
		})
	})
	b.Run("peer=stdlib", func(b *testing.B) {
		run(b, len(src), func() error {
			sink = crc32.Checksum(src[21:], castagnoli)
			return nil
		})
	})
}

func run(b *testing.B, size int, f func() error) {
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		if err := f(); err != nil {
			b.Fatal(err)
		}
	}
}
