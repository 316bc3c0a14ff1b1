package bankroll.tools.console;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Output to a person's terminal: a progress bar on the same screen gives way to it. One thread. */
public final class Screen extends FilterOutputStream {
    private final Runnable giveWay;

    /**
     * Prepares.
     *
     * @param out the terminal
     * @param giveWay called before anything is written
     */
    public Screen(OutputStream out, Runnable giveWay) {
        super(out);
        this.giveWay = giveWay;
    }

    @Override
    public void write(int value) throws IOException {
        giveWay.run();
        out.write(value);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        if (length > 0) {
            giveWay.run();
            out.write(bytes, offset, length);
        }
    }
}
