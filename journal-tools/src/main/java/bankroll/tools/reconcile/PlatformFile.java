package bankroll.tools.reconcile;

import bankroll.condition.ConditionException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;

/** The platform's list: CSV with a header line, or JSON lines; which of the two, its first character tells. */
public final class PlatformFile {

    private static final int BUFFER = 1 << 16;

    private final Path path;
    private final Map<String, String> names;
    private final char delimiter;

    /**
     * A list.
     *
     * @param path the file
     * @param names the list's own names of our columns, where they are others
     * @param delimiter between the cells of CSV
     */
    public PlatformFile(Path path, Map<String, String> names, char delimiter) {
        this.path = path;
        this.names = names;
        this.delimiter = delimiter;
        for (String column : names.keySet()) {
            if (!RecordReader.COLUMNS.contains(column)) {
                throw ConditionException.misuse(
                        "--column " + column + " is none of " + String.join(", ", RecordReader.COLUMNS));
            }
        }
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

    /** Hands over every record in order. */
    void read(Consumer<PlatformRecord> taker) {
        // decoding is strict: two spellings of one id must never meet
        try (BufferedReader reader = new BufferedReader(
                new InputStreamReader(Files.newInputStream(path), StandardCharsets.UTF_8.newDecoder()), BUFFER)) {
            if (isJson(reader)) {
                new JsonRecords(path, this::name).read(reader, taker);
            } else {
                new CsvRecords(path, this::name, delimiter).read(reader, taker);
            }
        } catch (CharacterCodingException e) {
            throw ConditionException.misuse(path + " is not UTF-8: convert it first");
        } catch (IOException e) {
            throw new UncheckedIOException("can't read " + path, e);
        }
    }

    /** The list's name of one of our columns. */
    private String name(String column) {
        return names.getOrDefault(column, column);
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
