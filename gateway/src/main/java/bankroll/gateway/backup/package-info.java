/**
 * The scheduled backup of a running service.
 *
 * <pre>
 *   BackupSchedule ── every backup.every ──► BackupTool ──► a process: journal backup DATA TO
 *        │ an agent                               └──────► a process: the hook, after a good backup
 *        └─► BackupStatus: status, metrics; Degradation when it fails
 * </pre>
 *
 * <p>Both are processes of their own, at a low priority: what they read, compute and wait for touches neither the service's
 * heap nor its threads, and the backup is the one that {@code ./bankroll journal backup} makes (docs/adr/0018-backup-process.md).
 */
package bankroll.gateway.backup;
