package bankroll.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.json.Json;
import bankroll.journal.Frame;
import bankroll.journal.JournalReader;
import bankroll.journal.reading.JournalDirectory;
import bankroll.protocol.CommandHeader;
import bankroll.protocol.CommandHeader.CommandType;
import bankroll.tools.console.JsonTree;
import bankroll.tools.service.LiveService;
import bankroll.tools.service.ReleasedData;
import bankroll.tools.service.ServiceJournal;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** docs/upgrade.md: what each release left on its disk is taken as it is, and what this build writes is known to the last one. */
class UpgradeTest {
    private static final Path RELEASED = Path.of("src/test/resources/released");

    @TempDir
    Path temporary;

    static Stream<Path> releases() throws IOException {
        return Files.list(RELEASED)
                .filter(file -> file.toString().endsWith(".zip"))
                .sorted();
    }

    @ParameterizedTest
    @MethodSource("releases")
    void shouldProveWhatAReleaseLeftAndFindTheSameStateInIt(Path release) throws IOException {
        ReleasedData old = ReleasedData.unpack(release, temporary);

        Called verified = Called.journal("verify", old.data(), "--json", "--quiet");

        assertEquals(0, verified.exitCode(), verified::toString);
        assertEquals(facts(old.said(ReleasedData.VERIFIED)), facts(verified.out()));
        for (String platform : LiveService.PLATFORMS) {
            Called same =
                    Called.journal("reconcile", old.data(), old.list(platform), "--platform", platform, "--quiet");
            assertEquals("0", same.value("differences"), same::toString);
        }
    }

    @ParameterizedTest
    @MethodSource("releases")
    void shouldRestoreABackupOfARelease(Path release) throws IOException {
        ReleasedData old = ReleasedData.unpack(release, temporary);

        Called restored = Called.journal("restore", old.backup(), temporary.resolve("restored"), "--json", "--quiet");

        assertEquals(0, restored.exitCode(), restored::toString);
        assertEquals(
                tree(old.said(ReleasedData.VERIFIED)).get("digest"),
                tree(restored.out()).get("digest"));
    }

    @ParameterizedTest
    @MethodSource("releases")
    void shouldServeWhatAReleaseLeftWithItsBalancesAndBookOnIt(Path release) throws IOException {
        ReleasedData old = ReleasedData.unpack(release, temporary);
        String lookedUp = "/transactions/" + bookedId(old);

        try (LiveService service = LiveService.start(old.data(), "journal.sync = none")) {
            String books = service.operator()
                    .call("GET", "/operator/v1/trial-balance", "")
                    .body();
            assertEquals(currencies(old.said(ReleasedData.BOOKS)), currencies(books));
            String found = service.platform("alpha").call("GET", lookedUp, "").body();
            assertEquals("ok", Json.find(found, "status").orElse(found));
            String opened = service.operator()
                    .call(
                            "POST",
                            "/operator/v1/players",
                            "{\"players\":[{\"player_id\":\"new\",\"currency\":\"EUR\"}]}")
                    .body();
            assertTrue(opened.contains("created"), opened);
        }

        Called verified = Called.journal("verify", old.data(), "--quiet");
        assertEquals("good", verified.value("result"), verified::toString);
    }

    /**
     * The way back: a build reads what it writes itself. As long as this one writes no layout and no kind of entry that the last
     * release didn't write, that release reads this one's data. When this fails on purpose, docs/upgrade.md says from which
     * release on there is no way back, and the new release's own directory is added.
     */
    @Test
    void shouldWriteNothingThatTheLastReleaseDoesNotKnow() throws IOException {
        Path last = releases().reduce((first, second) -> second).orElseThrow();
        ReleasedData old = ReleasedData.unpack(last, temporary);

        Set<String> fresh = layouts(ServiceJournal.get().data());
        Called backup = Called.journal("backup", ServiceJournal.get().data(), temporary.resolve("fresh"), "--unforced");
        assertEquals(0, backup.exitCode(), backup::toString);

        Set<String> known = layouts(old.data());
        assertFalse(known.isEmpty());
        old.said(ReleasedData.KINDS).lines().map(name -> "kind " + name).forEach(known::add);
        fresh.removeAll(known);
        assertEquals(Set.of(), fresh, "the last release doesn't know");
        assertEquals(
                tree(Files.readString(old.backup().resolve("backup.json"))).get("version"),
                tree(Files.readString(temporary.resolve("fresh/backup.json"))).get("version"));
    }

    /** Everything that has a version in a data directory, and the kinds of entries. */
    private static Set<String> layouts(Path data) throws IOException {
        Set<String> layouts = new TreeSet<>();
        Path journal = data.resolve("journal");
        try (JournalReader reader = new JournalDirectory(journal).reader(1)) {
            while (reader.next()) {
                int command = reader.offset() + Frame.HEADER_LENGTH;
                layouts.add("frame " + reader.buffer().getShort(reader.offset() + 4, ByteOrder.LITTLE_ENDIAN));
                layouts.add("command " + CommandHeader.version(reader.buffer(), command));
                layouts.add("kind " + CommandType.of(reader.buffer().getShort(command)));
            }
        }
        layouts.add(Files.readAllLines(journal.resolve("manifest")).get(0));
        layouts.add("mark of " + Files.size(journal.resolve("forced.mark")) + " bytes");
        try (Stream<Path> snapshots = Files.list(data.resolve("snapshots"))) {
            for (Path snapshot : snapshots.toList()) {
                ByteBuffer head = ByteBuffer.wrap(Files.readAllBytes(snapshot)).order(ByteOrder.LITTLE_ENDIAN);
                layouts.add("snapshot " + head.getShort(4));
            }
        }
        return layouts;
    }

    /** A debit that the platform was told is booked. */
    private static String bookedId(ReleasedData old) throws IOException {
        return Files.readAllLines(old.list("alpha")).stream()
                .filter(line -> line.contains(",debit,") && line.endsWith(",ok"))
                .map(line -> line.substring(0, line.indexOf(',')))
                .filter(id -> id.matches("[A-Za-z0-9-]+"))
                .findFirst()
                .orElseThrow();
    }

    private static Map<String, Object> facts(String verified) throws IOException {
        Map<String, Object> facts = tree(verified);
        facts.keySet()
                .retainAll(List.of("entries", "last_sequence", "chain_head", "bookings", "digest", "trial_balance"));
        assertEquals(6, facts.size(), verified);
        return facts;
    }

    private static Object currencies(String books) throws IOException {
        return tree(books).get("currencies");
    }

    private static Map<String, Object> tree(String json) throws IOException {
        return new LinkedHashMap<>(JsonTree.read(json.getBytes(StandardCharsets.UTF_8)));
    }
}
