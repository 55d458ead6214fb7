import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.OptionalLong;

import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.message.KRaftVersionRecord;
import org.apache.kafka.common.message.LeaderChangeMessage;
import org.apache.kafka.common.message.SnapshotFooterRecord;
import org.apache.kafka.common.message.SnapshotHeaderRecord;
import org.apache.kafka.common.message.VotersRecord;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.EndTransactionMarker;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.utils.internals.ByteBufferOutputStream;

/**
 * Writes and reads record batches with Kafka's own classes.
 *
 * <p>"write" prints test vectors: batches of all formats and codecs, with what Kafka reads in them.
 * "read" takes lines of a name, a tab and the base64 of a partition's bytes, and prints what Kafka
 * reads in each. Both print one JSON object a line; byte strings are base64, null is null.
 */
public final class RecordTool {
    private static final PrintStream OUT = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    private static final long T0 = 1_700_000_000_000L;
    private static final long PRODUCER = 4711;
    private static final short EPOCH = 3;

    public static void main(String[] args) throws Exception {
        if (args.length == 1 && args[0].equals("write")) {
            write();
        } else if (args.length == 1 && args[0].equals("read")) {
            read();
        } else {
            System.err.println("usage: RecordTool write | read");
            System.exit(2);
        }
    }

    private static void read() throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            int tab = line.indexOf('\t');
            ByteBuffer data = ByteBuffer.wrap(Base64.getDecoder().decode(line.substring(tab + 1)));
            OUT.println(describe(line.substring(0, tab), data));
        }
    }

    // ---- vectors ----

    private static void write() {
        for (byte magic = 0; magic <= 2; magic++) {
            for (String codec : new String[] {"none", "gzip", "snappy", "lz4", "zstd"}) {
                if (magic < 2 && codec.equals("zstd")) {
                    continue;
                }
                Compression compression = Compression.of(codec).build();
                emit("magic " + magic + " " + codec, mixed(magic, compression, TimestampType.CREATE_TIME));
                if (magic > 0 && !codec.equals("none")) {
                    emit("magic " + magic + " " + codec + " large", large(magic, compression));
                }
                if (magic > 0) {
                    emit("magic " + magic + " " + codec + " append time",
                        mixed(magic, compression, TimestampType.LOG_APPEND_TIME));
                }
            }
        }
        Compression none = Compression.NONE;
        emit("gzip level 9", mixed((byte) 2, Compression.gzip().level(9).build(), TimestampType.CREATE_TIME));
        emit("lz4 level 17", mixed((byte) 2, Compression.lz4().level(17).build(), TimestampType.CREATE_TIME));
        emit("zstd level 22", mixed((byte) 2, Compression.zstd().level(22).build(), TimestampType.CREATE_TIME));
        emit("zstd level -5", mixed((byte) 2, Compression.zstd().level(-5).build(), TimestampType.CREATE_TIME));
        emit("empty batch", empty());
        emit("gaps in the offsets", gaps(none));
        emit("gaps in the offsets, zstd", gaps(Compression.zstd().build()));
        emit("gaps in the offsets, magic 1 gzip", gapsLegacy());
        emit("far timestamps", farTimestamps());
        emit("idempotent", builder(none, false, 100).appendTwo());
        emit("transactional", builder(none, true, 100).appendTwo());
        emit("transactional, lz4", builder(Compression.lz4().build(), true, 100).appendTwo());
        emit("delete horizon", deleteHorizon());
        emit("commit", MemoryRecords.withEndTransactionMarker(200, T0, 9, PRODUCER, EPOCH,
            new EndTransactionMarker(ControlRecordType.COMMIT, 12)).buffer());
        emit("abort", MemoryRecords.withEndTransactionMarker(201, T0, 9, PRODUCER, EPOCH,
            new EndTransactionMarker(ControlRecordType.ABORT, 13)).buffer());
        emit("leader change", MemoryRecords.withLeaderChangeMessage(7, T0, 5, ByteBuffer.allocate(256),
            new LeaderChangeMessage().setLeaderId(1)).buffer());
        emit("snapshot header", MemoryRecords.withSnapshotHeaderRecord(8, T0, 5, ByteBuffer.allocate(256),
            new SnapshotHeaderRecord().setLastContainedLogTimestamp(T0)).buffer());
        emit("snapshot footer", MemoryRecords.withSnapshotFooterRecord(9, T0, 5, ByteBuffer.allocate(256),
            new SnapshotFooterRecord()).buffer());
        emit("kraft version", MemoryRecords.withKRaftVersionRecord(10, T0, 5, ByteBuffer.allocate(256),
            new KRaftVersionRecord().setKRaftVersion((short) 1)).buffer());
        emit("voters", MemoryRecords.withVotersRecord(11, T0, 5, ByteBuffer.allocate(256), new VotersRecord()).buffer());
        emit("several batches", join(
            mixed((byte) 2, Compression.gzip().build(), TimestampType.CREATE_TIME),
            empty(),
            builder(none, true, 100).appendTwo(),
            MemoryRecords.withEndTransactionMarker(102, T0, 9, PRODUCER, EPOCH,
                new EndTransactionMarker(ControlRecordType.COMMIT, 12)).buffer(),
            gaps(Compression.snappy().build())));
        emit("all magics in a row", join(
            mixed((byte) 0, none, TimestampType.CREATE_TIME),
            mixed((byte) 1, Compression.lz4().build(), TimestampType.CREATE_TIME),
            mixed((byte) 2, none, TimestampType.CREATE_TIME)));
    }

    /** Null, empty and ordinary keys, values and headers, in rising and falling timestamps. */
    private static ByteBuffer mixed(byte magic, Compression compression, TimestampType type) {
        MemoryRecordsBuilder b = MemoryRecords.builder(ByteBuffer.allocate(4096), magic, compression, type, 40, T0 + 999);
        boolean headers = magic == 2;
        long t = magic == 0 ? RecordBatch.NO_TIMESTAMP : T0;
        long step = magic == 0 ? 0 : 1;
        b.append(t, null, bytes("no key"), headers());
        b.append(t + 5 * step, bytes("k1"), null, headers());
        b.append(t - 3 * step, bytes(""), bytes(""), headers());
        if (headers) {
            b.append(t + 2, bytes("k3"), bytes("v3"), headers("trace", "1", "trace", "2", "empty", "", "null", null));
            b.append(t + 2, bytes("k4"), bytes("v4"), headers("trace", "3", "", "no name", "größe", "\u2713"));
        } else {
            b.append(t + 2 * step, bytes("k3"), bytes("v3"));
        }
        b.append(t + 9 * step, bytes("long"), bytes("x".repeat(300)), headers());
        return b.build().buffer();
    }

    /** More than the blocks of any codec hold, with long repeats and without. */
    private static ByteBuffer large(byte magic, Compression compression) {
        MemoryRecordsBuilder b = MemoryRecords.builder(ByteBuffer.allocate(1 << 17), magic, compression,
            TimestampType.CREATE_TIME, 1000);
        int noise = 12345;
        for (int i = 0; i < 600; i++) {
            StringBuilder v = new StringBuilder("record " + i + " of a batch that does not fit into one block; ".repeat(2));
            noise = noise * 1103515245 + 12345;
            v.append(Integer.toHexString(noise));
            b.append(magic == 0 ? RecordBatch.NO_TIMESTAMP : T0 + i, bytes("key-" + i % 7), bytes(v.toString()));
        }
        return b.build().buffer();
    }

    private static ByteBuffer empty() {
        ByteBuffer out = ByteBuffer.allocate(DefaultRecordBatch.RECORD_BATCH_OVERHEAD);
        DefaultRecordBatch.writeEmptyHeader(out, (byte) 2, PRODUCER, EPOCH, 6, 50, 59, 4, TimestampType.CREATE_TIME,
            T0, false, false);
        out.flip();
        return out;
    }

    private static ByteBuffer gaps(Compression compression) {
        MemoryRecordsBuilder b = MemoryRecords.builder(ByteBuffer.allocate(1024), (byte) 2, compression,
            TimestampType.CREATE_TIME, 300);
        b.appendWithOffset(302, T0, bytes("a"), bytes("1"));
        b.appendWithOffset(307, T0 + 1, bytes("b"), bytes("2"));
        b.overrideLastOffset(310);
        return b.build().buffer();
    }

    private static ByteBuffer gapsLegacy() {
        MemoryRecordsBuilder b = MemoryRecords.builder(ByteBuffer.allocate(1024), (byte) 1, Compression.gzip().build(),
            TimestampType.CREATE_TIME, 300);
        b.appendWithOffset(302, T0, bytes("a"), bytes("1"));
        b.appendWithOffset(307, T0 + 1, bytes("b"), bytes("2"));
        return b.build().buffer();
    }

    private static ByteBuffer farTimestamps() {
        MemoryRecordsBuilder b = MemoryRecords.builder(ByteBuffer.allocate(1024), (byte) 2, Compression.NONE,
            TimestampType.CREATE_TIME, 0);
        b.append(0, bytes("epoch"), null);
        b.append(4_102_444_800_000L, bytes("2100"), null);
        b.append(Long.MAX_VALUE, bytes("last"), null);
        b.append(RecordBatch.NO_TIMESTAMP, bytes("none"), null);
        return b.build().buffer();
    }

    private static ByteBuffer deleteHorizon() {
        MemoryRecordsBuilder b = new MemoryRecordsBuilder(new ByteBufferOutputStream(1024), (byte) 2, Compression.NONE,
            TimestampType.CREATE_TIME, 60, RecordBatch.NO_TIMESTAMP, RecordBatch.NO_PRODUCER_ID,
            RecordBatch.NO_PRODUCER_EPOCH, RecordBatch.NO_SEQUENCE, false, false, 2, 1024, T0 + 86_400_000);
        b.append(T0, bytes("tombstone"), (byte[]) null);
        b.append(T0 + 1, bytes("k"), bytes("v"));
        return b.build().buffer();
    }

    private record ProducerBatch(MemoryRecordsBuilder builder) {
        ByteBuffer appendTwo() {
            builder.append(T0, bytes("p0"), bytes("first"));
            builder.append(T0 + 1, bytes("p1"), bytes("second"));
            return builder.build().buffer();
        }
    }

    private static ProducerBatch builder(Compression compression, boolean transactional, long baseOffset) {
        return new ProducerBatch(MemoryRecords.builder(ByteBuffer.allocate(1024), (byte) 2, compression,
            TimestampType.CREATE_TIME, baseOffset, RecordBatch.NO_TIMESTAMP, PRODUCER, EPOCH, 77, transactional, 4));
    }

    private static ByteBuffer join(ByteBuffer... parts) {
        ByteBuffer out = ByteBuffer.allocate(1 << 16);
        for (ByteBuffer part : parts) {
            out.put(part.duplicate());
        }
        out.flip();
        return out;
    }

    private static byte[] bytes(String s) {
        return s.getBytes(StandardCharsets.UTF_8);
    }

    private static Header[] headers(String... keysAndValues) {
        Header[] out = new Header[keysAndValues.length / 2];
        for (int i = 0; i < out.length; i++) {
            String value = keysAndValues[2 * i + 1];
            out[i] = new RecordHeader(keysAndValues[2 * i], value == null ? null : bytes(value));
        }
        return out;
    }

    // ---- what Kafka reads ----

    private static void emit(String name, ByteBuffer data) {
        OUT.println(describe(name, data));
    }

    private static String describe(String name, ByteBuffer data) {
        StringBuilder out = new StringBuilder("{\"name\":\"" + name + "\",\"data\":" + base64(data));
        try {
            List<String> batches = new ArrayList<>();
            for (MutableRecordBatch batch : MemoryRecords.readableRecords(data.duplicate()).batches()) {
                batch.ensureValid();
                batches.add(describe(batch));
            }
            out.append(",\"batches\":").append(batches);
        } catch (RuntimeException e) {
            String text = (e.getClass().getSimpleName() + ": " + e.getMessage()).replaceAll("[\\\\\"\\p{Cntrl}]", " ");
            out.append(",\"error\":\"").append(text).append('"');
        }
        return out.append('}').toString();
    }

    private static String describe(RecordBatch batch) {
        List<String> records = new ArrayList<>();
        for (Record record : batch) {
            record.ensureValid();
            records.add(describe(batch, record));
        }
        OptionalLong horizon = batch.deleteHorizonMs();
        return "{\"magic\":" + batch.magic()
            + ",\"baseOffset\":" + batch.baseOffset()
            + ",\"lastOffset\":" + batch.lastOffset()
            + ",\"leaderEpoch\":" + batch.partitionLeaderEpoch()
            + ",\"crc\":" + batch.checksum()
            + ",\"codec\":\"" + batch.compressionType().name + '"'
            + ",\"appendTime\":" + (batch.timestampType() == TimestampType.LOG_APPEND_TIME)
            + ",\"transactional\":" + batch.isTransactional()
            + ",\"control\":" + batch.isControlBatch()
            + ",\"deleteHorizon\":" + (horizon.isPresent() ? horizon.getAsLong() : "null")
            + ",\"maxTimestamp\":" + batch.maxTimestamp()
            + ",\"producerId\":" + batch.producerId()
            + ",\"producerEpoch\":" + batch.producerEpoch()
            + ",\"baseSequence\":" + batch.baseSequence()
            + ",\"count\":" + batch.countOrNull()
            + ",\"size\":" + batch.sizeInBytes()
            + ",\"records\":" + records + '}';
    }

    private static String describe(RecordBatch batch, Record record) {
        List<String> headers = new ArrayList<>();
        for (Header header : record.headers()) {
            byte[] value = header.value();
            headers.add("{\"key\":" + base64(ByteBuffer.wrap(bytes(header.key())))
                + ",\"value\":" + base64(value == null ? null : ByteBuffer.wrap(value)) + '}');
        }
        String control = "";
        if (batch.isControlBatch()) {
            short type = ControlRecordType.parseTypeId(record.key());
            control = ",\"controlType\":" + type;
            if (type == ControlRecordType.ABORT.type() || type == ControlRecordType.COMMIT.type()) {
                control += ",\"coordinatorEpoch\":" + EndTransactionMarker.deserialize(record).coordinatorEpoch();
            }
        }
        return "{\"offset\":" + record.offset()
            + ",\"timestamp\":" + record.timestamp()
            + ",\"key\":" + base64(record.key())
            + ",\"value\":" + base64(record.value())
            + ",\"headers\":" + headers + control + '}';
    }

    private static String base64(ByteBuffer b) {
        if (b == null) {
            return "null";
        }
        byte[] copy = new byte[b.remaining()];
        b.duplicate().get(copy);
        return '"' + Base64.getEncoder().encodeToString(copy) + '"';
    }
}
