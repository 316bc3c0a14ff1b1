package bankroll.condition;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The process's own output. A write to a pipe fails for one reason: nobody reads it any more. The system's words for that are
 * those of the user's language, so they tell nothing. Java's {@code System.out} swallows both this and a full disk. One thread.
 */
public final class StandardOutput extends FilterOutputStream {
    private static final Path LINK = Path.of("/proc/self/fd/1");

    private final boolean isPipe;
    private String failure;

    /** Of this process. */
    public StandardOutput() {
        this(new FileOutputStream(FileDescriptor.out), isPipe(LINK));
    }

    /** To a stream that may be a pipe, or a socket. */
    public StandardOutput(OutputStream out, boolean isPipe) {
        super(out);
        this.isPipe = isPipe;
    }

    private static boolean isPipe(Path link) {
        try {
            String target = Files.readSymbolicLink(link).toString();
            return target.startsWith("pipe:") || target.startsWith("socket:");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    /** Why something could not be written, for who writes through a stream that swallows it. A reader that has gone is no fault. */
    public Optional<String> failure() {
        return Optional.ofNullable(failure);
    }

    @Override
    public void write(int value) throws IOException {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            if (isPipe) {
                throw new ReaderGoneException(e);
            }
            failure = e.getMessage();
            throw e;
        }
    }

    /** Whoever read what was written has gone. */
    public static final class ReaderGoneException extends IOException {
        private static final long serialVersionUID = 1L;

        private ReaderGoneException(IOException cause) {
            super(cause.getMessage(), cause);
        }
    }
}
