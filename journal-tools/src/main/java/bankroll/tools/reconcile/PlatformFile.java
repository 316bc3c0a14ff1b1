package bankroll.tools.reconcile;

import bankroll.condition.ConditionException;
import bankroll.tools.console.Progress;
import bankroll.tools.entry.Decimals;
import bankroll.tools.reconcile.RecordReader.BadLines;
import bankroll.tools.reconcile.RecordReader.BadLines.BadLine;
import bankroll.tools.reconcile.RecordReader.PlatformRecord;
import bankroll.tools.reconcile.RecordReader.Spelling;
import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/** The platform's list: CSV with a header line, or JSON lines; which of the two, its first character tells. */
public final class PlatformFile {

    private static final int BUFFER = 1 << 16;

    private final Path path;
    private final Spelling spelling;
    private final RecordReader records;

    /** A list. */
    public PlatformFile(Path path, Spelling spelling) {
        this.path = path;
        this.spelling = spelling;
        records = new RecordReader(spelling);
    }

    Decimals decimals() {
        return spelling.decimals();
    }

    /** Refuses what can't be read twice. */
    void requireFile() {
        if (!Files.exists(path)) {
            throw ConditionException.misuse("there is no file " + path);
        }
        if (!Files.isRegularFile(path)) {
            throw ConditionException.misuse(path + " is no regular file, and the list is read twice: write it to one");
        }
    }

    /** Its size. */
    long bytes() {
        try {
            return Files.size(path);
        } catch (IOException e) {
            throw new UncheckedIOException("can't read " + path, e);
        }
    }

    /** Hands over every record in order, and shows how many bytes of it are read. */
    void read(Consumer<PlatformRecord> taker, Progress shown) {
        BadLines bad = new BadLines(path);
        // decoding is strict: two spellings of one id must never meet
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(counted(shown), StandardCharsets.UTF_8.newDecoder()), BUFFER)) {
            if (isJson(reader)) {
                records.readJson(reader, bad, taker);
            } else {
                records.readCsv(reader, bad, taker);
            }
        } catch (BadLine e) {
            bad.add(e);
        } catch (CharacterCodingException e) {
            throw ConditionException.misuse(path + " is not UTF-8: convert it first");
        } catch (IOException e) {
            throw new UncheckedIOException("can't read " + path, e);
        }
        bad.requireNone();
    }

    private InputStream counted(Progress shown) throws IOException {
        return new FilterInputStream(Files.newInputStream(path)) {
            private long done;

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                int read = super.read(bytes, offset, length);
                done += Math.max(0, read);
                shown.show(done);
                return read;
            }
        };
    }

    private static boolean isJson(Reader reader) throws IOException {
        reader.mark(1024);
        int c = reader.read();
        if (c == '\uFEFF') {
            reader.mark(1024);
            c = reader.read();
        }
        while (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
            c = reader.read();
        }
        reader.reset();
        return c == '{';
    }
}
