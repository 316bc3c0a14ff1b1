package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ExitCode;
import bankroll.engine.Engine;
import bankroll.engine.EngineContext;
import bankroll.journal.CorruptJournalException;
import bankroll.journal.JournalContext;
import bankroll.journal.files.DurableFiles;
import bankroll.ledger.Ledger;
import bankroll.protocol.LedgerId;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every kind of damage, and what the service, verify, info and repair say of it: the same, with the last good entry, and with
 * a cure that is then carried out as it is printed.
 */
class DamageTableTest {
    private static final Pattern GOOD_UP_TO = Pattern.compile("entries up to (\\d+) are good|no entry before it");
    private static final Pattern COMMAND = Pattern.compile("\"\\./bankroll journal ([^\"]+)\"");
    private static final int ENTRIES = 2_400;

    @TempDir
    static Path shared;

    private static Path good;
    private static Path backup;
    private static long last;
    private static String digest;

    /** What is done to a copy of a good directory. */
    @FunctionalInterface
    private interface Harm {
        void to(Path data) throws IOException;
    }

    /** A stopped service's directory of several files, two runs long, and its backup. */
    @BeforeAll
    static void makeAJournalAndItsBackup() throws IOException {
        good = shared.resolve("good");
        backup = shared.resolve("backup");
        try (JournalScript script = new JournalScript(context(good))) {
            new RandomLife(script, 3, 20, 10).begin().live(ENTRIES / 2);
        }
        try (JournalScript script = new JournalScript(context(good))) {
            new RandomLife(script, 4, 20, 10).live(ENTRIES / 2);
            script.force();
            last = script.sequence();
            digest = script.ledger().digest();
        }
        assertTrue(FrameSurgery.files(good).size() >= 4, "the script must roll");
        assertEquals(0, journal("backup", good, backup, "--quiet").exitCode());
    }

    private static JournalContext context(Path data) {
        return new JournalContext()
                .directory(data.resolve("journal"))
                .fileBytes(JournalContext.FILE_BYTES_MIN)
                .maxFrameBytes(64 << 10)
                .lowWaterBytes(0);
    }

