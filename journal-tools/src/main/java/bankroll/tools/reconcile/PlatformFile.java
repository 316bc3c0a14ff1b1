package bankroll.tools.reconcile;

import bankroll.condition.ConditionException;
import bankroll.protocol.TransactionType;
import bankroll.tools.console.Progress;
import bankroll.tools.entry.Decimals;
import bankroll.tools.reconcile.BadLines.BadLine;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** The platform's list: CSV with a header line, or JSON lines; which of the two, its first character tells. */
public final class PlatformFile {

    private static final int BUFFER = 1 << 16;

    private final Path path;
    private final Spelling spelling;
    private final RecordReader records;

    /**
     * How the list spells what we know under our own names.
     *
     * @param columns its names of our columns, where they are others
     * @param types its names of our types, where they are others; several with commas between
     * @param delimiter between the cells of CSV
     * @param decimals how it writes amounts
     */
    public record Spelling(Map<String, String> columns, Map<String, String> types, char delimiter, Decimals decimals) {
        /** Refuses what isn't ours. */
        public Spelling {
            requireOurs("--column", columns, RecordReader.COLUMNS);
            requireOurs("--type-name", types, List.of("debit", "credit", "rollback"));
        }

        private static void requireOurs(String option, Map<String, String> names, List<String> ours) {
            for (String name : names.keySet()) {
                if (!ours.contains(name)) {
                    throw ConditionException.misuse(option + " " + name + " is none of " + String.join(", ", ours));
                }
            }
        }

        private Map<String, TransactionType> typesByName() {
            Map<String, TransactionType> byName = new LinkedHashMap<>();
            for (TransactionType type :
                    List.of(TransactionType.DEBIT, TransactionType.CREDIT, TransactionType.ROLLBACK)) {
                for (String name :
                        types.getOrDefault(type.label(), type.label()).split(",")) {
                    if (byName.put(name, type) != null) {
                        throw ConditionException.misuse("--type-name: " + name + " can't be the name of two types");
                    }
                }
            }
            return byName;
        }
    }

    /** A list. */
    public PlatformFile(Path path, Spelling spelling) {
        this.path = path;
        this.spelling = spelling;
        records = new RecordReader(this::name, spelling.typesByName(), spelling.delimiter(), spelling.decimals());
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

    /** The list's name of one of our columns. */
    private String name(String column) {
        return spelling.columns().getOrDefault(column, column);
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
