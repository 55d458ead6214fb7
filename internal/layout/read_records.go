package layout

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"strconv"
	"strings"
	"time"

	"github.com/kgen-go/kgen/internal/model"
	"github.com/kgen-go/kgen/kwire/records"
)

// records reads a records field. For the message around it that is a number of
// bytes whose content does not matter, so what is wrong inside ends only the
// reading of the batches.
func (r *reader) records(n *Node, f *model.Field, nullable bool) any {
	part := r.begin("length", "", "number of bytes that follow")
	length := r.length(f, 4, nullable)
	if part != nil {
		r.describeLength(part, f, length)
	}
	r.end(part)
	start := r.at
	content, isNull := r.content(length)
	switch {
	case r.fault != nil:
		return nil
	case isNull:
		n.set("null", "")
		return nil
	}
	if n != nil {
		n.set(plural(length, "byte"), "")
		inside := r.within(n, start, r.at)
		if isSlice(r.message) {
			inside.partOfBatch()
		}
		inside.batches(0)
		r.join(inside)
	}
	if !r.opts.Values {
		return nil
	}
	return content
}

// within is a reader for the bytes from start to end, whose nodes go into n and
// whose faults are its own.
func (r *reader) within(n *Node, start, end int) *reader {
	return &reader{
		src: r.src[:end:end], at: start, opts: r.opts, catalog: r.catalog, category: r.category,
		open: []*Node{n}, nodes: r.nodes, inflated: r.inflated, topic: r.topic,
	}
}

// join takes over the counts of a reader that within has made, and what it has
// left unread.
func (r *reader) join(inside *reader) {
	r.nodes, r.inflated = inside.nodes, inside.inflated
	r.damaged = append(r.damaged, inside.damaged...)
	if inside.fault == nil {
		return
	}
	r.damaged = append(r.damaged, inside.fault)
	n := inside.open[0]
	// A fault leaves nodes open that it ended.
	for i := len(inside.open) - 1; i > 0; i-- {
		inside.end(inside.open[i])
	}
	if rest := inside.src[inside.at:]; len(rest) > 0 {
		n.Children = append(n.Children, &Node{
			Name: "unread", Value: r.shown(rest), Offset: inside.at, Length: len(rest),
			About: "bytes that were not read", Category: Unread,
		})
	}
}

// What comes before the bytes that a batch's length counts, and how many bytes
// are needed to know its magic, which all formats have at the same place.
const (
	batchPrefix = 12
	magicEnd    = 17
)

// batches reads record batches, or messages of magic 0 and 1, up to the end of
// the source. Depth counts the compressed messages around them.
func (r *reader) batches(depth int) {
	for i := 0; r.left() > 0 && r.fault == nil; i++ {
		r.category = RecordBatch
		if !r.opts.Full && r.nodes > maxNodes {
			n := r.begin("...", "", "left out here")
			n.set("more batches", "")
			r.at = len(r.src)
			r.end(n)
			return
		}
		rest := r.src[r.at:]
		size := int64(batchPrefix)
		if len(rest) >= batchPrefix {
			size += int64(int32(binary.BigEndian.Uint32(rest[8:])))
		}
		if len(rest) < magicEnd {
			r.cutBatch(i, size)
			return
		}
		switch magic := int8(rest[magicEnd-1]); {
		case magic < 0 || magic > 2:
			r.fail(r.at+magicEnd-1, "a magic of 0, 1 or 2", strconv.Itoa(int(magic)))
		case size < magicEnd:
			r.fail(r.at+8, "the length of a batch", strconv.FormatInt(size-batchPrefix, 10))
		case size > int64(len(rest)):
			r.cutBatch(i, size)
		case magic == 2:
			r.batch(i, int(size))
		default:
			r.legacyMessage(i, int(size), magic, depth)
		}
	}
}

// cutBatch takes what is left as the start of a batch. Brokers fill responses up
// to their limit, so this is no fault.
func (r *reader) cutBatch(i int, size int64) {
	n := r.begin(fmt.Sprintf("RecordBatch[%d]", i), "", "")
	have := r.left()
	r.at = len(r.src)
	n.set("cut off", "")
	n.About = fmt.Sprintf("%s of a batch", plural(have, "byte"))
	if have >= batchPrefix {
		n.About += fmt.Sprintf(" of %d", size)
	}
	r.end(n)
}

