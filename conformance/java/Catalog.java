import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.Modifier;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.regex.Pattern;

import org.apache.kafka.common.protocol.Message;

/** Finds the classes that Kafka's generator made. */
final class Catalog {
    private static final Pattern CLASS = Pattern.compile("org/apache/kafka/.*(message|metadata|generated)/\\w+\\.class");

    private Catalog() {
    }

    /** All messages in the jars of the class path, by the names that their schemas have. */
    static Map<String, Class<? extends Message>> load() {
        Map<String, Class<? extends Message>> found = new TreeMap<>();
        for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
            String file = new File(path).getName();
            if (!file.startsWith("kafka") || !file.endsWith(".jar")) {
                continue;
            }
            try (JarFile jar = new JarFile(path)) {
                jar.stream().map(e -> e.getName()).filter(CLASS.asPredicate()).forEach(name -> add(found, name));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return found;
    }

    private static void add(Map<String, Class<? extends Message>> found, String entry) {
        String name = entry.substring(0, entry.length() - ".class".length()).replace('/', '.');
        Class<?> type;
        try {
            type = Class.forName(name, false, Catalog.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        if (!Message.class.isAssignableFrom(type) || Modifier.isAbstract(type.getModifiers())) {
            return;
        }
        // Only these three kinds get an ending that their schemas do not have.
        String schema = type.getSimpleName().replaceFirst("(Request|Response|Header)Data$", "$1");
        if (found.put(schema, type.asSubclass(Message.class)) != null) {
            throw new IllegalStateException("two messages are called " + schema);
        }
    }

    static <T> T create(Class<T> type) {
        try {
            return type.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
