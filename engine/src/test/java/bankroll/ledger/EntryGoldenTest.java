package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.BlockCommand;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import bankroll.protocol.UnknownVersionException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The bytes of every kind of entry, version 2, for ever: what is written today must be written the same tomorrow, and
 * what was written then must replay to the same state. A new meaning needs a new type or version and lines of its own.
 */
class EntryGoldenTest {
    private static final Path ENTRIES = Path.of("src/test/resources/golden/entries-v2.hex");
    private static final String DIGEST = "golden-digest";
    private static final long NOW_MS = 1_790_000_000_000L;

    @Test
    void shouldWriteEveryKindOfEntryAsItAlwaysDid() {
        List<String> written = script();
        if (Boolean.getBoolean("golden.write")) {
            write(written);
        }
        assertEquals(lines(), written);
    }

    @Test
    void shouldReplayTheOldBytesToTheSameState() {
        List<String> lines = lines();
        try (Ledger ledger = new Ledger(5)) {
            for (String line : lines.subList(0, lines.size() - 1)) {
                LedgerScript.replay(ledger, HexFormat.of().parseHex(line.split(" ")[2]), line.split(" ")[1]);
            }
            assertEquals(lines.get(lines.size() - 1), DIGEST + " " + ledger.digest());
        }
    }

    @Test
    void shouldRefuseAnEntryOfAnotherVersion() {
        String[] first = lines().get(0).split(" ");
        byte[] entry = HexFormat.of().parseHex(first[2]);
        entry[2] = 1;
        try (Ledger ledger = new Ledger(5)) {
            UnknownVersionException refused =
                    assertThrows(UnknownVersionException.class, () -> LedgerScript.replay(ledger, entry, first[1]));

            assertTrue(refused.getMessage().contains("version 1, this program reads version 2"), refused::getMessage);
        }
    }

    private static List<String> script() {
        try (LedgerScript script = new LedgerScript(LedgerSettings.DEFAULT, NOW_MS)) {
            script.open("ann", "EUR");
            script.transfer(new TransferItem.Transfer("d1", "ann", TransferType.DEPOSIT, 1000, false, "EUR", "gift"));
            script.transfer(new TransferItem.Transfer("a1", "ann", TransferType.ADJUSTMENT, 1, true, "EUR", null));
            script.mint("code", "ann", "game", true, 60_000);
            String session = script.authenticate("code", "msg_1", "game");
            script.advance(5);
            script.book(
                    Asked.debit("t1", "ann", session, "100").round("r1"),
                    Asked.debit("t2", "ann", "not one of ours", "9999999999999999999"),
                    Asked.credit("t3", "ann", "250", "t1"),
                    Asked.rollback("t4", "ann", "t1"),
                    Asked.rollback("t5", "ann", "never came"));
            script.limits("ann", Map.of(LimitSlot.STAKE, 10L, LimitSlot.LOSS_WEEK, 20L));
            script.block("ann", BlockCommand.FOR_EVER, false);
            script.unblock("ann");
            assertEquals(Outcome.OK, script.closeSession(session));
            List<String> lines = script.entries();
            lines.add(DIGEST + " " + script.ledger().digest());
            return lines;
        }
    }

    private static List<String> lines() {
        try {
            return Files.readAllLines(ENTRIES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(List<String> lines) {
        try {
            Files.write(ENTRIES, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
