import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.types.BoundField;
import org.apache.kafka.common.protocol.types.RawTaggedField;
import org.apache.kafka.common.protocol.types.Schema;
import org.apache.kafka.common.protocol.types.TaggedFields;
import org.apache.kafka.common.protocol.types.Type;
import org.apache.kafka.common.record.internal.BaseRecords;
import org.apache.kafka.common.record.internal.MemoryRecords;

/** Fills messages with values that a seed determines. The SCHEMAS of the classes tell what a version has. */
final class Filler {
    enum Style {
        /** As the constructor leaves it. */
        DEFAULT(1),
        /** The lowest numbers, empty strings and bytes, one element in each array. */
        LOWEST(1),
        /** The highest numbers, strings and numeric arrays whose compact length takes two bytes. */
        HIGHEST(1),
        /** Null wherever it may be. */
        NULLS(1),
        RANDOM(5),
        /** Random, with unknown tagged fields. */
        TAGS(3);

        /** How many vectors each version gets. */
        final int count;

        Style(int count) {
            this.count = count;
        }
    }

    private final Random random;
    private final Style style;
    private final short version;

    private final int lowestUnknown;

    Filler(long seed, Style style, short version) {
        this(seed, style, version, 0);
    }

    /** Unknown tags are not below the given one: the classes show no tags of versions above their last. */
    Filler(long seed, Style style, short version, int lowestUnknown) {
        this.random = new Random(seed);
        this.style = style;
        this.version = version;
        this.lowestUnknown = lowestUnknown;
    }

    static boolean isFlexible(Class<?> type, short version) {
        for (BoundField f : schema(type, version).fields()) {
            if (f.def.type instanceof TaggedFields) {
                return true;
            }
        }
        return false;
    }

    <T extends Message> T message(Class<T> type) {
        T m = Catalog.create(type);
        Map<String, Field> fields = new HashMap<>();
        for (Field f : Values.fields(type)) {
            fields.put(f.getName().toLowerCase(Locale.ROOT), f);
        }
        for (BoundField f : schema(type, version).fields()) {
            if (!(f.def.type instanceof TaggedFields tagged)) {
                fill(m, fields, f.def.name, f.def.type);
                continue;
            }
            tagged.fields().values().forEach(t -> fill(m, fields, t.name, t.type));
            unknownTags(m, Math.max(lowestUnknown, firstUnknown(type)));
        }
        return m;
    }

