package layout

import (
	"encoding/binary"
	"hash/crc32"

	"github.com/kgen-go/kgen/internal/model"
)

// isSlice reports whether the records of a message are a slice of a file that
// begins and ends wherever it happens to. Only snapshots are fetched like that.
func isSlice(m *model.Message) bool { return m != nil && m.Name == "FetchSnapshotResponse" }

// maxChecksums is how many places in a slice are looked at closely.
const maxChecksums = 64

// partOfBatch passes the end of a batch that a slice begins with: all up to the
// first whole batch.
func (r *reader) partOfBatch() {
	start := r.at
	checks := 0
	for ; r.at < len(r.src) && checks < maxChecksums; r.at++ {
		rest := r.src[r.at:]
		if r.at == start && looksLikeBatch(rest) {
			return // damaged or cut off it may be, but it begins here
		}
		size := batchSize(rest)
		if !looksLikeBatch(rest) || size > int64(len(rest)) {
			continue
		}
		checks++
		if checksumFits(rest[:size]) {
			break
		}
	}
	if checks == maxChecksums {
		r.at = len(r.src)
	}
	end := r.at
	if end == start {
		return
	}
	r.at = start
	r.category = RecordBatch
	n := r.begin("part of a batch", "", "the slice begins within a batch, so that this cannot be opened")
	n.set(r.shown(r.src[start:end]), "")
	r.at = end
	r.end(n)
}

// batchSize is the size in bytes that the batch which data begins with claims.
func batchSize(data []byte) int64 {
	if len(data) < magicEnd {
		return -1
	}
	return batchPrefix + int64(int32(binary.BigEndian.Uint32(data[8:])))
}

// looksLikeBatch reports whether data may begin with a batch of magic 2.
func looksLikeBatch(data []byte) bool {
	const least, known = 61, 0x7f // size without records, the attributes that there are
	return batchSize(data) >= least && len(data) >= 23 && data[16] == 2 && data[0]&0x80 == 0 && data[21] == 0 && data[22]&^known == 0
}

// checksumFits reports whether a whole batch of magic 2 has the checksum that it
// says.
func checksumFits(batch []byte) bool {
	const crcAt, crcEnd = 17, 21
	return binary.BigEndian.Uint32(batch[crcAt:]) == crc32.Checksum(batch[crcEnd:], crc32.MakeTable(crc32.Castagnoli))
}
