import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import com.fasterxml.jackson.databind.ObjectMapper;

import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.message.MessageClassGenerator;
import org.apache.kafka.message.MessageGenerator;
import org.apache.kafka.message.MessageSpec;

/**
 * Runs Kafka's message generator over a folder of schemas, compiles what it makes, and writes and reads
 * values with that.
 *
 * <p>The arguments are the folder and a seed. For each schema it prints a JSON object a line: its file
 * without the ending, and why the generator or the compiler refuses it, if they do. Then vectors, as
 * MessageTool prints them, of all that are left. Then it answers lines of a file, a version and bytes
 * in hexadecimal, parted by tabs, as MessageTool's "judge" does; without a word for those that were refused.
 */
public final class GeneratorTool {
    /** Of the classes that are made. */
    static final String PACKAGE = "made";
    /** How many are compiled at once: what does not compile takes its neighbours with it. */
    private static final int BATCH = 60;
    /** Above all tags that schemas have. */
    private static final int LOWEST_UNKNOWN = 100;

    private static final HexFormat HEX = HexFormat.of();
    private static final PrintStream OUT = new PrintStream(System.out, false, StandardCharsets.UTF_8);

    private final Map<String, String> refusals = new TreeMap<>();
    private final Map<String, Class<? extends Message>> messages = new TreeMap<>();

    public static void main(String[] args) throws Exception {
        if (args.length != 2) {
            System.err.println("usage: GeneratorTool folder seed");
            System.exit(2);
        }
        GeneratorTool tool = new GeneratorTool();
        tool.make(Path.of(args[0]));
        tool.messages.keySet().forEach(file -> OUT.println("{\"file\":" + Values.quote(file) + "}"));
        tool.refusals.forEach((file, why) ->
            OUT.println("{\"file\":" + Values.quote(file) + ",\"refused\":" + Values.quote(why) + '}'));
        OUT.println("{}"); // the end of the list
        tool.vectors(Long.parseLong(args[1]));
        OUT.println("{}");
        OUT.flush();
        tool.judge();
        OUT.println("{}");
        OUT.flush();
    }

    // ---- classes ----

    /** Generates and compiles all schemas of a folder. */
    private void make(Path folder) throws Exception {
        List<Path> files;
        try (Stream<Path> list = Files.list(folder)) {
            files = list.filter(f -> f.toString().endsWith(".json")).sorted().toList();
        }
        // By file; names of classes are unique too.
        Map<String, Compiler.Source> sources = new TreeMap<>();
        for (Path path : files) {
            String file = path.getFileName().toString().replaceFirst("\\.json$", "");
            try {
                sources.put(file, generate(path));
            } catch (Exception e) {
                refusals.put(file, reason(e));
            }
        }
        List<String> left = new ArrayList<>(sources.keySet());
        for (int i = 0; i < left.size(); i += BATCH) {
            compile(sources, new ArrayList<>(left.subList(i, Math.min(i + BATCH, left.size()))));
        }
    }

    /** The generator's classes are open to its own package alone. */
    private static Compiler.Source generate(Path schema) throws Exception {
        Field serde = MessageGenerator.class.getDeclaredField("JSON_SERDE");
        serde.setAccessible(true);
        MessageSpec spec = ((ObjectMapper) serde.get(null)).readValue(schema.toFile(), MessageSpec.class);
        Constructor<?> constructor = Class.forName("org.apache.kafka.message.MessageDataGenerator")
            .getDeclaredConstructor(String.class);
        constructor.setAccessible(true);
        MessageClassGenerator generator = (MessageClassGenerator) constructor.newInstance(PACKAGE);
        StringWriter text = new StringWriter();
        try (BufferedWriter out = new BufferedWriter(text)) {
            generator.generateAndWrite(spec, out);
        }
        // Some classes have moved since this generator was released.
        String source = text.toString()
            .replace("import org.apache.kafka.common.record.", "import org.apache.kafka.common.record.internal.")
            .replace("import org.apache.kafka.common.utils.ByteUtils", "import org.apache.kafka.common.utils.internals.ByteUtils")
            .replace("import org.apache.kafka.common.utils.Implicit", "import org.apache.kafka.common.utils.internals.Implicit");
        return new Compiler.Source(PACKAGE + '.' + generator.outputName(spec), source);
    }

    /** Compiles some files, and those that are left if some do not compile. */
    private void compile(Map<String, Compiler.Source> sources, List<String> files) throws Exception {
        if (files.isEmpty()) {
            return;
        }
        Compiler compiler = new Compiler();
        Map<String, String> faults = compiler.compile(files.stream().map(sources::get).toList());
        if (!faults.isEmpty()) {
            files.removeIf(file -> {
                String fault = faults.get(sources.get(file).name());
                if (fault != null) {
                    refusals.put(file, "javac: " + fault);
                }
                return fault != null;
            });
            if (faults.containsKey("")) {
                throw new IllegalStateException(faults.get(""));
            }
            compile(sources, files);
            return;
        }
        for (String file : files) {
            Class<?> type = compiler.loader().loadClass(sources.get(file).name());
            try {
                Catalog.create(type);
                for (Class<?> struct : type.getDeclaredClasses()) {
                    Catalog.create(struct); // a default may show only now that it has no meaning
                }
                messages.put(file, type.asSubclass(Message.class));
            } catch (ExceptionInInitializerError | IllegalStateException e) {
                refusals.put(file, "class: " + reason(e));
            }
        }
    }

    /** The innermost cause says what is wrong; those around it repeat it. */
    private static String reason(Throwable e) {
        while (e.getCause() != null && (e.getCause() != e)) {
            e = e.getCause();
        }
        return String.valueOf(e).lines().findFirst().orElse("");
    }

    // ---- values ----

    private void vectors(long seed) {
        messages.forEach((file, type) -> {
            Message fresh = Catalog.create(type);
            for (short v = fresh.lowestSupportedVersion(); v <= fresh.highestSupportedVersion(); v++) {
                for (Filler.Style style : Filler.Style.values()) {
                    int count = style == Filler.Style.TAGS && !Filler.isFlexible(type, v) ? 0 : style.count;
                    for (int n = 0; n < count; n++) {
                        long own = seed + file.hashCode() * 1_000_003L + v * 10_007L + style.ordinal() * 101L + n;
                        vector(file, v, style, new Filler(own, style, v, LOWEST_UNKNOWN).message(type));
                    }
                }
            }
        });
    }

    /** What is compared is what Kafka makes of its own bytes: a default of NaN is not equal to itself. */
    private void vector(String file, short version, Filler.Style style, Message m) {
        byte[] bytes;
        try {
            bytes = MessageTool.write(m, version);
        } catch (RuntimeException e) {
            // Records are null in a new object, also where they may not be.
            if (e instanceof NullPointerException && style == Filler.Style.DEFAULT) {
                return;
            }
            throw new IllegalStateException(file + " v" + version + ' ' + style, e);
        }
        OUT.println("{\"message\":" + Values.quote(file) + ",\"version\":" + version + ",\"sent\":\"" + HEX.formatHex(bytes)
            + "\"," + MessageTool.verdict(messages.get(file), version, bytes, false).substring(1));
    }

    private void judge() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] parts = line.split("\t", -1);
            Class<? extends Message> type = messages.get(parts[0]);
            if (type != null) {
                OUT.println("{\"message\":" + Values.quote(parts[0]) + ",\"version\":" + parts[1] + ",\"sent\":\"" + parts[2]
                    + "\"," + MessageTool.verdict(type, Short.parseShort(parts[1]), HEX.parseHex(parts[2]), false).substring(1));
            }
        }
    }
}
