package bankroll.gateway.operator;

import bankroll.engine.EngineStatus;
import bankroll.protocol.CountsAnswer;
import java.util.Locale;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** {@code GET status}: what runs, how its journal stands, and how much there is of everything. */
final class StatusEncoder implements CallEncoder {
    private final String version;
    private final long startedAtMs;
    private final LongSupplier clockMs;
    private final Supplier<EngineStatus> engine;

    /** Tells of a service of this version that started now. */
    StatusEncoder(String version, LongSupplier clockMs, Supplier<EngineStatus> engine) {
        this.version = version;
        this.startedAtMs = clockMs.getAsLong();
        this.clockMs = clockMs;
        this.engine = engine;
    }

    @Override
    public void encode(OperatorCall call, JsonWriter json) {
        json.begin().text("version", version).text("role", role(call));
        engine(engine.get(), json);
        counts((CountsAnswer) call.request().answer(), json);
        json.time("started_at", startedAtMs)
                .number("uptime_seconds", Math.max(0, clockMs.getAsLong() - startedAtMs) / 1000)
                .end();
    }

    private static String role(OperatorCall call) {
        return call.token().role().name().toLowerCase(Locale.ROOT);
    }

    private static void engine(EngineStatus status, JsonWriter json) {
        json.begin("journal")
                .number("sequence", status.sequence())
                .number("synced_sequence", status.syncedSequence())
                .text("chain_head", status.chainHead().toString())
                .text("sync", status.syncPolicy())
                .number("entries_appended", status.entriesAppended())
                .end();
        json.begin("requests")
                .flag("accepting", status.isAccepting())
                .number("in_flight", status.inFlight())
                .number("refused", status.requestsRefused())
                .end();
    }

    private static void counts(CountsAnswer counts, JsonWriter json) {
        json.begin("counts")
                .number("players", counts.players())
                .number("transactions", counts.transactions())
                .number("sessions", counts.sessions())
                .number("launch_codes", counts.launchCodes())
                .number("table_bytes", counts.tableBytes())
                .end();
    }
}
