package bankroll.tools.source;

import bankroll.tools.console.Summary;
import java.util.HexFormat;
import java.util.Map;

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

    Summary summary() {
        return new Summary()
                .put("file", name)
                .put("first_sequence", firstSequence)
                .put("last_sequence", lastSequence)
                .put("previous_crc", hex(previousCrc))
                .put("last_crc", hex(lastCrc))
                .put("bytes", bytes)
                .put("crc32c", hex(crc32c));
    }

    static BackupFile of(Map<?, ?> values) {
        return new BackupFile(
                (String) values.get("file"),
                (Long) values.get("first_sequence"),
                (Long) values.get("last_sequence"),
                parse(values.get("previous_crc")),
                parse(values.get("last_crc")),
                (Long) values.get("bytes"),
                parse(values.get("crc32c")));
    }

    static String hex(int crc) {
        return HexFormat.of().toHexDigits(crc);
    }

    static int parse(Object hex) {
        return HexFormat.fromHexDigits((String) hex);
    }
}
