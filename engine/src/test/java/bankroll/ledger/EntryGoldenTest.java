package bankroll.ledger;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.LimitSlot;
import bankroll.protocol.Outcome;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * The bytes of every kind of entry, version 2, for ever: what is written today must be written the same tomorrow, and
 * what was written then must replay to the same state. A new meaning needs a new type or version and lines of its own.
 */
class EntryGoldenTest {
    private static final Golden EVERY_KIND = new Golden("entries-v2.hex", EntryGoldenTest::everyKind);
    private static final Golden SESSION_BOUND =
            new Golden("entries-v2-session-bound.hex", EntryGoldenTest::sessionBound);
    private static final Golden WINDOWS = new Golden("entries-v2-windows.hex", EntryGoldenTest::everyKind);
    /** Each platform hashes its exchanges under a key of its own. */
    private static final Golden EXCHANGE = new Golden("entries-v2-exchange.hex", EntryGoldenTest::everyKind);

    private static final Golden EXCHANGES = new Golden("entries-v2-exchanges.hex", EntryGoldenTest::sessionBound);
    private static final List<Golden> TODAY = List.of(EXCHANGE, EXCHANGES);
    private static final List<Golden> ALL = List.of(EVERY_KIND, SESSION_BOUND, WINDOWS, EXCHANGE, EXCHANGES);
    private static final String DIGEST = "golden-digest";
    private static final long NOW_MS = 1_790_000_000_000L;

    private record Golden(String file, Supplier<List<String>> script) {
        private Path path() {
            return Path.of("src/test/resources/golden", file);
        }
    }

    @Test
    void shouldWriteEveryKindOfEntryAsItAlwaysDid() {
        for (Golden golden : TODAY) {
            List<String> written = golden.script().get();
            if (Boolean.getBoolean("golden.write")) {
                write(golden, written);
            }
            assertEquals(lines(golden), written);
        }
    }

    /** Windows of limits are entries of their own, exchanges are hashed for each platform: all others are as ever. */
    @Test
    void shouldWriteAllOtherEntriesAsTheFirstReleaseDid() {
        assertEquals(others(lines(EVERY_KIND)), others(everyKind()));
    }

    private static List<String> others(List<String> lines) {
        return lines.stream()
                .filter(line -> !line.startsWith(CommandType.WINDOWS.name()))
                .filter(line -> !line.startsWith(CommandType.AUTHENTICATE.name()))
                .filter(line -> !line.startsWith(DIGEST))
                .toList();
    }

    @Test
    void shouldReplayTheOldBytesToTheSameState() {
        for (Golden golden : ALL) {
            List<String> lines = lines(golden);
            try (Ledger ledger = new Ledger(5)) {
                for (String line : lines.subList(0, lines.size() - 1)) {
                    LedgerScript.replay(ledger, HexFormat.of().parseHex(line.split(" ")[2]), line.split(" ")[1]);
                }
                assertEquals(lines.get(lines.size() - 1), DIGEST + " " + ledger.digest());
            }
        }
    }

    @Test
    void shouldRefuseAnEntryOfAnotherVersion() {
        String[] first = lines(EVERY_KIND).get(0).split(" ");
        byte[] entry = HexFormat.of().parseHex(first[2]);
        entry[2] = 1;
        try (Ledger ledger = new Ledger(5)) {
            ConditionException refused =
                    assertThrows(ConditionException.class, () -> LedgerScript.replay(ledger, entry, first[1]));

            assertEquals(ExitCode.DAMAGE, refused.exitCode());
            assertTrue(refused.getMessage().contains("version 1, this program reads version 2"), refused::getMessage);
        }
    }

    /** As it was before sessions had a bound. */
    private static List<String> everyKind() {
        try (LedgerScript script = new LedgerScript(settings(0), NOW_MS)) {
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
            script.block("ann", PlayerCommand.FOR_EVER, false);
            script.unblock("ann");
            assertEquals(Outcome.OK, script.closeSession(session));
            return linesOf(script);
        }
    }

    private static List<String> sessionBound() {
        try (LedgerScript script = new LedgerScript(settings(2), NOW_MS)) {
            script.open("ann", "EUR");
            script.mint("code", "ann", null, true, 60_000);
            String first = script.authenticate("code", "msg_1", "game");
            String second = script.authenticate("code", "msg_2", "game");
            script.authenticate("code", "msg_3", "game");
            assertEquals(Outcome.SESSION_NOT_FOUND, script.closeSession(first));
            assertEquals(Outcome.OK, script.closeSession(second));
            script.authenticate("code", "msg_4", "game");
            return linesOf(script);
        }
    }

    private static LedgerSettings settings(int sessionsPerPlayer) {
        return new LedgerSettings("UTC", 3_600_000, 86_400_000, 86_400_000, false, sessionsPerPlayer);
    }

    private static List<String> linesOf(LedgerScript script) {
        List<String> lines = script.entries();
        lines.add(DIGEST + " " + script.ledger().digest());
        return lines;
    }

    private static List<String> lines(Golden golden) {
        try {
            return Files.readAllLines(golden.path());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Golden golden, List<String> lines) {
        try {
            Files.write(golden.path(), lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
