package bankroll.tools;

import java.io.OutputStream;
import java.util.concurrent.LinkedBlockingQueue;

/** Makes lines of bytes. */
final class LineQueue extends OutputStream {
    private final LinkedBlockingQueue<String> lines;
    private final StringBuilder line = new StringBuilder();

    LineQueue(LinkedBlockingQueue<String> lines) {
        this.lines = lines;
    }

    @Override
    public void write(int b) {
        if (b == '\n') {
            lines.add(line.toString());
            line.setLength(0);
        } else {
            line.append((char) b);
        }
    }
}
