package bankroll.snapshot;

import java.nio.file.Path;

/**
 * A snapshot that is whole: its checksum was right when it was read, or it has just been written.
 *
 * @param path the file
 * @param head sequence, time and link to the journal
 * @param digest of the state in it, hex SHA-256
 */
public record CheckedSnapshot(Path path, SnapshotHead head, String digest) {}
