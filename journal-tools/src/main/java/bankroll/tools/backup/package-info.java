/**
 * Backups: the frames of a journal back to back in plain files, with a manifest that says what must be there.
 *
 * <pre>
 *   backup.json                                             what is there, how it hangs together; replaced as a whole, last
 *   frames-0000000000000000001-0000000000000042107.bkf      frames 1 to 42107, byte for byte as in the journal, of several runs
 *   frames-0000000000000042108.bkf                          what the next run added
 * </pre>
 *
 * <p>Small files are put together to longer ones, those of one size class after the other ({@link BackupMerge}), so that they are
 * as many as the bytes ask for, and not as the runs.
 *
 * <p>A backup of a journal whose first entries a retention had removed already holds the snapshot that stands for them, too,
 * and says so in its manifest.
 *
 * <p>A file is never changed once it has its name; it goes when the
 * manifest names another one for its frames. Nothing here depends on how the journal keeps its own files.
 */
package bankroll.tools.backup;
