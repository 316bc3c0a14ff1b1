package bankroll.ledger;

import bankroll.ledger.table.Table;
import bankroll.ledger.table.Tables;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandType;
import bankroll.protocol.Fields;
import bankroll.protocol.Items;
import bankroll.protocol.PlayerItem;
import org.agrona.DirectBuffer;

/**
 * How full the tables are, and whether they can take a command. No table ends in the middle of one: the writer asks
 * before it executes it. One thread, the ledger's; no allocation.
 */
public final class TableRoom {
    private final Tables tables;
    private final Items items = new Items();

    TableRoom(Tables tables) {
        this.tables = tables;
    }

    /** Whether the tables can take whatever a command of this type may add, but for currencies. */
    public boolean isThereFor(CommandType type) {
        return (tables.full() & Table.addedToBy(type)) == 0;
    }

    /** Whether players in the currencies that a command names can be opened. */
    public boolean isThereForCurrencies(DirectBuffer request, int command) {
        return CommandHeader.type(request, command) != CommandType.PLAYERS || isThereForEach(request, command);
    }

    /** The tables that couldn't take the largest command of their kind, as bits of {@link Table}. */
    public int fullTables() {
        return tables.full();
    }

    /** Records of a table that are in use. */
    public int records(Table table) {
        return tables.records(table);
    }

    /** Most records of a table. */
    public int mostRecords(Table table) {
        return tables.mostRecords(table);
    }

    /** Bytes of memory that all tables hold. */
    public long memoryBytes() {
        return tables.memoryBytes();
    }

    /** Each item counts that names an unknown currency; two that name the same one count twice, which only shows at the bound. */
    private boolean isThereForEach(DirectBuffer request, int command) {
        int room = tables.mostRecords(Table.CURRENCIES) - tables.records(Table.CURRENCIES);
        items.wrap(request, command, 0);
        while (room >= 0 && room < items.count() && items.next()) {
            int currency = PlayerItem.currencyOffset(items.item());
            int offset = Fields.textOffset(currency);
            int length = Fields.textLength(request, currency);
            room -= tables.books().find(request, offset, length) >= 0 ? 0 : 1;
        }
        return room >= 0;
    }
}
