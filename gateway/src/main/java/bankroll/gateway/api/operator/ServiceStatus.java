package bankroll.gateway.api.operator;

import bankroll.condition.Degradation;
import bankroll.engine.EngineStatus;
import bankroll.engine.EngineStatus.Capacity;
import bankroll.engine.EngineStatus.Obstacle;
import bankroll.engine.Refusal;
import bankroll.gateway.api.Call;
import bankroll.gateway.backup.BackupStatus;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.json.Json;
import bankroll.protocol.Answer;
import bankroll.protocol.CommandHeader.CommandType;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** {@code GET status}: what runs, how its journal stands, and how much there is of everything. */
final class ServiceStatus extends OperatorOperation {
    private final OperatorContext context;
    private final long startedAtMs;
    /** The wall clock may be set. */
    private final long startedNs = System.nanoTime();

    /** Tells of a service that started now. */
    ServiceStatus(OperatorContext context) {
        super("GET", "/status", OperatorRole.READ);
        this.context = context;
        this.startedAtMs = context.clockMs().getAsLong();
    }

    @Override
    public void ask(Call call) {
        call.end(call.start(CommandType.COUNTS, 1));
    }

    @Override
    public void answer(Call call) {
        call.ok(json -> {
            json.writeStringField("version", context.version);
            json.writeStringField("role", call.caller().role().name().toLowerCase(Locale.ROOT));
            EngineStatus status = context.engineStatus.get();
            engine(status, json);
            timeZone(status.timeZone(), json);
            degraded(status.degraded(), json);
            backups(context.backups().get(), json);
            counts(call.request().answer(Answer.Counts.class), json);
            Json.time(json, "started_at", startedAtMs);
            json.writeNumberField("uptime_seconds", TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - startedNs));
        });
    }

    private static void engine(EngineStatus status, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("journal");
        json.writeStringField("ledger", status.ledgerId().text());
        json.writeNumberField("sequence", status.sequence());
        json.writeNumberField("synced_sequence", status.syncedSequence());
        json.writeStringField("chain_head", status.chainHead().toString());
        json.writeStringField("sync", status.syncPolicy());
        json.writeNumberField("entries_appended", status.entriesAppended());
        json.writeEndObject();
        snapshots(status.snapshots(), json);
        json.writeObjectFieldStart("requests");
        json.writeBooleanField("accepting", status.isAccepting());
        json.writeNumberField("in_flight", status.inFlight());
        json.writeNumberField("refused", status.requestsRefused());
        json.writeObjectFieldStart("refused_by");
        for (Map.Entry<Refusal, Long> refused : status.refusedBy().entrySet()) {
            json.writeNumberField(refused.getKey().label(), refused.getValue());
        }
        json.writeEndObject();
        json.writeNumberField("next_file_waits", status.waits().times());
        json.writeNumberField("next_file_waited_ms", status.waits().ms());
        obstacles(status.obstacles(), json);
        json.writeEndObject();
        capacity(status.capacity(), json);
    }

    private static void obstacles(List<Obstacle> obstacles, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("obstacles");
        for (Obstacle obstacle : obstacles) {
            json.writeStartObject();
            json.writeStringField("reason", obstacle.kind().label());
            json.writeBooleanField("refuses_bookings", obstacle.refusesBookings());
            json.writeStringField("detail", obstacle.words());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void capacity(Capacity capacity, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("capacity");
        json.writeObjectFieldStart("table_bytes");
        use(capacity.tableBytes(), json);
        json.writeEndObject();
        json.writeArrayFieldStart("tables");
        for (Capacity.Use table : capacity.tables()) {
            json.writeStartObject();
            json.writeStringField("table", table.name());
            use(table, json);
            json.writeEndObject();
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void use(Capacity.Use use, JsonGenerator json) throws IOException {
        json.writeNumberField("used", use.used());
        json.writeNumberField("allowed", use.allowed());
        if (use.daysLeft() != Capacity.UNKNOWN) {
            json.writeNumberField("days_left", (long) use.daysLeft());
        }
    }

    private static void snapshots(EngineStatus.Snapshots status, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("snapshots");
        json.writeNumberField("sequence", status.sequence());
        json.writeNumberField("failures", status.failures());
        if (status.writtenMs() != 0) {
            Json.time(json, "written_at", status.writtenMs());
            json.writeNumberField("took_ms", status.tookMs());
        }
        if (status.writtenMs() != 0 || !status.failure().isEmpty()) {
            json.writeStringField("result", status.failure().isEmpty() ? "good" : status.failure());
        }
        json.writeEndObject();
    }

    private static void backups(BackupStatus status, JsonGenerator json) throws IOException {
        if (!status.isScheduled()) {
            return;
        }
        json.writeObjectFieldStart("backup");
        json.writeStringField("to", status.to());
        json.writeNumberField("every_seconds", status.everyMs() / 1_000);
        json.writeNumberField("failures", status.failures());
        if (status.lastRunMs() != 0) {
            Json.time(json, "last_run_at", status.lastRunMs());
            json.writeStringField("result", status.failure().isEmpty() ? "good" : status.failure());
            json.writeNumberField("took_ms", status.tookMs());
        }
        if (status.lastGoodMs() != 0) {
            Json.time(json, "last_good_at", status.lastGoodMs());
            json.writeNumberField("sequence", status.lastSequence());
            json.writeNumberField("bytes", status.bytes());
        }
        if (status.hookExitCode() != BackupStatus.NO_HOOK) {
            json.writeNumberField("hook_exit_code", status.hookExitCode());
        }
        json.writeEndObject();
    }

    private void timeZone(EngineStatus.TimeZone zone, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("time_zone");
        json.writeStringField("name", zone.name());
        if (zone.pendingUntilMs() > context.clockMs().getAsLong()) {
            Json.time(json, "limits_follow_it_from", zone.pendingUntilMs());
        }
        json.writeEndObject();
    }

    private static void degraded(List<Degradation.Entry> entries, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart("degraded");
        for (Degradation.Entry entry : entries) {
            json.writeStartObject();
            json.writeStringField("part", entry.part().label());
            json.writeStringField("what", entry.what());
            Json.time(json, "since", entry.sinceMs());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static void counts(Answer.Counts counts, JsonGenerator json) throws IOException {
        json.writeObjectFieldStart("counts");
        json.writeNumberField("players", counts.players());
        json.writeNumberField("transactions", counts.transactions());
        json.writeNumberField("sessions", counts.sessions());
        json.writeNumberField("launch_codes", counts.launchCodes());
        json.writeNumberField("table_bytes", counts.tableBytes());
        json.writeEndObject();
    }
}
