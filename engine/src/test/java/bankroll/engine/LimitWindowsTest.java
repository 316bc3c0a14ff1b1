package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import bankroll.journal.reading.JournalDirectory;
import bankroll.ledger.Asked;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.protocol.CommandHeader.Origin;
import bankroll.protocol.Fields;
import bankroll.protocol.IdHasher;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.LimitWindows;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.OutcomeRecord;
import bankroll.protocol.PlayerCommand;
import bankroll.protocol.PlayerItem;
import bankroll.protocol.Profile;
import bankroll.protocol.TransactionItem;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.Agent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** When the service records new windows of limits: the writer and its clock, one turn after the other. */
class LimitWindowsTest {
    @TempDir
    private Path data;

    private final List<Agent> agents = new ArrayList<>();
    private long nowMs = at("2026-11-24T12:00:00Z");
    private String zone = "Europe/Berlin";
    private int id;
    private Engine engine;

    @Test
    void shouldRecordWindowsBeforeTheFirstBookingInThem() {
        start();
        open("ann");
        win("ann");
        win("ann");
        nowMs = at("2026-11-24T22:59:59.999Z");
        win("ann");
        nowMs++;
        win("ann");
        win("ann");
        engine.close();

        assertEquals(
                List.of(
                        "SETTINGS",
                        "PLAYERS",
                        "WINDOWS",
                        "TRANSACTIONS",
                        "TRANSACTIONS",
                        "TRANSACTIONS",
                        "WINDOWS",
                        "TRANSACTIONS",
                        "TRANSACTIONS"),
                types());
        LimitWindows last = lastWindows();
        assertEquals(at("2026-11-24T23:00:00Z"), last.day().startMs());
        assertEquals(at("2026-11-25T23:00:00Z"), last.day().endMs());
        assertEquals(at("2026-11-22T23:00:00Z"), last.week().startMs());
        assertEquals("Europe/Berlin", last.timeZone());
    }

    @Test
    void shouldRecordNothingForQuestionsWhileNobodyPlays() {
        start();
        open("ann");
        win("ann");
        nowMs += 40 * 86_400_000L;
        assertEquals(Outcome.OK, ask("ann"));
        engine.close();

        assertEquals(List.of("SETTINGS", "PLAYERS", "WINDOWS", "TRANSACTIONS"), types());
    }

    @Test
    void shouldKeepTheWindowsOverARestartWithinThem() {
        start();
        open("ann");
        win("ann");
        engine.close();
        start();
        win("ann");
        engine.close();

        assertEquals(List.of("SETTINGS", "PLAYERS", "WINDOWS", "TRANSACTIONS", "SETTINGS", "TRANSACTIONS"), types());
    }

    @Test
    void shouldBeginTheWindowsOfTodayAfterDaysOfDowntime() {
        start();
        open("ann");
        win("ann");
        engine.close();
        nowMs = at("2026-12-06T11:00:00Z");
        start();
        win("ann");
        engine.close();

        LimitWindows last = lastWindows();
        assertEquals(at("2026-12-05T23:00:00Z"), last.day().startMs());
        assertEquals(at("2026-11-29T23:00:00Z"), last.week().startMs());
        assertEquals(at("2026-11-30T23:00:00Z"), last.month().startMs());
    }

    /** A clock that was put back stands still: the window stays until the clock has caught up with its end. */
    @Test
    void shouldStayInTheDayOfAClockThatStands() {
        nowMs = at("2026-11-24T22:59:59.999Z");
        start();
        open("ann");
        win("ann");
        nowMs = at("2026-11-24T10:00:00Z");
        win("ann");
        nowMs = at("2026-11-24T23:00:00Z");
        win("ann");
        engine.close();

        assertEquals(
                List.of("SETTINGS", "PLAYERS", "WINDOWS", "TRANSACTIONS", "TRANSACTIONS", "WINDOWS", "TRANSACTIONS"),
                types());
    }

