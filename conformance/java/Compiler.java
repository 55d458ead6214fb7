import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.OutputStream;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles classes from memory to memory. */
final class Compiler {
    /** A class by its full name, and its text. */
    record Source(String name, String text) {
    }

    private final Map<String, ByteArrayOutputStream> classes = new HashMap<>();

    /** Gives the first fault of each class that has one; that of the whole, if any, has the name "". */
    Map<String, String> compile(List<Source> sources) throws Exception {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> found = new DiagnosticCollector<>();
        Map<String, String> faults = new HashMap<>();
        try (StandardJavaFileManager files = javac.getStandardFileManager(found, Locale.ROOT, null)) {
            boolean done = javac.getTask(null, new Memory(files), found,
                List.of("-proc:none", "-nowarn", "-g:none", "-Xmaxerrs", "10000"), null, sources.stream().map(Text::new).toList()).call();
            for (Diagnostic<? extends JavaFileObject> d : found.getDiagnostics()) {
                if (d.getKind() == Diagnostic.Kind.ERROR) {
                    String name = d.getSource() instanceof Text text ? text.source.name() : "";
                    faults.putIfAbsent(name, d.getMessage(Locale.ROOT).lines().map(String::strip).collect(java.util.stream.Collectors.joining(" ")));
                }
            }
            if (!done && faults.isEmpty()) {
                faults.put("", "the compiler does not say why it refuses");
            }
        }
        return faults;
    }

    /** Loads what was compiled. */
    ClassLoader loader() {
        return new ClassLoader(Compiler.class.getClassLoader()) {
            @Override
            protected Class<?> findClass(String name) throws ClassNotFoundException {
                ByteArrayOutputStream code = classes.get(name);
                if (code == null) {
                    throw new ClassNotFoundException(name);
                }
                return defineClass(name, code.toByteArray(), 0, code.size());
            }
        };
    }

    private static final class Text extends SimpleJavaFileObject {
        private final Source source;

        Text(Source source) {
            super(URI.create("memory:///" + source.name().replace('.', '/') + Kind.SOURCE.extension), Kind.SOURCE);
            this.source = source;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreErrors) {
            return source.text();
        }
    }

    private final class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {
        Memory(StandardJavaFileManager files) {
            super(files);
        }

        @Override
        public JavaFileObject getJavaFileForOutput(JavaFileManager.Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("memory:///" + name.replace('.', File.separatorChar) + kind.extension), kind) {
                @Override
                public OutputStream openOutputStream() {
                    ByteArrayOutputStream code = new ByteArrayOutputStream();
                    classes.put(name, code);
                    return code;
                }
            };
        }
    }
}
