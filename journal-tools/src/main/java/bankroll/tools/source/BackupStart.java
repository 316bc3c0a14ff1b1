package bankroll.tools.source;

import bankroll.tools.console.Summary;
import java.util.Map;

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

    Summary summary() {
        return new Summary()
                .put("first_sequence", firstSequence)
                .put("previous_crc", BackupFile.hex(previousCrc))
                .put("snapshot", snapshot)
                .put("bytes", bytes)
                .put("crc32c", BackupFile.hex(crc32c));
    }

    static BackupStart of(Map<?, ?> values) {
        return new BackupStart(
                (Long) values.get("first_sequence"),
                BackupFile.parse(values.get("previous_crc")),
                (String) values.get("snapshot"),
                (Long) values.get("bytes"),
                BackupFile.parse(values.get("crc32c")));
    }
}
