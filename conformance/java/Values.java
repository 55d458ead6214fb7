import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.types.RawTaggedField;
import org.apache.kafka.common.record.internal.MemoryRecords;

/**
 * Prints the whole value of a message as JSON.
 *
 * <p>The notation is that of Kafka's converters, but for what those leave out: records are printed as
 * bytes, unknown tagged fields as "_tags": {"9": "hex:00ff"}. A field at its default is left out,
 * whatever the version.
 */
final class Values {
    private static final Map<Class<?>, Shape> SHAPES = new ConcurrentHashMap<>();

    private Values() {
    }

    /** The fields of a class and what they hold in a new object. */
    private record Shape(List<Field> fields, Message fresh) {
        static Shape of(Class<?> type) {
            List<Field> fields = new ArrayList<>();
            for (Field f : type.getDeclaredFields()) {
                // next and prev link the elements of a collection; the unknown
                // tagged fields have an accessor.
                boolean value = !Modifier.isStatic(f.getModifiers()) && !f.getName().equals("_unknownTaggedFields")
                    && !((f.getName().equals("next") || f.getName().equals("prev")) && Modifier.isPrivate(f.getModifiers()));
                if (value) {
                    f.setAccessible(true);
                    fields.add(f);
                }
            }
            return new Shape(fields, (Message) Catalog.create(type));
        }
    }

    static List<Field> fields(Class<?> type) {
        return SHAPES.computeIfAbsent(type, Shape::of).fields();
    }

    static String print(Message m) {
        StringBuilder out = new StringBuilder();
        message(out, m);
        return out.toString();
    }

    private static void message(StringBuilder out, Message m) {
        Shape shape = SHAPES.computeIfAbsent(m.getClass(), Shape::of);
        out.append('{');
        for (Field f : shape.fields()) {
            Object value = get(f, m);
            if (!same(value, get(f, shape.fresh()))) {
                next(out).append(quote(f.getName())).append(':');
                value(out, value);
            }
        }
        tags(out, m.unknownTaggedFields());
        out.append('}');
    }

    /** Messages take 0.0 and -0.0 for equal. */
    private static boolean same(Object a, Object b) {
        return a instanceof Message m && b instanceof Message n ? print(m).equals(print(n)) : Objects.deepEquals(a, b);
    }

    private static void tags(StringBuilder out, List<RawTaggedField> tags) {
        if (tags.isEmpty()) {
            return;
        }
        next(out).append("\"_tags\":{");
        for (RawTaggedField tag : tags) {
            next(out).append(quote(Integer.toUnsignedString(tag.tag()))).append(':')
                .append(quote("hex:" + HexFormat.of().formatHex(tag.data())));
        }
        out.append('}');
    }

    private static void value(StringBuilder out, Object value) {
        if (value instanceof Message m) {
            message(out, m);
        } else if (value instanceof Collection<?> list) {
            out.append('[');
            for (Object element : list) {
                value(next(out), element);
            }
            out.append(']');
        } else if (value instanceof byte[] bytes) {
            base64(out, ByteBuffer.wrap(bytes));
        } else if (value instanceof ByteBuffer bytes) {
            base64(out, bytes.duplicate());
        } else if (value instanceof MemoryRecords records) {
            base64(out, records.buffer().duplicate());
        } else if (value instanceof Double d && !Double.isFinite(d)) {
            out.append(quote("hex:" + Long.toHexString(Double.doubleToRawLongBits(d))));
        } else if (value instanceof String || value instanceof Uuid) {
            out.append(quote(value.toString()));
        } else {
            out.append(value); // a number, a boolean or null
        }
    }

    /** Puts a comma where one is due before the next member or element. */
    private static StringBuilder next(StringBuilder out) {
        char last = out.charAt(out.length() - 1);
        return last == '{' || last == '[' ? out : out.append(',');
    }

    private static void base64(StringBuilder out, ByteBuffer bytes) {
        byte[] copy = new byte[bytes.remaining()];
        bytes.get(copy);
        out.append('"').append(Base64.getEncoder().encodeToString(copy)).append('"');
    }

    static Object get(Field f, Object m) {
        try {
            return f.get(m);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    static String quote(String s) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : s.toCharArray()) {
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
