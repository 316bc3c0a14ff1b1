package bankroll.ledger.table;

/** A table whose content is its records. One thread. */
abstract class RecordTable extends StateTable {
    private final PagedTable records;

    RecordTable(PagedTable records) {
        this.records = records;
    }

    /** How many records there are. */
    public int size() {
        return records.size();
    }

    /** Adds a record of zeros and tells its number. */
    final int append() {
        return records.append();
    }

    /** Where a record stands, to read. */
    final long at(int record) {
        return records.at(record);
    }

    /** Where a record stands, to write. */
    final long own(int record) {
        return records.own(record);
    }

    @Override
    long memoryBytes() {
        return records.memoryBytes();
    }

    @Override
    StatePart freeze() {
        return records.freeze();
    }

    @Override
    void release() {
        records.release();
    }

    @Override
    void load(StateSource source) {
        records.load(source);
    }

    @Override
    public void close() {
        records.close();
    }
}
