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

/** The manifest's text, one line per file, closed by a CRC32C over all lines before; see docs/format/journal.md. */
public final class ManifestCodec {
    private static final String TITLE = "bankroll-journal-manifest 1";
    private static final String HEX = "([0-9a-f]{8})";
    private static final String NUMBER = "(\\d{1,19})";
    private static final Pattern BASE = Pattern.compile("base sequence=" + NUMBER + " previous-crc=" + HEX);
    private static final Pattern CLOSED = Pattern.compile("closed (\\S+) sequences=" + NUMBER + "\\.\\." + NUMBER
            + " previous-crc=" + HEX + " last-crc=" + HEX + " last-position=" + NUMBER + " end=" + NUMBER
            + " times-ms=(-?\\d{1,19})\\.\\.(-?\\d{1,19})");
    private static final Pattern OPEN = Pattern.compile("open (\\S+)");
    private static final Pattern END = Pattern.compile("end crc32c=" + HEX + "\n");

    private ManifestCodec() {}

    /** Writes the manifest, whole or not at all, and brings it to the disk. */
    public static void write(Path journal, Manifest manifest) throws IOException {
        DurableFiles.replace(journal.resolve(Manifest.FILE), print(manifest).getBytes(StandardCharsets.US_ASCII));
    }

    /** Reads the manifest; null when there is none. */
    public static Manifest read(Path journal) {
        try {
            byte[] bytes = Files.readAllBytes(journal.resolve(Manifest.FILE));
            return parse(journal, new String(bytes, StandardCharsets.ISO_8859_1));
        } catch (NoSuchFileException e) {
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException("can't read the journal's manifest in " + journal, e);
        }
    }

    static String print(Manifest manifest) {
        StringBuilder text = new StringBuilder(TITLE).append('\n');
        text.append(String.format(
                Locale.ROOT,
                "base sequence=%d previous-crc=%08x\n",
                manifest.firstSequence(),
                manifest.firstPreviousCrc()));
        for (ClosedFile file : manifest.closed()) {
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
        if (manifest.open() != null) {
            text.append("open ").append(manifest.open().name()).append('\n');
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
                Manifest.FILE,
                0,
                0,
                FrameFault.NONE,
                why + "; nothing has to be done: a start makes it anew from the files");
    }

    /** Whole, and of a layout that is not ours: what it says must not be thrown away. */
    private static ConditionException newer(String why) {
        return new ConditionException(
                ExitCode.DAMAGE,
                "the journal's " + Manifest.FILE + " is of a newer release: " + why,
                "use that release, or a newer one");
    }
}
