package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.tools.console.JsonTree;
import bankroll.tools.service.PlatformList;
import bankroll.tools.service.ServiceJournal;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every command on a journal that the real service made, held against what the platforms sent and were answered. A
 * million bookings: {@code mvn -pl journal-tools -am test -Dtest=ServiceJournalTest -Dbankroll.bookings=1000000
 * -Dsurefire.failIfNoSpecifiedTests=false}.
 */
class ServiceJournalTest {
    private static final Set<String> TRANSACTIONS = Set.of("debit", "credit", "rollback");

    private final ServiceJournal source = ServiceJournal.get();

    @TempDir
    Path temporary;

    @Test
    void shouldCountWhatWasSentByTypeAndOutcome() {
        Map<String, Object> info = json("info", source.data());

        Map<String, Long> counts = new TreeMap<>();
        long sent = 0;
        for (Map<?, ?> row : rows(info, "items")) {
            if (TRANSACTIONS.contains(row.get("type"))) {
                sent += (Long) row.get("count");
                counts.put(row.get("type") + " " + row.get("status"), (Long) row.get("count"));
            }
        }
        assertEquals(source.sent(), sent);
        listed().forEach((kind, count) -> assertTrue(counts.getOrDefault(kind, 0L) >= count, kind + " " + counts));
        assertEquals(2L, info.get("starts"));
        assertEquals("none", info.get("sync_policy"));
        assertEquals(2, rows(info, "snapshots").size());
        assertEquals(info.get("chain_head"), json("verify", source.data()).get("chain_head"));
    }

    @Test
    void shouldHaveBookingsOfEveryKind() {
        Set<String> kinds = Set.of(
                "debit ok",
                "debit insufficient_funds",
                "debit session_invalid",
                "debit player_blocked",
                "debit limit_exceeded",
                "debit rolled_back",
                "credit ok",
                "credit reference_not_found",
                "rollback ok");
        assertTrue(listed().keySet().containsAll(kinds), listed().toString());
    }

    @Test
    void shouldProveItAndFindTheServicesOwnBooks() throws IOException {
        Map<String, Object> verified = json("verify", source.data());

        assertEquals("good", verified.get("result"));
        assertEquals("good", verified.get("frames"));
        assertEquals(2L, verified.get("snapshots_proved"));
        Map<String, Object> told = JsonTree.read(source.trialBalance().getBytes(StandardCharsets.UTF_8));
        assertEquals(byCurrency(rows(told, "currencies")), byCurrency(rows(verified, "trial_balance")));
        assertEquals(verified.get("digest"), json("state", source.data()).get("digest"));
    }

    @Test
    void shouldAgreeWithThePlatformsOwnLists() {
        source.lists().forEach((name, list) -> {
            Called called = journal("reconcile", source.data(), list.file(), "--platform", name, "--quiet");
            assertEquals(0, called.exitCode(), called::toString);
            assertEquals("0", called.value("differences"));
            assertEquals(String.format(Locale.ROOT, "%,d", list.records()), called.value("same"));
        });
    }

    @Test
    void shouldReportTheRevenueThatTheHouseHas() {
        Called called = journal("report", "ggr", source.data(), "--split", "platform", "--json", "--quiet");
        Map<String, BigInteger> revenue = new TreeMap<>();
        for (Map<?, ?> row : rows(tree(called), "lines")) {
            revenue.merge((String) row.get("currency"), number(row.get("ggr")), BigInteger::add);
        }
        Map<String, BigInteger> house = new TreeMap<>();
        for (Map<?, ?> row : rows(json("state", source.data()), "trial_balance")) {
            house.put((String) row.get("currency"), number(row.get("house")));
        }
        assertEquals(house, revenue);
    }

    @Test
    void shouldExportEveryBookingOnce() throws IOException {
        long expected = source.lists().values().stream()
                .mapToLong(PlatformList::records)
                .sum();
        for (String format : List.of("csv", "parquet")) {
            Path out = temporary.resolve(format);
            Called called = journal(
                    "export",
                    source.data(),
                    out,
                    "--format",
                    format,
                    "--type",
                    "debit,credit,rollback",
                    "--json",
                    "--quiet");
            assertEquals(0, called.exitCode(), called::toString);
            assertEquals(expected, tree(called).get("rows"));
            assertTrue(Files.exists(out.resolve("manifest.json")), format);
        }
    }

    @Test
    void shouldDumpAndTraceWhatWasSent() throws IOException {
        Called called = journal(
                "dump", source.data(), "--from-sequence", 60, "--type", "debit", "--limit", 300, "--json", "--quiet");
        assertEquals(0, called.exitCode(), called::toString);
        assertEquals(300, called.lines().size());
        Map<String, Object> last = JsonTree.read(called.lines().get(299).getBytes(StandardCharsets.UTF_8));
        Called traced = journal("trace", source.data(), last.get("transaction_id"), "--quiet");
        assertEquals(0, traced.exitCode(), traced::toString);
        assertTrue(traced.out().contains("entry " + last.get("sequence") + "." + last.get("item")), traced::toString);
    }

    @Test
    void shouldBackUpRestoreAndReplayToTheSameState() {
        Path backup = temporary.resolve("backup");
        Path restored = temporary.resolve("restored");
        String digest = (String) json("state", source.data()).get("digest");

        assertEquals(0, journal("backup", source.data(), backup, "--quiet").exitCode());
        assertEquals(digest, json("restore", backup, restored).get("digest"));
        assertEquals("the same", json("diff", source.data(), restored).get("result"));
        assertEquals(
                digest, json("replay", restored, temporary.resolve("replayed")).get("digest"));
        assertEquals(
                "good", json("snapshot", "check", temporary.resolve("replayed")).get("result"));
        Called repaired = journal("repair", restored, "--yes", "--quiet");
        assertEquals("nothing had to be repaired", repaired.value("result"), repaired::toString);
    }

    @Test
    void shouldTakeListCheckAndPruneSnapshots() {
        Path data = temporary.resolve("data");
        json("replay", source.data(), data, "--to-sequence", "100");
        assertEquals(100L, json("snapshot", "take", data).get("sequence"));
        assertEquals(1, rows(json("snapshot", "list", data), "snapshots").size());
        assertEquals("good", json("snapshot", "check", data).get("result"));
        assertEquals(0L, json("snapshot", "prune", data, "--keep", "1").get("deleted"));
    }

    private Map<String, Long> listed() {
        Map<String, Long> all = new TreeMap<>();
        source.lists().values().forEach(list -> list.counts().forEach((kind, n) -> all.merge(kind, n, Long::sum)));
        return all;
    }

    private static Map<String, List<BigInteger>> byCurrency(List<Map<?, ?>> rows) {
        Map<String, List<BigInteger>> books = new TreeMap<>();
        for (Map<?, ?> row : rows) {
            books.put(
                    (String) row.get("currency"),
                    Stream.of("players", "house", "cash", "adjustments", "sum")
                            .map(name -> number(row.get(name)))
                            .toList());
        }
        return books;
    }

    private static BigInteger number(Object text) {
        return new BigInteger(text.toString());
    }

    private static Map<String, Object> json(Object... words) {
        return tree(journal(
                Stream.concat(Stream.of(words), Stream.of("--json", "--quiet")).toArray()));
    }

    private static Map<String, Object> tree(Called called) {
        assertEquals(0, called.exitCode(), called::toString);
        try {
            return JsonTree.read(called.out().getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new AssertionError(called.toString(), e);
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Map<?, ?>> rows(Map<String, Object> answer, String name) {
        return (List<Map<?, ?>>) answer.get(name);
    }
}
