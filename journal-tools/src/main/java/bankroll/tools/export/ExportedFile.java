package bankroll.tools.export;

import bankroll.protocol.Sha256;
import bankroll.tools.console.Summary;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.HexFormat;

/** What the manifest says of one file. */
final class ExportedFile {
    private final Path path;
    private long rows;
    private long firstSequence;
    private long lastSequence;
    private long guardedCells;
    private long bytes;
    private String sha256;

    ExportedFile(Path path) {
        this.path = path;
    }

    Path path() {
        return path;
    }

    long rows() {
        return rows;
    }

    long guardedCells() {
        return guardedCells;
    }

    long bytes() {
        return bytes;
    }

    void count(long sequence) {
        if (rows == 0) {
            firstSequence = sequence;
        }
        rows++;
        lastSequence = sequence;
    }

    void guarded(long cells) {
        guardedCells = cells;
    }

    /** Reads the finished file once, for its checksum, and brings it to the disk. */
    void measure(Path finished) throws IOException {
        MessageDigest sha = Sha256.create();
        byte[] chunk = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(finished)) {
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                sha.update(chunk, 0, read);
                bytes += read;
            }
        }
        sha256 = HexFormat.of().formatHex(sha.digest());
        try (FileChannel channel = FileChannel.open(finished, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    Summary summary() {
        return new Summary()
                .put("file", path.getFileName().toString())
                .put("rows", rows)
                .put("first_sequence", firstSequence)
                .put("last_sequence", lastSequence)
                .put("bytes", bytes)
                .put("sha256", sha256);
    }
}
