import java.io.IOException;

import kafka.Kafka;
import kafka.tools.StorageTool;

/**
 * Formats the storage that a configuration names and runs a broker on it, until standard input ends:
 * so the broker never outlives the test that started it.
 */
public final class BrokerTool {
    public static void main(String[] args) {
        String config = args[0];
        String clusterId = args[1];
        int status = StorageTool.execute(new String[] {"format", "-t", clusterId, "-c", config}, System.out);
        if (status != 0) {
            System.exit(status);
        }
        Thread watch = new Thread(BrokerTool::exitWithInput);
        watch.setDaemon(true);
        watch.start();
        Kafka.main(new String[] {config});
    }

    private static void exitWithInput() {
        try {
            while (System.in.read() >= 0) {
                // What it says does not matter.
            }
        } catch (IOException e) {
            System.err.println(e);
        }
        System.exit(0); // the broker has a hook that stops it first
    }
}
