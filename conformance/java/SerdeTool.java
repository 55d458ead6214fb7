import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Function;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.metadata.MetadataRecordType;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecordSerde;
import org.apache.kafka.coordinator.group.GroupCoordinatorRecordSerde;
import org.apache.kafka.coordinator.group.generated.OffsetCommitKey;
import org.apache.kafka.coordinator.group.generated.OffsetCommitValue;
import org.apache.kafka.coordinator.share.ShareCoordinatorRecordSerde;
import org.apache.kafka.coordinator.transaction.TransactionCoordinatorRecordSerde;
import org.apache.kafka.coordinator.transaction.generated.TransactionLogKey;
import org.apache.kafka.coordinator.transaction.generated.TransactionLogValue;
import org.apache.kafka.metadata.MetadataRecordSerde;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.server.common.serialization.BytesApiMessageSerde;

/**
 * Prints what Kafka's own classes make of error codes and of the records that
 * brokers keep, one a line, with tabs between:
 *
 *   errors    code, name, whether clients try again
 *   records   set, message, version, key, value; bytes in hexadecimal, "-" for
 *             none. All messages at their defaults in all versions, each
 *             coordinator record without a value, and a few with values that
 *             the test knows, marked by "*" behind the message.
 */
public class SerdeTool {
    public static void main(String[] args) {
        if (args.length == 1 && args[0].equals("errors")) {
            for (Errors e : Errors.values()) {
                System.out.println(e.code() + "\t" + e.name() + "\t" + (e.exception() instanceof RetriableException));
            }
        } else if (args.length == 1 && args[0].equals("records")) {
            metadata();
            storage();
            group();
            share();
            transaction();
        } else {
            System.err.println("usage: SerdeTool errors|records");
            System.exit(2);
        }
    }

    static void metadata() {
        for (MetadataRecordType type : MetadataRecordType.values()) {
            versions(type.newMetadataRecord(), m -> printMetadata("", m));
        }
        printMetadata("*", new ApiMessageAndVersion(new TopicRecord().setName("orders").setTopicId(new Uuid(1, 2)), (short) 0));
    }

    static void printMetadata(String mark, ApiMessageAndVersion m) {
        MetadataRecordSerde serde = new MetadataRecordSerde();
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ByteBuffer bytes = ByteBuffer.allocate(serde.recordSize(m, cache));
        serde.write(m, cache, new ByteBufferAccessor(bytes));
        print("metadata", m.message(), mark, m.version(), null, bytes.array());
    }

    static void storage() {
        BytesApiMessageSerde serde = new BytesApiMessageSerde() {
            @Override
            public ApiMessage apiMessageFor(short key) {
                throw new UnsupportedOperationException();
            }
        };
        for (var type : org.apache.kafka.server.log.remote.metadata.storage.generated.MetadataRecordType.values()) {
            versions(type.newMetadataRecord(), m -> print("storage", m.message(), "", m.version(), null, serde.serialize(m)));
        }
    }

    static void group() {
        for (var type : org.apache.kafka.coordinator.group.generated.CoordinatorRecordType.values()) {
            coordinator("groupcoordinator", new GroupCoordinatorRecordSerde(), type.newRecordKey(), type.newRecordValue());
        }
        printCoordinator("groupcoordinator", "*", new GroupCoordinatorRecordSerde(), CoordinatorRecord.record(
            new OffsetCommitKey().setGroup("g").setTopic("t").setPartition(7),
            new ApiMessageAndVersion(new OffsetCommitValue().setOffset(42).setLeaderEpoch(6).setMetadata("m").setCommitTimestamp(3), (short) 3)));
    }

    static void share() {
        for (var type : org.apache.kafka.coordinator.share.generated.CoordinatorRecordType.values()) {
            coordinator("sharecoordinator", new ShareCoordinatorRecordSerde(), type.newRecordKey(), type.newRecordValue());
        }
    }

    static void transaction() {
        for (var type : org.apache.kafka.coordinator.transaction.generated.CoordinatorRecordType.values()) {
            coordinator("transactioncoordinator", new TransactionCoordinatorRecordSerde(), type.newRecordKey(), type.newRecordValue());
        }
        printCoordinator("transactioncoordinator", "*", new TransactionCoordinatorRecordSerde(), CoordinatorRecord.record(
            new TransactionLogKey().setTransactionalId("tx"),
            new ApiMessageAndVersion(new TransactionLogValue().setProducerId(8).setTransactionPartitions(List.of(
                new TransactionLogValue.PartitionsSchema().setTopic("t").setPartitionIds(List.of(2)))), (short) 1)));
    }

    static void coordinator(String set, CoordinatorRecordSerde serde, ApiMessage key, ApiMessage value) {
        versions(value, m -> printCoordinator(set, "", serde, CoordinatorRecord.record(key, m)));
        printCoordinator(set, "", serde, CoordinatorRecord.tombstone(key));
    }

    static void printCoordinator(String set, String mark, CoordinatorRecordSerde serde, CoordinatorRecord record) {
        short version = record.value() == null ? -1 : record.value().version();
        print(set, record.key(), mark, version, serde.serializeKey(record), serde.serializeValue(record));
    }

    /** Hands over the message in each of its versions. */
    static void versions(ApiMessage message, java.util.function.Consumer<ApiMessageAndVersion> use) {
        for (short v = message.lowestSupportedVersion(); v <= message.highestSupportedVersion(); v++) {
            use.accept(new ApiMessageAndVersion(message, v));
        }
    }

    static void print(String set, ApiMessage message, String mark, short version, byte[] key, byte[] value) {
        Function<byte[], String> hex = b -> b == null ? "-" : HexFormat.of().formatHex(b);
        System.out.println(String.join("\t", set, message.getClass().getSimpleName() + mark, Short.toString(version),
            hex.apply(key), hex.apply(value)));
    }
}
