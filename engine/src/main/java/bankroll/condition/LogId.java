package bankroll.condition;

import java.util.Locale;
import org.slf4j.Marker;
import org.slf4j.MarkerFactory;

/**
 * The ids of lines that somebody should see: each WARN and ERROR of ours carries one, as its marker, and docs/troubleshoot.md
 * says what it means and what to do. An id stays what it is: alarms hang on it.
 */
public enum LogId {
    /** The process stopped by itself: an append or a force failed, or the ledger broke an invariant. */
    STOPPED,
    /** A part does less than it should, all else goes on; its name stands in the line. */
    DEGRADED,
    /** So many things are degraded that no more are told. */
    DEGRADED_MUCH,
    /** No room for the journal's next file: bookings get 503, reads go on. */
    DISK_FULL,
    /** The same, found at a start: this start only reads. */
    DISK_FULL_AT_START,
    /** The disk went below its low-water mark, or above it again; the line says whether bookings are taken. */
    DISK_LOW,
    /** There is room again, bookings are taken. */
    DISK_ROOM_AGAIN,
    /** Bookings waited for the journal's next file: the disk is slower than they are. */
    NEXT_FILE_AWAITED,
    /** Requests are under way and nothing was answered for four seconds. */
    STANDSTILL,
    /** A bound of memory or records: what needs more is refused, reads go on. */
    TABLES_FULL,
    /** 80, 90 or 95 % of a bound are used, or less than seven days are left. */
    TABLES_FILL_UP,
    /** Everything is taken again. */
    TABLES_ROOM_AGAIN,
    /** The machine's clock stepped ahead, or the machine was suspended. */
    CLOCK_STEPPED_FORWARD,
    /** The machine's clock is behind the latest entry; bookings keep that entry's time. */
    CLOCK_BEHIND,
    /** ledger.time-zone was changed; limits follow it when what has begun ends. */
    TIME_ZONE_CHANGED,
    /** The start set a torn tail aside or made the manifest anew; nothing acknowledged was touched. */
    JOURNAL_MENDED,
    /** The list of the journal's files can't be written; it is tried again, and a start can do without. */
    MANIFEST_NOT_WRITTEN,
    /** The journal begins behind the entry whose chain value is known. */
    CHAIN_NOT_CONTINUED,
    /** No journal files are removed: no snapshot is fit to begin from. */
    RETENTION_SKIPPED,
    /** A snapshot is damaged or doesn't fit; the start takes an older one, or the journal. */
    SNAPSHOT_NOT_USED,
    /** A snapshot of another journal was renamed. */
    SNAPSHOT_SET_ASIDE,
    /** Older snapshots can't be deleted. */
    SNAPSHOTS_NOT_REMOVED,
    /** What a killed process had begun can't be deleted. */
    SNAPSHOT_PART_LEFT,
    /** An answer could not be handed back: a defect. */
    ANSWER_LOST,
    /** A request ended with 500 or 503: a defect. */
    REQUEST_FAULT,
    /** A connection was closed after a defect. */
    CONNECTION_FAULT,
    /** A connection was closed for want of direct memory. */
    CONNECTION_NO_MEMORY,
    /** Fewer connections than configured: descriptors or heap don't allow more. */
    CONNECTIONS_LOWERED,
    /** An address presented too many wrong tokens and must wait. */
    TOKENS_GUESSED,
    /** SIGHUP can't be heard. */
    HANGUP_NOT_HEARD,
    /** The configuration could not be read again; the old one is in force. */
    RELOAD_REFUSED,
    /** Something in the configuration works and should not stay so. */
    CONFIGURATION,
    /** The stop failed; what was acknowledged is in the journal. */
    CLOSE_FAILED,
    /** New files get the permissions that the umask leaves: native libraries can't be loaded. */
    UMASK_KEPT,
    /** Permissions can't be read or changed. */
    PERMISSIONS_UNKNOWN,
    /** Other users of this machine can get at the data. */
    FILES_OPEN_TO_OTHERS,
    /** systemd can't be told how the service stands. */
    SUPERVISOR_UNREACHABLE,
    /** The scheduled backup ended with a defect; the next one is tried at its time. */
    BACKUP_FAULT,
    /** Something failed in the log that several nodes share; it goes on. */
    CLUSTER_FAULT,
    /** A new log waits for other nodes before it begins: the line names them. */
    CLUSTER_FORMING,
    /** A node of a cluster was started without it, has taken the rest of its own log, and can't go back. */
    CLUSTER_LEFT,
    /** This node led without room on its disk, and asked another one to lead. */
    LEAD_PASSED_ON;

    private final Marker marker =
            MarkerFactory.getMarker(name().toLowerCase(Locale.ROOT).replace('_', '-'));

    /** For the logger, before the words. */
    public Marker marker() {
        return marker;
    }
}
