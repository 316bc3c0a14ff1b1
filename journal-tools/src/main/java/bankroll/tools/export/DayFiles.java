package bankroll.tools.export;

import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.Outcome.Effect;
import bankroll.tools.entry.AccountCurrencies;
import bankroll.tools.entry.Calendar;
import bankroll.tools.entry.Filter;
import bankroll.tools.entry.Item;
import bankroll.tools.export.ExportManifest.ExportedFile;
import bankroll.tools.source.FrameHandler;
import bankroll.tools.source.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.agrona.DirectBuffer;

/**
 * Bookings into one file a day. A file has its name only when it is whole; until then it ends in {@code .part}. One
 * thread.
 */
public final class DayFiles implements FrameHandler, AutoCloseable {
    private static final String PART = ".part";

    private final Path directory;
    private final ExportFormat format;
    private final List<Column> columns;
    private final Filter filter;
    private final Span span;
    private final AccountCurrencies accounts;
    private final Calendar calendar;
    private final ExportManifest manifest;
    private final Item item = new Item();
    private BookingFile file;
    private ExportedFile current;
    private RunningHash hash;
    private long day = Long.MIN_VALUE;

    /**
     * Prepares.
     *
     * @param directory where the files go
     * @param format CSV or Parquet
     * @param columns which columns
     * @param filter which bookings
     * @param span of which entries; those before are needed, too, because they opened the accounts
     * @param accounts those that are known already
     * @param zone whose days
     */
    public DayFiles(
            Path directory,
            ExportFormat format,
            List<Column> columns,
            Filter filter,
            Span span,
            AccountCurrencies accounts,
            ZoneId zone) {
        this.directory = directory;
        this.format = format;
        this.columns = List.copyOf(columns);
        this.filter = filter;
        this.span = span;
        this.accounts = accounts;
        calendar = new Calendar(zone);
        manifest = new ExportManifest(format, columns, zone);
    }

    @Override
    public boolean onFrame(DirectBuffer buffer, int offset, int length) {
        item.wrap(buffer, offset);
        boolean isWanted = span.contains(item.sequence(), item.timeMs());
        if (isWanted) {
            manifest.entry(item.sequence(), item.timeMs());
        }
        if (isWanted || item.commandType() == CommandType.PLAYERS) {
            while (item.next()) {
                take(isWanted);
            }
        }
        return true;
    }

    private void take(boolean isWanted) {
        accounts.note(item);
        // what did nothing is no booking: a copy that came again, a mismatch, a retry
        if (isWanted && item.type().isBooking() && item.effect() != Effect.NONE && filter.matches(item)) {
            add();
        }
    }

    /** Completes the last file and tells what was written; the manifest is still to be saved. */
    public ExportManifest finish() {
        finishFile();
        return manifest;
    }

    /** Removes what is not whole. */
    @Override
    public void close() {
        if (file != null) {
            abandon();
        }
    }

    private void add() {
        long itemDay = calendar.day(item.timeMs());
        try {
            if (itemDay != day || file == null) {
                finishFile();
                begin(itemDay);
            }
            file.add(item);
        } catch (IOException e) {
            throw Unwritten.of(current.path, e);
        }
        current.count(item.sequence());
    }

    private void begin(long itemDay) throws IOException {
        day = itemDay;
        String name = "bookings-" + LocalDate.ofEpochDay(itemDay) + "." + format.ending();
        current = new ExportedFile(directory.resolve(name));
        file = format.create(part(), columns, accounts);
        hash = new RunningHash(part());
    }

    private void finishFile() {
        if (file == null) {
            return;
        }
        try {
            file.close();
            current.guardedCells = file.guardedCells();
            current.measure(part(), hash);
            Files.move(part(), current.path, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException e) {
            throw Unwritten.of(current.path, e);
        }
        file = null;
        manifest.add(current);
    }

    private void abandon() {
        hash.close();
        try {
            file.close();
        } catch (IOException | RuntimeException e) {
            // the first failure is the one that is told
        }
        try {
            Files.deleteIfExists(part());
        } catch (IOException e) {
            throw new UncheckedIOException("can't remove " + part(), e);
        }
    }

    private Path part() {
        return current.path.resolveSibling(current.path.getFileName() + PART);
    }
}
