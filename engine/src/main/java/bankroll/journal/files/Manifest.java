package bankroll.journal.files;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.FrameFault;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;

/**
 * The list of the journal's files, oldest first: what must be there and how it hangs together. As text it has one line per
 * file, and is closed by a CRC32C over all lines before; see docs/format/journal.md.
 *
 * @param firstSequence the oldest sequence kept; what stood before was removed by the retention.
 * @param firstPreviousCrc CRC of the frame before it; 0 at the journal's beginning.
 * @param closed every closed file; each one follows the one before without a gap.
 * @param open the file that is being written and whose creation is on disk; null when there is none.
 */
public record Manifest(long firstSequence, int firstPreviousCrc, List<ClosedFile> closed, JournalFile open) {
    /** Name of its file in the journal directory. */
    public static final String FILE = "manifest";
    /** An empty journal. */
    public static final Manifest EMPTY = new Manifest(1, 0, List.of(), null);

    private static final String TITLE = "bankroll-journal-manifest 1";
    private static final String HEX = "([0-9a-f]{8})";
    private static final String NUMBER = "(\\d{1,19})";
    private static final Pattern BASE = Pattern.compile("base sequence=" + NUMBER + " previous-crc=" + HEX);
    private static final Pattern CLOSED = Pattern.compile("closed (\\S+) sequences=" + NUMBER + "\\.\\." + NUMBER
            + " previous-crc=" + HEX + " last-crc=" + HEX + " last-position=" + NUMBER + " end=" + NUMBER
            + " times-ms=(-?\\d{1,19})\\.\\.(-?\\d{1,19})");
    private static final Pattern OPEN = Pattern.compile("open (\\S+)");
    private static final Pattern END = Pattern.compile("end crc32c=" + HEX + "\n");

    public Manifest {
        closed = List.copyOf(closed);
    }

    /** The last sequence in a closed file; one below {@link #firstSequence} when there is none. */
    public long lastSequence() {
        return closed.isEmpty() ? firstSequence - 1 : newest().lastSequence();
    }

    /** CRC of the last frame in a closed file. */
    public int lastCrc() {
        return closed.isEmpty() ? firstPreviousCrc : newest().lastCrc();
    }

    /** Time of the last frame in a closed file; 0 when there is none. */
    public long lastTimeMs() {
        return closed.isEmpty() ? 0 : newest().lastTimeMs();
    }

    /** Number of the newest closed file; 0 when there is none. */
    public long lastNumber() {
        return closed.isEmpty() ? 0 : newest().file().number();
    }

    /** Number of the oldest file kept; 0 when none is closed. Older files were removed by the retention. */
    public long firstNumber() {
        return closed.isEmpty() ? 0 : closed.get(0).file().number();
    }

    private ClosedFile newest() {
        return closed.get(closed.size() - 1);
    }

    /** With one more closed file, and this one open. */
    public Manifest with(ClosedFile next, JournalFile nowOpen) {
        List<ClosedFile> files = new ArrayList<>(closed);
        files.add(next);
        return new Manifest(firstSequence, firstPreviousCrc, files, nowOpen);
    }

    /** With this file open; null for none. */
    public Manifest withOpen(JournalFile nowOpen) {
        return new Manifest(firstSequence, firstPreviousCrc, closed, nowOpen);
    }

    /** Without the closed files that lie wholly below a sequence. */
    public Manifest from(long sequence) {
        List<ClosedFile> kept =
                closed.stream().filter(file -> file.lastSequence() >= sequence).toList();
        if (kept.isEmpty()) {
            return new Manifest(lastSequence() + 1, lastCrc(), kept, open);
        }
        return new Manifest(kept.get(0).firstSequence(), kept.get(0).previousCrc(), kept, open);
    }

    /** Writes the manifest, whole or not at all, and brings it to the disk. */
    public void write(Path journal) throws IOException {
        DurableFiles.replace(journal.resolve(FILE), print().getBytes(StandardCharsets.US_ASCII));
    }

