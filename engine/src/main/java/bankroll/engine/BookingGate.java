package bankroll.engine;

import bankroll.journal.DiskWatch;
import bankroll.journal.Journal;
import bankroll.ledger.TableRoom;
import bankroll.ledger.table.Table;
import bankroll.protocol.CommandType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Why commands are refused before they are decided: the one place where each reason is looked at, for submit, the writer,
 * the status, readiness and the metrics. An obstacle is left behind as soon as its reason is over.
 *
 * <p>The tables are the writer's: it publishes their figures between requests, and asks exactly before each. Nothing here
 * allocates on its way. {@link #admits} and {@link #publish} are the writer's, all others for any thread.
 */
final class BookingGate {
    private static final Table[] TABLES = Table.values();

    /** A look at all tables costs a tenth of a microsecond. */
    private static final int TURNS_PER_LOOK = 64;

    private final TableRoom room;
    private final Journal journal;
    private final DiskWatch disk;
    private final long tableBytesAllowed;
    private final AtomicLongArray records = new AtomicLongArray(TABLES.length);
    private volatile boolean isStopping;
    private volatile long tableBytes;
    private volatile int fullTables;
    private int turns;

    BookingGate(TableRoom room, Journal journal, DiskWatch disk, long tableBytesAllowed) {
        this.room = room;
        this.journal = journal;
        this.disk = disk;
        this.tableBytesAllowed = tableBytesAllowed;
        publish();
    }

    /** From now on nothing is taken. */
    void stop() {
        isStopping = true;
    }

    /** Whether a command or question of this type may be handed to the writer. */
    boolean takes(CommandType type) {
        if (isStopping) {
            return false;
        }
        return type.isQuestion()
                || disk.acceptsBookings()
                        && (tableBytes < tableBytesAllowed || !Table.isBoundByMemory(type))
                        && (fullTables & Table.addedToBy(type)) == 0;
    }

    /** Whether the journal, the memory and every table have room for whatever this command may come to. */
    boolean admits(Request request) {
        boolean admitted = journal.hasRoom(request.longestFrame())
                && (room.memoryBytes() < tableBytesAllowed || !Table.isBoundByMemory(request.type()))
                && room.isThereFor(request.frame(), Request.COMMAND_OFFSET);
        if (!admitted) {
            publish();
        }
        return admitted;
    }

    /** Between two turns of the writer. */
    void turn(int taken) {
        if (taken == 0 || ++turns % TURNS_PER_LOOK == 0) {
            publish();
        }
    }

    /** Shows the other threads how the tables stand. */
    void publish() {
        for (Table table : TABLES) {
            records.lazySet(table.ordinal(), room.records(table));
        }
        long bytes = room.memoryBytes();
        if (bytes != tableBytes) {
            tableBytes = bytes;
        }
        int full = room.fullTables();
        if (full != fullTables) {
            fullTables = full;
        }
    }

    /** Whether bookings are taken. */
    boolean takesBookings() {
        return takes(CommandType.TRANSACTIONS);
    }

    /** All that stands in the way now; empty when nothing does. */
    List<Obstacle> obstacles() {
        List<Obstacle> obstacles = new ArrayList<>();
        if (isStopping) {
            obstacles.add(new Obstacle(Obstacle.Kind.STOPPING, true, "the service stops"));
        }
        if (!disk.acceptsBookings()) {
            obstacles.add(new Obstacle(
                    Obstacle.Kind.DISK,
                    true,
                    "changes are refused: " + disk.usableBytes() + " bytes are free for the journal, low-water mark "
                            + disk.lowWaterBytes() + "; make room on its disk"));
        }
        if (tableBytes >= tableBytesAllowed) {
            obstacles.add(new Obstacle(
                    Obstacle.Kind.MEMORY,
                    true,
                    "bookings, players, sessions and launch codes are refused: the tables hold " + tableBytes
                            + " bytes, engine.table-memory-bytes allows " + tableBytesAllowed
                            + "; start with a higher bound on a machine with the memory for it"));
        }
        for (Table table : TABLES) {
            if ((fullTables & table.bit()) != 0) {
                obstacles.add(fullTable(table));
            }
        }
        return obstacles;
    }

    /** Records of a table as they were published last. */
    long records(Table table) {
        return records.get(table.ordinal());
    }

    /** Most records of a table. */
    long mostRecords(Table table) {
        return room.mostRecords(table);
    }

    /** Bytes of all tables as they were published last. */
    long tableBytes() {
        return tableBytes;
    }

    /** Bytes that the tables may hold. */
    long tableBytesAllowed() {
        return tableBytesAllowed;
    }

    private Obstacle fullTable(Table table) {
        boolean refusesBookings = (Table.addedToBy(CommandType.TRANSACTIONS) & table.bit()) != 0;
        String words = table.refused() + " are refused: there are " + records(table) + " " + table.label()
                + ", and a table holds at most " + mostRecords(table)
                + "; nothing helps but a release with larger tables";
        return new Obstacle(Obstacle.Kind.RECORDS, refusesBookings, words);
    }
}
