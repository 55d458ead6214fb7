import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.kafka.common.protocol.Message;

/** Kafka's own converters to JSON, which most messages have. */
final class Converters {
    private static final ConcurrentHashMap<Class<?>, Optional<Method>> METHODS = new ConcurrentHashMap<>();

    private Converters() {
    }

    /** The value as the converter prints it; null if there is no converter or it refuses the value. */
    static String print(Message m, short version) {
        Optional<Method> write = METHODS.computeIfAbsent(m.getClass(), Converters::find);
        if (write.isEmpty()) {
            return "null";
        }
        try {
            return write.get().invoke(null, m, version).toString();
        } catch (InvocationTargetException e) {
            return "null";
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Optional<Method> find(Class<?> type) {
        try {
            return Optional.of(Class.forName(type.getName() + "JsonConverter").getMethod("write", type, short.class));
        } catch (ClassNotFoundException e) {
            return Optional.empty();
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }
}