    /** Reads the manifest; null when there is none. */
    public static Manifest read(Path journal) {
        try {
            byte[] bytes = Files.readAllBytes(journal.resolve(FILE));
            return parse(journal, new String(bytes, StandardCharsets.ISO_8859_1));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the journal's manifest in " + journal, e);
        }
    }

    String print() {
        StringBuilder text = new StringBuilder(TITLE).append('\n');
        text.append(
                String.format(Locale.ROOT, "base sequence=%d previous-crc=%08x\n", firstSequence, firstPreviousCrc));
        for (ClosedFile file : closed) {
            text.append(String.format(
                    Locale.ROOT,
                    "closed %s sequences=%d..%d previous-crc=%08x last-crc=%08x last-position=%d end=%d"
                            + " times-ms=%d..%d\n",
                    file.file().name(),
                    file.firstSequence(),
                    file.lastSequence(),
                    file.previousCrc(),
                    file.lastCrc(),
                    file.lastPosition(),
                    file.end(),
                    file.firstTimeMs(),
                    file.lastTimeMs()));
        }
        if (open != null) {
            text.append("open ").append(open.name()).append('\n');
        }
        return text + "end crc32c=" + crc(text.toString()) + "\n";
    }

    static Manifest parse(Path journal, String text) {
        int end = text.lastIndexOf("end crc32c=");
        Matcher last = END.matcher(end < 0 ? "" : text.substring(end));
        if (!last.matches()) {
            throw corrupt("it has not its last line");
        }
        String lines = text.substring(0, end);
        if (!last.group(1).equals(crc(lines))) {
            throw corrupt("its CRC32C does not fit its lines");
        }
        if (!text.startsWith(TITLE + "\n")) {
            throw newer("its first line is not \"" + TITLE + "\"");
        }
        return parseLines(journal, lines.split("\n"));
    }

    private static Manifest parseLines(Path journal, String[] lines) {
        List<ClosedFile> closed = new ArrayList<>();
        JournalFile open = null;
        Matcher base = match(BASE, lines.length > 1 ? lines[1] : "");
        for (int i = 2; i < lines.length; i++) {
            if (lines[i].startsWith("open ")) {
                open = file(journal, match(OPEN, lines[i]).group(1));
            } else {
                closed.add(closed(journal, match(CLOSED, lines[i])));
            }
        }
        return new Manifest(Long.parseLong(base.group(1)), hex(base.group(2)), closed, open);
    }

    private static ClosedFile closed(Path journal, Matcher line) {
        return new ClosedFile(
                file(journal, line.group(1)),
                Long.parseLong(line.group(2)),
                Long.parseLong(line.group(3)),
                hex(line.group(4)),
                hex(line.group(5)),
                Long.parseLong(line.group(6)),
                Long.parseLong(line.group(7)),
                Long.parseLong(line.group(8)),
                Long.parseLong(line.group(9)));
    }

    private static Matcher match(Pattern pattern, String line) {
        Matcher matcher = pattern.matcher(line);
        if (!matcher.matches()) {
            throw newer("line \"" + line + "\" is not known to this program");
        }
        return matcher;
    }

    private static JournalFile file(Path journal, String name) {
        JournalFile file = JournalFile.parse(journal, name);
        if (file == null) {
            throw corrupt("\"" + name + "\" is not the name of a journal file");
        }
        return file;
    }

    private static int hex(String text) {
        return Integer.parseUnsignedInt(text, 16);
    }

    private static String crc(String lines) {
        CRC32C checksum = new CRC32C();
        checksum.update(lines.getBytes(StandardCharsets.ISO_8859_1));
        return String.format(Locale.ROOT, "%08x", checksum.getValue());
    }

    private static CorruptJournalException corrupt(String why) {
        return new CorruptJournalException(
                FILE, 0, 0, FrameFault.NONE, why + "; nothing has to be done: a start makes it anew from the files");
    }

    /** Whole, and of a layout that is not ours: what it says must not be thrown away. */
    private static ConditionException newer(String why) {
        return new ConditionException(
                ExitCode.DAMAGE,
                "the journal's " + FILE + " is of a newer release: " + why,
                "use that release, or a newer one");
    }
}
