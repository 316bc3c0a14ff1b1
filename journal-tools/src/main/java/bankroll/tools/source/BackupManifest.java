package bankroll.tools.source;

import bankroll.condition.ConditionException;
import bankroll.engine.DataDirectory;
import bankroll.journal.Chain.ChainHead;
import bankroll.journal.files.DurableFiles;
import bankroll.protocol.LedgerId;
import bankroll.tools.console.JsonTree;
import bankroll.tools.console.Summary;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * What a backup must hold. One that doesn't begin with entry 1 has a version of its own, so that no program takes it for
 * a whole one.
 *
 * @param ledger which ledger it is of; null in one that an earlier build took
 * @param start where it begins
 * @param files oldest first, without gaps
 * @param lastTimeMs time of the last entry; 0 when there is none
 * @param head the chain at the last entry
 * @param brokenAt the first entry at which the chain breaks, so that no rebuild takes it; 0 when none was met
 */
public record BackupManifest(
        String ledger, BackupStart start, List<BackupFile> files, long lastTimeMs, ChainHead head, long brokenAt) {
    /** A backup without entries. */
    public static final BackupManifest EMPTY =
            new BackupManifest(null, BackupStart.WHOLE, List.of(), 0, ChainHead.START, 0);

    private static final long VERSION_WHOLE = 1;
    private static final long VERSION_SHORTENED = 2;

    public BackupManifest {
        files = List.copyOf(files);
    }

    /** The last entry; one below the first when there is none. */
    public long lastSequence() {
        return files.isEmpty()
                ? start.firstSequence() - 1
                : files.get(files.size() - 1).lastSequence();
    }

    /** How many entries there are. */
    public long entries() {
        return lastSequence() - start.firstSequence() + 1;
    }

    /** CRC of the last entry, or of the one before the first. */
    public int lastCrc() {
        return files.isEmpty()
                ? start.previousCrc()
                : files.get(files.size() - 1).lastCrc();
    }

    /** Size of all files. */
    public long bytes() {
        return start.bytes() + files.stream().mapToLong(BackupFile::bytes).sum();
    }

    /** With one more file; where the chain breaks first, it does ever after. */
    public BackupManifest with(BackupFile file, long timeMs, ChainHead newHead, long newlyBrokenAt) {
        List<BackupFile> more = new ArrayList<>(files);
        more.add(file);
        return new BackupManifest(ledger, start, more, timeMs, newHead, brokenAt == 0 ? newlyBrokenAt : brokenAt);
    }

    /** With one file in place of some that follow each other. */
    public BackupManifest with(List<BackupFile> replaced, BackupFile file) {
        List<BackupFile> fewer = new ArrayList<>(files);
        int first = files.indexOf(replaced.get(0));
        fewer.subList(first, first + replaced.size()).clear();
        fewer.add(first, file);
        return new BackupManifest(ledger, start, fewer, lastTimeMs, head, brokenAt);
    }

    /** Of this ledger. */
    public BackupManifest of(LedgerId id) {
        return new BackupManifest(id == null ? ledger : id.text(), start, files, lastTimeMs, head, brokenAt);
    }

    /** Reads the manifest of a backup; what is wrong with it is told. */
    public static BackupManifest load(Path directory) {
        Path file = directory.resolve(DataDirectory.BACKUP_MANIFEST);
        try {
            return of(JsonTree.read(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw ConditionException.wrong(file + " can't be read: " + e.getMessage(), e);
        } catch (ClassCastException | NullPointerException | IllegalArgumentException e) {
            throw ConditionException.wrong(
                    file + " is no backup manifest, or a damaged one: use another copy of the backup", e);
        }
    }

    /** Replaces the manifest of a backup, whole or not at all. */
    public void save(Path directory) throws IOException {
        byte[] json = (summary().toJson() + "\n").getBytes(StandardCharsets.UTF_8);
        DurableFiles.replace(directory.resolve(DataDirectory.BACKUP_MANIFEST), json);
    }

    /** All of it. */
    public Summary summary() {
        Summary summary = new Summary()
                .put("version", start.isWhole() ? VERSION_WHOLE : VERSION_SHORTENED)
                .put("ledger", ledger)
                .put("last_sequence", lastSequence())
                .put("last_time_ms", lastTimeMs)
                .putTime("last_time", lastTimeMs)
                .put("chain_head", head.toString())
                .put("bytes", bytes());
        if (brokenAt > 0) {
            summary.put("chain_breaks_at", brokenAt);
        }
        if (!start.isWhole()) {
            summary.put("begins", start.summary());
        }
        return summary.put("files", files.stream().map(BackupFile::summary).toList());
    }

    private static BackupManifest of(Map<String, Object> values) {
        long version = (Long) values.get("version");
        if (version != VERSION_WHOLE && version != VERSION_SHORTENED) {
            throw ConditionException.wrong("the backup has version " + version + ", this program knows " + VERSION_WHOLE
                    + " and " + VERSION_SHORTENED + ": use the journal tool of the release that took it");
        }
        List<BackupFile> files = ((List<?>) values.get("files"))
                .stream().map(file -> BackupFile.of((Map<?, ?>) file)).toList();
        BackupStart start =
                version == VERSION_WHOLE ? BackupStart.WHOLE : BackupStart.of((Map<?, ?>) values.get("begins"));
        BackupManifest manifest = new BackupManifest(
                (String) values.get("ledger"),
                start,
                files,
                (Long) values.get("last_time_ms"),
                ChainHead.parse((String) values.get("chain_head")),
                values.get("chain_breaks_at") instanceof Long brokenAt ? brokenAt : 0);
        manifest.requireWhole((Long) values.get("last_sequence"));
        return manifest;
    }

    /** A backup that has no file yet may begin with a chain value of a later entry. */
    private void requireWhole(long claimedLast) {
        long last = start.firstSequence() - 1;
        int crc = start.previousCrc();
        for (BackupFile file : files) {
            if (file.firstSequence() != last + 1 || file.previousCrc() != crc) {
                throw new IllegalArgumentException("gap before " + file.name());
            }
            last = file.lastSequence();
            crc = file.lastCrc();
        }
        boolean isHeadThere = files.isEmpty() ? head.sequence() >= last : head.sequence() == last;
        if (last != claimedLast || !isHeadThere) {
            throw new IllegalArgumentException("ends at " + last);
        }
    }

    private static String hex(int crc) {
        return HexFormat.of().toHexDigits(crc);
    }

    private static int parse(Object hex) {
        return HexFormat.fromHexDigits((String) hex);
    }

    /**
     * What the manifest says of one file.
     *
     * @param name its name in the backup's directory
     * @param firstSequence its first entry
     * @param lastSequence its last entry
     * @param previousCrc CRC of the entry before its first one
     * @param lastCrc CRC of its last entry
     * @param bytes its size
     * @param crc32c of the whole file
     */
    public record BackupFile(
            String name, long firstSequence, long lastSequence, int previousCrc, int lastCrc, long bytes, int crc32c) {

        private Summary summary() {
            return new Summary()
                    .put("file", name)
                    .put("first_sequence", firstSequence)
                    .put("last_sequence", lastSequence)
                    .put("previous_crc", hex(previousCrc))
                    .put("last_crc", hex(lastCrc))
                    .put("bytes", bytes)
                    .put("crc32c", hex(crc32c));
        }

        private static BackupFile of(Map<?, ?> values) {
            return new BackupFile(
                    (String) values.get("file"),
                    (Long) values.get("first_sequence"),
                    (Long) values.get("last_sequence"),
                    parse(values.get("previous_crc")),
                    parse(values.get("last_crc")),
                    (Long) values.get("bytes"),
                    parse(values.get("crc32c")));
        }
    }

    /**
     * Where a backup begins: with entry 1, or, when a retention had removed the first entries before it was begun, with a
     * snapshot that stands for them.
     *
     * @param firstSequence its first entry
     * @param previousCrc CRC of the entry before; 0 when there is none
     * @param snapshot the snapshot's name in the backup's directory; null when all entries are there
     * @param bytes the snapshot's size
     * @param crc32c of the whole snapshot
     */
    public record BackupStart(long firstSequence, int previousCrc, String snapshot, long bytes, int crc32c) {
        /** Of a backup that holds all entries. */
        public static final BackupStart WHOLE = new BackupStart(1, 0, null, 0, 0);

        /** Whether it holds all entries. */
        public boolean isWhole() {
            return snapshot == null;
        }

        private Summary summary() {
            return new Summary()
                    .put("first_sequence", firstSequence)
                    .put("previous_crc", hex(previousCrc))
                    .put("snapshot", snapshot)
                    .put("bytes", bytes)
                    .put("crc32c", hex(crc32c));
        }

        private static BackupStart of(Map<?, ?> values) {
            return new BackupStart(
                    (Long) values.get("first_sequence"),
                    parse(values.get("previous_crc")),
                    (String) values.get("snapshot"),
                    (Long) values.get("bytes"),
                    parse(values.get("crc32c")));
        }
    }
}
