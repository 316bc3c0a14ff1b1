/**
 * What the journal's directory holds besides frames, and who may work in it: names, manifest, forced mark, lock.
 *
 * <pre>
 *  journal/
 *    LOCK                     held by the one process that writes (its pid inside)
 *    manifest                 every closed file with its first and last frame; and the file that is open
 *    forced.mark              the highest sequence known to be on disk
 *    00000001/                one directory per start of the process, named by its first file
 *      19700102F.cq4          file 1; Chronicle's names count days since 1970, ours is the number
 *      19700103F.cq4          file 2
 *    set-aside/               torn tails, kept for the operator
 * </pre>
 *
 * <p>A process never opens a file of an earlier one for writing, and Chronicle never even sees it: its appender would
 * write end marks into older files and rename those it can't read.
 */
package bankroll.journal.files;