    @TestFactory
    Stream<DynamicTest> shouldBeCuredAsItIsPrinted() throws IOException {
        Map<String, Harm> table = new LinkedHashMap<>();
        Map<String, Integer> parts = new LinkedHashMap<>();
        parts.put("record header", -4);
        parts.put("magic", 1);
        parts.put("header length", 6);
        parts.put("length", 8);
        parts.put("sequence", 16);
        parts.put("time", 24);
        parts.put("previous CRC", 32);
        parts.put("chain", 60);
        parts.put("command", 84);
        long middle = last / 2;
        parts.forEach((part, offset) -> table.put(
                "a bit of the " + part + " in entry " + middle,
                data -> FrameSurgery.frame(data, middle).flip(offset)));
        table.put(
                "a bit of the first entry", data -> FrameSurgery.frame(data, 1).flip(90));
        table.put(
                "a bit of the second entry", data -> FrameSurgery.frame(data, 2).flip(90));
        table.put(
                "a bit of the last entry",
                data -> FrameSurgery.frame(data, last).flip(90));
        table.put("a bit of the last CRC", data -> {
            FrameSurgery frame = FrameSurgery.frame(data, last);
            frame.flip(frame.length() - 1);
        });
        table.put("two entries far from each other", data -> {
            FrameSurgery.frame(data, last - 100).flip(90);
            FrameSurgery.frame(data, 100).flip(90);
        });
        table.put("a frame of zeros", data -> {
            FrameSurgery frame = FrameSurgery.frame(data, middle);
            frame.zero(-4, frame.length() + 4);
        });
        table.put("a page of zeros", data -> FrameSurgery.frame(data, middle).zero(0, 4096));
        table.put("the last frame of zeros", data -> {
            FrameSurgery frame = FrameSurgery.frame(data, last);
            frame.zero(-4, frame.length() + 4);
        });
        table.put("an entry in the place of another", data -> {
            FrameSurgery from = FrameSurgery.frame(data, 3);
            byte[] bytes = Files.readAllBytes(from.file());
            FrameSurgery to = FrameSurgery.frame(data, middle);
            write(to.file(), to.position(), bytes, (int) from.position(), Math.min(from.length(), to.length()));
        });
        int files = FrameSurgery.files(good).size();
        for (int i : new int[] {0, 1, files - 2, files - 1}) {
            String name = "file " + (i + 1) + " of " + files;
            table.put(
                    name + " missing",
                    data -> Files.delete(FrameSurgery.files(data).get(i)));
            table.put(name + " empty", data -> truncate(FrameSurgery.files(data).get(i), 0));
            table.put(name + " cut in half", data -> {
                Path file = FrameSurgery.files(data).get(i);
                truncate(file, Files.size(file) / 2 & -8);
            });
            table.put(
                    name + " without its first page",
                    data -> write(FrameSurgery.files(data).get(i), 0, new byte[4096], 0, 4096));
        }
        table.put(
                "the first run's directory missing",
                data -> DurableFiles.deleteAll(FrameSurgery.files(data).get(0).getParent()));
        table.put(
                "the last run's directory missing",
                data -> DurableFiles.deleteAll(
                        FrameSurgery.files(data).get(files - 1).getParent()));
        table.put("a file twice", data -> {
            Path first = FrameSurgery.files(data).get(0);
            Files.copy(first, FrameSurgery.files(data).get(files - 1).resolveSibling("19800101F.cq4"));
        });
        table.put("bytes of nothing behind the last entry", data -> behindTheLast(data, new byte[] {9, 9, 9, 9, 9}));
        table.put("half an entry behind the last one", data -> {
            FrameSurgery frame = FrameSurgery.frame(data, 3);
            byte[] file = Files.readAllBytes(frame.file());
            int from = (int) frame.position() - 4;
            behindTheLast(data, Arrays.copyOfRange(file, from, from + frame.length() / 2));
        });
        table.put("two files swapped", data -> {
            Path first = FrameSurgery.files(data).get(0);
            Path second = FrameSurgery.files(data).get(1);
            Path aside = data.resolve("aside");
            Files.move(first, aside);
            Files.move(second, first);
            Files.move(aside, second);
        });
        table.put("the manifest missing", data -> Files.delete(manifest(data)));
        table.put("the manifest empty", data -> truncate(manifest(data), 0));
        table.put("the manifest cut in half", data -> truncate(manifest(data), Files.size(manifest(data)) / 2));
        table.put("a bit of the manifest", data -> flip(manifest(data), 60));
        table.put("the manifest of other bytes", data -> Files.write(manifest(data), new byte[] {1, 2, 3}));
        table.put("the mark missing", data -> Files.delete(mark(data)));
        table.put("the mark of zeros", data -> Files.write(mark(data), new byte[4096]));
        table.put("manifest and mark missing", data -> {
            Files.delete(manifest(data));
            Files.delete(mark(data));
        });
        table.put("the manifest missing, and file 2", data -> {
            Files.delete(manifest(data));
            Files.delete(FrameSurgery.files(data).get(1));
        });
        table.put("the manifest missing, and a bit of an entry", data -> {
            FrameSurgery.frame(data, middle).flip(90);
            Files.delete(manifest(data));
        });
        table.put("manifest and mark missing, and a bit of an entry", data -> {
            FrameSurgery.frame(data, middle).flip(90);
            Files.delete(manifest(data));
            Files.delete(mark(data));
        });
        table.put("the mark missing, and a bit of an entry", data -> {
            FrameSurgery.frame(data, middle).flip(90);
            Files.delete(mark(data));
        });
        table.put("the mark of zeros, and a bit of the last entry", data -> {
            FrameSurgery.frame(data, last).flip(90);
            Files.write(mark(data), new byte[4096]);
        });
        table.put(
                "Chronicle's listing of other bytes",
                data -> Files.write(
                        FrameSurgery.files(data).get(0).resolveSibling("metadata.cq4t"), new byte[] {1, 2, 3}));
        table.put("the lock's file missing", data -> Files.deleteIfExists(data.resolve("journal/LOCK")));
        assertTrue(table.size() >= 40, "kinds of damage: " + table.size());
        List<DynamicTest> tests = new ArrayList<>();
        table.forEach((name, harm) -> tests.add(DynamicTest.dynamicTest(name, () -> tryOut(name, harm))));
        return tests.stream();
    }

    private void tryOut(String name, Harm harm) throws IOException {
        Path room = shared.resolve(name.replaceAll("[^a-z0-9]+", "-"));
        Path data = FrameSurgery.copy(good, room.resolve("data"));
        harm.to(data);

        Called verified = journal("verify", data, "--quiet");
        if (verified.exitCode() == ExitCode.OK) {
            assertHealed(data, room);
        } else if ("torn tail".equals(verified.value("frames"))) {
            assertTrue(commands(verified.out()).contains("repair " + data + " --yes"), verified::toString);
            assertHealed(data, room);
        } else {
            assertCured(data, room, verified);
        }
    }

    /** What is derived is made anew by the next start, and nothing is missing. */
    private static void assertHealed(Path data, Path room) throws IOException {
        assertEquals(
                journal("verify", data, "--quiet").exitCode(),
                journal("info", data, "--quiet").exitCode());
        Path repaired = FrameSurgery.copy(data, room.resolve("repaired"));
        Called repair = journal("repair", repaired, "--yes", "--quiet");
        assertEquals(ExitCode.OK, repair.exitCode(), repair::toString);
        assertWhole(repaired);
        serve(data);
        Called after = journal("verify", data, "--quiet");
        assertEquals(Long.toString(last + 1), after.value("last sequence"), after::toString);
        assertEquals(null, after.value("manifest"), after::toString);
    }