    @Test
    void shouldSayWhenAChangedTimeZoneTakesEffect() {
        start();
        open("ann");
        win("ann");
        engine.close();
        zone = "America/New_York";
        try (Logged logged = new Logged(Engine.class)) {
            start();

            assertEquals(
                    List.of(
                            "WARN ledger.time-zone is America/New_York and was Europe/Berlin: limits follow it when what"
                                    + " has begun ends, the day at 2026-11-24T23:00:00Z, the week at 2026-11-29T23:00:00Z,"
                                    + " the month at 2026-11-30T23:00:00Z."),
                    logged.lines());
        }
        assertEquals(at("2026-11-30T23:00:00Z"), engine.status().timeZone().pendingUntilMs());
        win("ann");
        nowMs = at("2026-11-24T23:00:00Z");
        win("ann");
        engine.close();

        assertEquals(
                List.of(
                        "SETTINGS",
                        "PLAYERS",
                        "WINDOWS",
                        "TRANSACTIONS",
                        "SETTINGS",
                        "TRANSACTIONS",
                        "WINDOWS",
                        "TRANSACTIONS"),
                types());
        assertEquals(at("2026-11-26T05:00:00Z"), lastWindows().day().endMs());
    }

    private void start() {
        agents.clear();
        EngineContext context = new EngineContext()
                .dataDirectory(data)
                .settings(new LedgerSettings(zone, 3_600_000, 86_400_000, 86_400_000, false, 1_000))
                .clock(() -> nowMs)
                .longestClockStepMs(0)
                .agentHost((agent, idle, failed) -> {
                    agents.add(agent);
                    return () -> {};
                });
        context.journal().fileBytes(32 << 20).lowWaterBytes(0);
        engine = Engine.launch(context);
    }

    private void open(String player) {
        Request request = new Request(published -> {});
        int item = CommandHeader.put(
                request.frame(), Request.COMMAND_OFFSET, CommandType.PLAYERS, 1, Origin.operator("test"));
        Profile profile = new Profile(player, null, null, null, null);
        assertEquals(Outcome.CREATED, call(request, PlayerItem.put(request.frame(), item, hasher(), "EUR", profile)));
    }

    private void win(String player) {
        Request request = new Request(published -> {});
        TransactionItem.Encoder encoder = new TransactionItem.Encoder();
        byte[] platform = "platform".getBytes(StandardCharsets.UTF_8);
        encoder.begin(request.frame(), Request.COMMAND_OFFSET, platform, hasher());
        Asked.credit("win" + id++, player, "1", null).put(encoder);
        assertEquals(Outcome.OK, call(request, encoder.end()));
    }

    private Outcome ask(String player) {
        Request request = new Request(published -> {});
        int item = CommandHeader.put(
                request.frame(), Request.COMMAND_OFFSET, CommandType.PLAYER, 1, Origin.operator("test"));
        return call(
                request,
                PlayerCommand.put(request.frame(), item, hasher(), player).position());
    }

    private Outcome call(Request request, int end) {
        request.commandLength(end - Request.COMMAND_OFFSET);
        assertTrue(engine.submit(request));
        for (Agent agent : agents) {
            if (agent.roleName().equals("ledger") || agent.roleName().equals("journal-syncer")) {
                work(agent);
            }
        }
        agents.stream()
                .filter(agent -> agent.roleName().equals("journal-syncer"))
                .forEach(LimitWindowsTest::work);
        return OutcomeRecord.outcome(request.frame(), request.outcomeOffset(0));
    }

    private static void work(Agent agent) {
        try {
            agent.doWork();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** What the journal holds, in order; the id hash is of the operator, so players are found. */
    private List<String> types() {
        List<String> types = new ArrayList<>();
        try (JournalReader reader = reader()) {
            while (reader.next()) {
                types.add(CommandHeader.type(reader.buffer(), reader.offset() + Frame.HEADER_LENGTH)
                        .name());
            }
        }
        return types;
    }

    private LimitWindows lastWindows() {
        LimitWindows last = null;
        try (JournalReader reader = reader()) {
            while (reader.next()) {
                int command = reader.offset() + Frame.HEADER_LENGTH;
                if (CommandHeader.type(reader.buffer(), command) == CommandType.WINDOWS) {
                    int item = CommandHeader.itemsOffset(reader.buffer(), command);
                    last = LimitWindows.get(new Fields().read(reader.buffer(), item));
                }
            }
        }
        return last;
    }

    private JournalReader reader() {
        return new JournalDirectory(data.resolve(EngineContext.JOURNAL)).reader(1);
    }

    private IdHasher hasher() {
        return new IdHasher(engine.hashKey(), "");
    }

    private static long at(String time) {
        return Instant.parse(time).toEpochMilli();
    }
}