// batch reads the batch of magic 2 that has the given size in bytes.
func (r *reader) batch(i, size int) {
	n := r.begin(fmt.Sprintf("RecordBatch[%d]", i), "v2", "record batch")
	defer r.end(n)
	whole := r.src
	defer func() { r.src = whole }()
	start := r.at
	r.src = whole[:start+size]

	r.int("base_offset", 8, "offset of the first record")
	r.int("batch_length", 4, "number of bytes that follow in this batch")
	r.int("partition_leader_epoch", 4, "epoch of the leader that appended the batch")
	r.int("magic", 1, "version of the batch format")
	if r.left() >= 4 {
		r.crc(crc32.Checksum(r.src[r.at+4:], crc32.MakeTable(crc32.Castagnoli)), "CRC-32C of all that follows in this batch")
	}
	attributes := records.Attributes(r.attributes(2))
	r.int("last_offset_delta", 4, "offset of the last record, counted from the base offset")
	baseAbout := "what the timestamps of the records are counted from"
	if attributes&records.HasDeleteHorizon != 0 {
		baseAbout = "time from which compaction may drop tombstones"
	}
	r.timestamp("base_timestamp", baseAbout)
	r.timestamp("max_timestamp", "largest timestamp of a record")
	r.int("producer_id", 8, "id of the idempotent producer, or -1")
	r.int("producer_epoch", 2, "epoch of that producer, or -1")
	r.int("base_sequence", 4, "sequence number of the first record, or -1")
	count := int(r.int("records_count", 4, "number of records in this batch"))
	if r.fault != nil {
		return
	}
	read := func(r *reader) {
		if count < 0 || count > r.left() {
			r.fail(r.at, "as many records as the batch counts", fmt.Sprintf("%d, with %s left", count, plural(r.left(), "byte")))
			return
		}
		r.elements(count, func(i int) { r.record(i, attributes.IsControl()) })
		if r.fault == nil && r.left() > 0 {
			r.fail(r.at, "the end of the batch", plural(r.left(), "byte"))
		}
	}
	if attributes.Codec() == records.None {
		read(r)
		return
	}
	r.compressed("records", attributes.Codec(), whole[start:start+size], start+size, read)
}

// compressed reads the rest up to end as records that the batch has compressed.
func (r *reader) compressed(name string, codec records.Codec, batch []byte, end int, read func(inside *reader)) {
	r.category = Record
	n := r.begin(name, codec.String(), "compressed")
	defer r.end(n)
	packed := end - r.at
	r.at = end
	n.set(plural(packed, "byte"), "")

	room := maxInflated - r.inflated
	b, _, err := records.ReadBatch(batch, &records.Options{SkipChecksum: true, MaxDecompressedSize: max(room, 1)})
	var unpacked []byte
	if err == nil {
		unpacked, err = b.Uncompressed()
	}
	switch {
	case errors.Is(err, records.ErrSizeLimit):
		n.About = fmt.Sprintf("compressed; not opened, as more than %d MiB would come out", maxInflated>>20)
		return
	case err != nil:
		n.Fault = &Fault{Offset: n.Offset, Want: "records compressed with " + codec.String(), Have: err.Error()}
		r.damaged = append(r.damaged, n.Fault)
		return
	}
	r.inflated += len(unpacked)
	n.Inner = unpacked
	n.set(plural(packed, "byte")+", decompressed "+strconv.Itoa(len(unpacked)), "")
	n.About = "compressed; the offsets below are in the decompressed bytes"
	if n.Inner == nil {
		n.Inner = []byte{}
	}
	inside := r.within(n, 0, 0)
	inside.src = n.Inner
	read(inside)
	r.join(inside)
}

// maxInflated bounds what compressed records of one tree hold when opened, in
// bytes.
const maxInflated = 256 << 20

// int reads a number of the given width in bytes.
func (r *reader) int(name string, width int, about string) int64 {
	return r.plain(name, "int"+strconv.Itoa(8*width), about, func() int64 { return r.integer(width) })
}

// crc reads a checksum. One that is wrong is a fault, but nothing hinders
// reading on.
func (r *reader) crc(computed uint32, about string) {
	n := r.begin("crc", "uint32", about)
	stored := uint32(r.integer(4))
	if n != nil {
		n.set(fmt.Sprintf("0x%08x", stored), "")
		if stored != computed {
			n.Fault = &Fault{Offset: n.Offset, Want: fmt.Sprintf("checksum 0x%08x", computed), Have: fmt.Sprintf("0x%08x", stored)}
			r.damaged = append(r.damaged, n.Fault)
		}
	}
	r.end(n)
}

// attributes reads the flags of a batch or message, in width bytes.
func (r *reader) attributes(width int) int64 {
	n := r.begin("attributes", "int"+strconv.Itoa(8*width), "flags")
	flags := r.integer(width)
	words := []string{"compression " + records.Attributes(flags).Codec().String()}
	for _, flag := range []struct {
		bit  records.Attributes
		word string
	}{
		{records.LogAppendTime, "log append time"},
		{records.Transactional, "transactional"},
		{records.Control, "control"},
		{records.HasDeleteHorizon, "delete horizon"},
	} {
		if records.Attributes(flags)&flag.bit != 0 {
			words = append(words, flag.word)
		}
	}
	n.set(fmt.Sprintf("%d (%s)", flags, strings.Join(words, ", ")), "")
	r.end(n)
	return flags
}

// timestamp reads milliseconds since the Unix epoch.
func (r *reader) timestamp(name, about string) {
	n := r.begin(name, "int64", about)
	ms := r.integer(8)
	text := strconv.FormatInt(ms, 10)
	// Only times that people live in are worth a date.
	if ms > 0 && ms < 1<<43 {
		text += time.UnixMilli(ms).UTC().Format(" (2006-01-02T15:04:05.000Z)")
	}
	n.set(text, "")
	r.end(n)
}
