package bankroll.ledger.table;

import java.util.Arrays;

/** How many records each table may have: {@link Table#mostRecords()}, or fewer in a test. Immutable. */
public final class TableLimits {
    /** As many as the layouts allow. */
    public static final TableLimits DEFAULT = new TableLimits(
            Arrays.stream(Table.values()).mapToInt(Table::mostRecords).toArray());

    private final int[] most;

    private TableLimits(int[] most) {
        this.most = most;
    }

    /** Most records of a table. */
    public int most(Table table) {
        return most[table.ordinal()];
    }

    /** The same with another limit of one table. */
    public TableLimits with(Table table, int records) {
        int[] changed = most.clone();
        changed[table.ordinal()] = records;
        return new TableLimits(changed);
    }
}
