import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;

import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.Message;
import org.apache.kafka.common.protocol.ObjectSerializationCache;

/**
 * Writes and reads messages with Kafka's own classes.
 *
 * <p>"names" lists the messages with their lowest and highest version. "vectors seed" prints test
 * vectors, a JSON object a line. "misfits seed" fills messages for one version and writes them in each
 * other one, or tells why Kafka does not. "judge" takes lines of a message's name, a version and bytes in
 * hexadecimal, parted by tabs, and answers each with a line of JSON: the value that Kafka reads, how
 * many bytes it leaves over and what it writes for the value; or why it refuses to read or write.
 * "judge-json" adds the value as Kafka's own converter prints it. Values are in the notation of
 * {@link Values}.
 */
public final class MessageTool {
    private static final HexFormat HEX = HexFormat.of();
    private static final Map<String, Class<? extends Message>> MESSAGES = Catalog.load();
    private static final PrintStream OUT = new PrintStream(System.out, false, StandardCharsets.UTF_8);

    public static void main(String[] args) throws IOException {
        if (args.length == 1 && args[0].equals("names")) {
            MESSAGES.forEach((name, type) -> {
                Message m = Catalog.create(type);
                OUT.println(name + '\t' + m.lowestSupportedVersion() + '\t' + m.highestSupportedVersion());
            });
        } else if (args.length == 2 && args[0].equals("vectors")) {
            vectors(Long.parseLong(args[1]));
        } else if (args.length == 2 && args[0].equals("misfits")) {
            misfits(Long.parseLong(args[1]));
        } else if (args.length == 1 && args[0].equals("judge")) {
            judge(false);
        } else if (args.length == 1 && args[0].equals("judge-json")) {
            judge(true);
        } else {
            System.err.println("usage: MessageTool names | vectors seed | misfits seed | judge | judge-json");
            System.exit(2);
        }
        OUT.flush();
    }

    // ---- vectors ----

    private static void vectors(long seed) {
        MESSAGES.forEach((name, type) -> {
            Message fresh = Catalog.create(type);
            for (short v = fresh.lowestSupportedVersion(); v <= fresh.highestSupportedVersion(); v++) {
                for (Filler.Style style : Filler.Style.values()) {
                    int count = style == Filler.Style.TAGS && !Filler.isFlexible(type, v) ? 0 : style.count;
                    for (int n = 0; n < count; n++) {
                        vector(seed, name, type, v, style, n);
                    }
                }
            }
        });
    }

    private static void vector(long seed, String name, Class<? extends Message> type, short version,
            Filler.Style style, int n) {
        // Each vector has a seed of its own, so that a new message changes no other's.
        long own = seed + name.hashCode() * 1_000_003L + version * 10_007L + style.ordinal() * 101L + n;
        Message m = new Filler(own, style, version).message(type);
        byte[] bytes = write(m, version);
        Message back = Catalog.create(type);
        back.read(new ByteBufferAccessor(ByteBuffer.wrap(bytes)), version);
        if (!back.equals(m)) {
            throw new IllegalStateException(name + " v" + version + " " + style + ": read " + back + ", wrote " + m);
        }
        OUT.println("{\"message\":\"" + name + "\",\"version\":" + version + ",\"kind\":\""
            + style.name().toLowerCase() + "\",\"n\":" + n + headerVersion(name, m, version)
            + ",\"hex\":\"" + HEX.formatHex(bytes) + "\",\"json\":" + Values.print(m) + '}');
    }

    private static String headerVersion(String name, Message m, short version) {
        boolean request = name.endsWith("Request");
        if (!(m instanceof ApiMessage) || !request && !name.endsWith("Response")) {
            return "";
        }
        ApiMessageType api = ApiMessageType.fromApiKey(((ApiMessage) m).apiKey());
        return ",\"headerVersion\":" + (request ? api.requestHeaderVersion(version) : api.responseHeaderVersion(version));
    }

    // ---- misfits ----

    private static void misfits(long seed) {
        MESSAGES.forEach((name, type) -> {
            Message fresh = Catalog.create(type);
            for (short of = fresh.lowestSupportedVersion(); of <= fresh.highestSupportedVersion(); of++) {
                for (short in = fresh.lowestSupportedVersion(); in <= fresh.highestSupportedVersion(); in++) {
                    if (of != in) {
                        long own = seed + name.hashCode() * 1_000_003L + of * 10_007L + in;
                        misfit(name, new Filler(own, Filler.Style.RANDOM, of).message(type), in);
                    }
                }
            }
        });
    }

    private static void misfit(String name, Message m, short version) {
        String start = "{\"message\":\"" + name + "\",\"version\":" + version + ",\"value\":" + Values.print(m);
        try {
            OUT.println(start + ",\"again\":\"" + HEX.formatHex(write(m, version)) + "\"}");
        } catch (RuntimeException e) {
            OUT.println(start + ",\"refusesAgain\":" + Values.quote(e.toString()) + '}');
        }
    }

    // ---- judge ----

    private static void judge(boolean converters) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] parts = line.split("\t", -1);
            OUT.println(verdict(MESSAGES.get(parts[0]), Short.parseShort(parts[1]), HEX.parseHex(parts[2]),
                converters));
            if (!in.ready()) {
                OUT.flush();
            }
        }
    }

    static String verdict(Class<? extends Message> type, short version, byte[] bytes, boolean converters) {
        Message m = Catalog.create(type);
        ByteBuffer input = ByteBuffer.wrap(bytes);
        try {
            m.read(new ByteBufferAccessor(input), version);
        } catch (RuntimeException e) {
            return "{\"refuses\":" + Values.quote(e.toString()) + '}';
        }
        String answer = "{\"value\":" + Values.print(m) + ",\"left\":" + input.remaining()
            + (converters ? ",\"json\":" + Converters.print(m, version) : "");
        try {
            return answer + ",\"again\":\"" + HEX.formatHex(write(m, version)) + "\"}";
        } catch (RuntimeException e) {
            return answer + ",\"refusesAgain\":" + Values.quote(e.toString()) + '}';
        }
    }

    static byte[] write(Message m, short version) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        byte[] bytes = new byte[m.size(cache, version)];
        ByteBuffer output = ByteBuffer.wrap(bytes);
        m.write(new ByteBufferAccessor(output), cache, version);
        if (output.hasRemaining()) {
            throw new IllegalStateException("size() counts " + output.remaining() + " bytes too many");
        }
        return bytes;
    }
}
