package bankroll.ledger.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.ledger.table.FrozenState.StateSource;
import bankroll.ledger.table.FrozenState.StateVisitor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PagedTableTest {
    private static final int RECORDS = 1_000;

    private final PagedTable table = new PagedTable(24, 16);

    @AfterEach
    void close() {
        table.close();
    }

    @Test
    void shouldGiveRecordsOfZerosAlsoWhereAFrozenCopyStoodBefore() {
        fill();
        Consumer<StateVisitor> frozen = table.freeze();
        write(-1);
        assertEquals(RECORDS, numbers(frozen).size());
        table.release();
        for (int i = 0; i < RECORDS; i++) {
            int record = table.append();
            assertEquals(0, UnsafeApi.getLong(table.at(record)));
            assertEquals(0, UnsafeApi.getLong(table.at(record) + 16));
        }
    }

    @Test
    void shouldKeepTheFrozenContentWhileRecordsAreWrittenAndAdded() {
        fill();
        List<Long> before = numbers(table.freeze());
        table.release();
        Consumer<StateVisitor> frozen = table.freeze();
        write(7);
        fill();
        assertEquals(before, numbers(frozen));
        assertEquals(8, UnsafeApi.getLong(table.at(1)));
        table.release();
    }

    @Test
    void shouldBeTheSameWhenLoadedFromWhatWasFrozen() {
        fill();
        List<Long> content = numbers(table.freeze());
        table.release();
        PagedTable loaded = new PagedTable(24, 16);
        try (loaded) {
            loaded.load(source(content));
            assertEquals(RECORDS, loaded.size());
            assertEquals(content, numbers(loaded.freeze()));
        }
    }

    @Test
    void shouldRefuseARecordThatIsNotThere() {
        fill();
        assertThrows(IndexOutOfBoundsException.class, () -> table.at(-1));
        assertThrows(IndexOutOfBoundsException.class, () -> table.own(100 * RECORDS));
    }

    private void fill() {
        for (int i = 0; i < RECORDS; i++) {
            UnsafeApi.putLong(table.own(table.append()), i);
        }
    }

    private void write(int offset) {
        for (int record = 0; record < RECORDS; record++) {
            UnsafeApi.putLong(table.own(record), record + offset);
            UnsafeApi.putLong(table.own(record) + 16, offset);
        }
    }

    private static List<Long> numbers(Consumer<StateVisitor> part) {
        List<Long> numbers = new ArrayList<>();
        part.accept(new StateVisitor() {
            @Override
            public void section(int recordBytes, int records) {
                assertEquals(24, recordBytes);
            }

            @Override
            public void bytes(DirectBuffer buffer, int offset, int length) {
                for (int at = 0; at < length; at += 24) {
                    numbers.add(buffer.getLong(offset + at));
                }
            }

            @Override
            public void number(long value) {
                throw new AssertionError("a table has no numbers of its own");
            }
        });
        return numbers;
    }

    private static StateSource source(List<Long> content) {
        return new StateSource() {
            private int next;

            @Override
            public int section(int recordBytes) {
                return content.size();
            }

            @Override
            public void bytes(MutableDirectBuffer target, int offset, int length) {
                for (int at = 0; at < length; at += 24) {
                    target.putLong(offset + at, content.get(next++));
                }
            }

            @Override
            public long number() {
                throw new AssertionError("a table has no numbers of its own");
            }

            @Override
            public void end() {
                throw new AssertionError("a table is not the whole state");
            }
        };
    }
}