    private void fill(Message m, Map<String, Field> fields, String schemaName, Type type) {
        Field f = fields.get(schemaName.replace("_", "").toLowerCase(Locale.ROOT));
        if (f == null) {
            throw new IllegalStateException(m.getClass() + " has no field " + schemaName);
        }
        // Records that may not be null are null all the same in a new object.
        if (style == Style.DEFAULT && (Values.get(f, m) != null || type.isNullable())) {
            return;
        }
        try {
            f.set(m, nullHere(type) ? null : value(f.getType(), f.getGenericType(), type));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private boolean nullHere(Type type) {
        return type.isNullable() && (style == Style.NULLS || style.ordinal() >= Style.RANDOM.ordinal() && random.nextInt(5) == 0);
    }

    private Object value(Class<?> java, java.lang.reflect.Type generic, Type type) {
        if (Message.class.isAssignableFrom(java)) {
            return message(java.asSubclass(Message.class));
        } else if (Collection.class.isAssignableFrom(java)) {
            return collection(java, generic, type);
        } else if (java == String.class) {
            return string();
        } else if (java == byte[].class) {
            return bytes();
        } else if (java == ByteBuffer.class) {
            return ByteBuffer.wrap(bytes());
        } else if (BaseRecords.class.isAssignableFrom(java)) {
            return MemoryRecords.readableRecords(ByteBuffer.wrap(bytes()));
        } else if (java == boolean.class || java == Boolean.class) {
            return pick(false, true, random.nextBoolean());
        } else if (java == Uuid.class) {
            return pick(Uuid.ZERO_UUID, new Uuid(-1, -1), new Uuid(random.nextLong(), random.nextLong()));
        } else if (java == double.class || java == Double.class) {
            return pick(-Double.MAX_VALUE, Double.MIN_VALUE, random.nextGaussian() * 1e6);
        }
        return integer(java, type);
    }

    private Object integer(Class<?> java, Type type) {
        if (type == Type.UINT16) {
            return (int) number(0, 0xffff);
        } else if (type == Type.UNSIGNED_INT32) {
            return number(0, 0xffff_ffffL);
        } else if (java == byte.class || java == Byte.class) {
            return (byte) number(Byte.MIN_VALUE, Byte.MAX_VALUE);
        } else if (java == short.class || java == Short.class) {
            return (short) number(Short.MIN_VALUE, Short.MAX_VALUE);
        } else if (java == int.class || java == Integer.class) {
            return (int) number(Integer.MIN_VALUE, Integer.MAX_VALUE);
        } else if (java == long.class || java == Long.class) {
            return number(Long.MIN_VALUE, Long.MAX_VALUE);
        }
        throw new IllegalStateException("no values for " + java);
    }

    /** Small numbers are as frequent as any, and so are those next to the ends. */
    private long number(long min, long max) {
        long any = switch (random.nextInt(4)) {
            case 0 -> random.nextInt(300);
            case 1 -> random.nextBoolean() ? min + random.nextInt(3) : max - random.nextInt(3);
            default -> random.nextLong();
        };
        return pick(min, max, min == Long.MIN_VALUE ? any : min + Math.floorMod(any - min, max - min + 1));
    }

    private Collection<?> collection(Class<?> java, java.lang.reflect.Type generic, Type type) {
        boolean keyed = !java.isInterface(); // a class of its own, else a List
        ParameterizedType p = (ParameterizedType) (keyed ? java.getGenericSuperclass() : generic);
        java.lang.reflect.Type element = p.getActualTypeArguments()[0];
        Type elementType = type.arrayElementType().orElseThrow();
        @SuppressWarnings("unchecked")
        Collection<Object> all = keyed ? (Collection<Object>) Catalog.create(java) : new ArrayList<>();
        Class<?> elementClass = (Class<?>) element;
        int count = Message.class.isAssignableFrom(elementClass) || elementClass == String.class
            ? pick(1, 1, random.nextInt(3))
            : pick(1, 127, random.nextInt(4));
        for (int i = 0; i < count; i++) {
            all.add(value(elementClass, elementClass, elementType));
        }
        return all;
    }

    private String string() {
        StringBuilder s = new StringBuilder();
        int[] starts = {'a', 'a', ' ', 0x80, 0x4e00, 0x1f300};
        int start = starts[random.nextInt(starts.length)];
        for (int n = random.nextInt(12); n > 0; n--) {
            s.appendCodePoint(start + random.nextInt(26));
        }
        return pick("", "x".repeat(126 + random.nextInt(4)), s.toString());
    }

    private byte[] bytes() {
        byte[] some = new byte[random.nextInt(9)];
        random.nextBytes(some);
        return pick(new byte[0], new byte[126 + random.nextInt(4)], some);
    }

    private void unknownTags(Message m, int number) {
        if (style != Style.TAGS) {
            return;
        }
        for (int n = random.nextInt(3); n > 0; n--) {
            number += random.nextInt(3) == 0 ? random.nextInt(70_000) : random.nextInt(3);
            byte[] data = new byte[random.nextInt(5)];
            random.nextBytes(data);
            m.unknownTaggedFields().add(new RawTaggedField(number++, data));
        }
    }

    private <T> T pick(T lowest, T highest, T any) {
        return switch (style) {
            case LOWEST -> lowest;
            case HIGHEST -> highest;
            default -> any;
        };
    }

    /** The first tag that the class knows in no version: others are not read as unknown ones. */
    private static int firstUnknown(Class<?> type) {
        int next = 0;
        for (Schema schema : schemas(type)) {
            for (BoundField f : schema == null ? new BoundField[0] : schema.fields()) {
                if (f.def.type instanceof TaggedFields tagged) {
                    next = Math.max(next, tagged.fields().keySet().stream().mapToInt(n -> n + 1).max().orElse(0));
                }
            }
        }
        return next;
    }

    private static Schema schema(Class<?> type, short version) {
        return schemas(type)[version];
    }

    private static Schema[] schemas(Class<?> type) {
        try {
            return (Schema[]) type.getField("SCHEMAS").get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
