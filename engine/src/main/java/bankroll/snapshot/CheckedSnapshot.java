package bankroll.snapshot;

import java.nio.file.Path;

/**
 * A snapshot whose checksum was right.
 *
 * @param path the file
 * @param head sequence, time and link to the journal
 * @param digest of the state in it, hex SHA-256
 */
public record CheckedSnapshot(Path path, SnapshotHead head, String digest) {}