    /** All four say the same, and what they print helps. */
    private static void assertCured(Path data, Path room, Called verified) throws IOException {
        assertEquals(ExitCode.WRONG, verified.exitCode(), verified::toString);
        String told = goodUpTo(verified.out());
        Called info = journal("info", data, "--quiet");
        assertEquals(ExitCode.WRONG, info.exitCode(), info::toString);
        assertEquals(told, goodUpTo(info.out() + info.err()), info::toString);
        Called repair = journal("repair", data, "--yes", "--quiet");
        assertEquals(ExitCode.WRONG, repair.exitCode(), repair::toString);
        assertEquals(told, goodUpTo(repair.err()), repair::toString);
        CorruptJournalException refused = assertThrows(CorruptJournalException.class, () -> serve(data));
        assertEquals(ExitCode.DAMAGE, refused.exitCode());
        assertEquals(told, goodUpTo(refused.getMessage()), refused::getMessage);

        List<String> commands = commands(verified.out());
        assertTrue(commands.get(0).startsWith("salvage " + data), commands::toString);
        Called salvaged = run(commands.get(0), room.resolve("salvaged"));
        assertEquals(ExitCode.OK, salvaged.exitCode(), salvaged::toString);
        boolean isEndTold = Files.exists(manifest(data)) || Files.exists(mark(data));
        assertEquals(
                isEndTold
                        ? "whole: no entry is missing"
                        : "whole up to entry " + last + "; nothing in DATA tells whether more was forced",
                salvaged.value("verdict"),
                salvaged::toString);
        assertWhole(room.resolve("salvaged"));
        if (commands.size() > 1) {
            Called kept = run(commands.get(1), room.resolve("kept"));
            assertKept(told, kept);
            assertEquals(
                    ExitCode.OK,
                    journal("verify", room.resolve("kept"), "--quiet").exitCode());
        }
    }

    /** What is told to be good, and more where only what stands around the entries was damaged. */
    private static void assertKept(String told, Called kept) {
        Matcher good = Pattern.compile("\\d+").matcher(told);
        assertTrue(good.find(), told);
        long last = Long.parseLong(kept.value("last sequence"));
        assertTrue(last == Long.parseLong(good.group()) || kept.value("verdict").startsWith("whole"), kept::toString);
    }

    private static Called run(String command, Path target) {
        List<Object> words = new ArrayList<>(List.of(command.replace("BACKUP", backup.toString())
                .replace("NEW", target.toString())
                .split(" ")));
        words.add("--quiet");
        return journal(words.toArray());
    }

    private static void assertWhole(Path data) {
        Called verified = journal("verify", data, "--quiet");
        assertEquals(ExitCode.OK, verified.exitCode(), verified::toString);
        assertEquals(Long.toString(last), verified.value("last sequence"), verified::toString);
        assertEquals(digest, verified.value("digest"), verified::toString);
    }

    private static void serve(Path data) {
        EngineContext context = new EngineContext()
                .dataDirectory(data)
                .newLedger(() -> new Ledger(8))
                .snapshotEveryTransactions(0);
        context.journal().lowWaterBytes(0).fileBytes(1 << 20).maxFrameBytes(512 << 10);
        try (Engine engine = Engine.launch(context)) {
            assertEquals(LedgerId.of(JournalScript.KEY), engine.ledgerId());
        }
    }

    private static String goodUpTo(String text) {
        Matcher matcher = GOOD_UP_TO.matcher(text.replaceAll("\\s+", " "));
        assertTrue(matcher.find(), text);
        return matcher.group();
    }

    private static List<String> commands(String text) {
        return COMMAND.matcher(text.replaceAll("\\s+", " "))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    private static Path manifest(Path data) {
        return data.resolve("journal/manifest");
    }

    private static Path mark(Path data) {
        return data.resolve("journal/forced.mark");
    }

    private static void behindTheLast(Path data, byte[] bytes) throws IOException {
        FrameSurgery frame = FrameSurgery.frame(data, last);
        write(frame.file(), (frame.position() + frame.length() + 3) & -4, bytes, 0, bytes.length);
    }

    private static void truncate(Path file, long length) throws IOException {
        try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "rw")) {
            bytes.setLength(length);
        }
    }

    private static void flip(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 1;
        Files.write(file, bytes);
    }

    private static void write(Path file, long position, byte[] bytes, int from, int count) throws IOException {
        try (RandomAccessFile target = new RandomAccessFile(file.toFile(), "rw")) {
            target.seek(position);
            target.write(bytes, from, count);
        }
    }
}
