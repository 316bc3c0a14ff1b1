package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.journal.CorruptJournalException;
import bankroll.protocol.Fields;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.TransactionField;
import bankroll.protocol.TransactionItem;
import bankroll.protocol.TransferItem;
import bankroll.tools.JournalScript.Spoiling;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.agrona.DirectBuffer;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checksums are right, but a text reaches out of its item: whoever reads it reads another item, or behind the file. */
class ForgedTextsTest {
    private static final long SEQUENCE = 8;

    private static final Map<String, Story> STORIES = new TreeMap<>(Map.of(
            "a game that is longer than its debit",
            debit((buffer, item) ->
                    buffer.putByte(TransactionItem.string(buffer, item, TransactionField.GAME_ID), (byte) 200)),
            "a game that is longer than the file",
            debit((buffer, item) -> {
                int at = TransactionItem.string(buffer, item, TransactionField.GAME_ID);
                buffer.putByte(at, (byte) 255);
                buffer.putInt(at + 1, Integer.MAX_VALUE);
            }),
            "a round of less than no length",
            debit((buffer, item) -> {
                int at = TransactionItem.string(buffer, item, TransactionField.ROUND_ID);
                buffer.putByte(at, (byte) 255);
                buffer.putInt(at + 1, -40);
            }),
            "a round that is shorter than its place",
            debit((buffer, item) ->
                    buffer.putByte(TransactionItem.string(buffer, item, TransactionField.ROUND_ID), (byte) 2)),
            "a debit that reaches into its outcome",
            debit((buffer, item) -> {
                int at = TransactionItem.string(buffer, item, TransactionField.ROUND_ID);
                buffer.putByte(at, (byte) (buffer.getByte(at) + 16));
                buffer.putInt(item, buffer.getInt(item) + 16);
            }),
            "a reason that is longer than its deposit",
            new Story(
                    (script, session) -> script.deposit("anna", 5),
                    (buffer, item) ->
                            buffer.putShort(behind(buffer, TransferItem.currencyOffset(item), 3), (short) 60_000)),
            "a player without a currency",
            new Story(
                    (script, session) -> script.open("carl"),
                    (buffer, item) -> buffer.putShort(PlayerItem.currencyOffset(item), (short) 0xffff)),
            "a reason that is longer than its block",
            new Story(
                    (script, session) -> script.block("anna"),
                    (buffer, item) -> buffer.putShort(behind(buffer, item + 16, 1) + 9, (short) 900))));

    @TempDir
    private Path temporary;

    /** Tells what is to be spoilt. */
    private interface Plot {
        void tell(JournalScript script, String session);
    }

    private record Story(Plot plot, Spoiling spoiling) {}

    private static Story debit(Spoiling spoiling) {
        return new Story((script, session) -> script.debit("d", "anna", session, 10), spoiling);
    }

    private static int behind(DirectBuffer buffer, int text, int texts) {
        return new Fields().read(buffer, text).skipTexts(texts).position();
    }

    static Iterable<String> stories() {
        return STORIES.keySet();
    }

    @ParameterizedTest
    @MethodSource("stories")
    void shouldBeNamedAsDamageByStartVerifyAndReports(String name) {
        Path data = temporary.resolve("data");
        try (JournalScript script = new JournalScript(data)) {
            script.openAll("anna", "ben").deposit("anna", 500).deposit("ben", 300);
            String session = script.session("anna", "slots");
            assertEquals(SEQUENCE - 1, script.sequence());
            STORIES.get(name).plot().tell(script.spoilNext(STORIES.get(name).spoiling()), session);
        }

        Called verified = journal("verify", data, "--quiet");
        assertEquals(1, verified.exitCode(), verified::toString);
        assertTrue(verified.out().contains(SEQUENCE + "  it can't be read: item 0: "), verified::toString);
        for (List<Object> words : List.<List<Object>>of(
                List.of("report", "ggr", data, "--quiet"),
                List.of("dump", data, "--quiet"),
                List.of("trace", data, "dep-3", "--quiet"),
                List.of("export", data, temporary.resolve("export"), "--quiet"))) {
            Called called = journal(words.toArray());
            assertEquals(1, called.exitCode(), called::toString);
            assertTrue(
                    called.err().contains("where sequence 8 must stand: this entry can't be read: item 0: "),
                    called::toString);
            assertTrue(called.err().contains("entries up to 7 are good"), called::toString);
        }
        CorruptJournalException refused = assertThrows(
                CorruptJournalException.class,
                () -> Engine.launch(new EngineContext().dataDirectory(data)).close());
        assertEquals(SEQUENCE, refused.sequence());
    }
}
