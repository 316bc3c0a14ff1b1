package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.journal.Frame;
import bankroll.journal.files.DurableFiles;
import bankroll.testkit.ExitCodeTable;
import bankroll.tools.command.Commands;
import bankroll.tools.console.Console;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** What every command says to nonsense. */
class MisuseTest {
    @TempDir
    Path temporary;

    /** The name of every command, of those below others too: "snapshot take". */
    static List<String> commands() {
        CommandLine line = new CommandLine(CommandSpec.create());
        Commands.addTo(line, new Console(OutputStream.nullOutputStream(), System.err));
        return names(line, "").toList();
    }

    private static Stream<String> names(CommandLine line, String before) {
        return line.getSubcommands().entrySet().stream()
                .flatMap(below -> Stream.concat(
                        Stream.of(before + below.getKey()), names(below.getValue(), before + below.getKey() + " ")));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void shouldExplainEveryCommandWithAnExample(String command) throws IOException {
        Called called = help(command);

        assertEquals(0, called.exitCode(), called::toString);
        assertTrue(called.out().contains("Usage: bankroll journal " + command), called::toString);
        assertTrue(called.out().contains("Example:  ./bankroll journal " + command), called::toString);
        String codes = called.out()
                .substring(called.out().indexOf("Exit codes:"), called.out().indexOf("Example:"));
        assertEquals(
                ExitCodeTable.read().of("journal " + command),
                codes.lines()
                        .skip(1)
                        .map(line -> line.strip().replaceFirst(" .*", ""))
                        .filter(code -> !code.isEmpty())
                        .collect(Collectors.toCollection(TreeSet::new)),
                called::toString);
    }

    private static Called help(String command) {
        return journal((Object[]) (command + " --help").split(" "));
    }

    @Test
    void shouldShowExamplesThatCanBeCopiedFromANarrowTerminal() {
        for (String command : commands()) {
            Called called = help(command);
            String examples = called.out().substring(called.out().indexOf("Example:"));
            assertTrue(examples.lines().allMatch(line -> line.startsWith("Example:")), called::toString);
        }
    }

    @Test
    void shouldSayWhatIsWrongWithAnOptionBeforeAnythingElse() {
        Called called = journal("dump", temporary, "--limit", "many");

        assertEquals(2, called.exitCode(), called::toString);
        assertEquals("""
                bankroll journal dump: Invalid value for option '--limit': 'many' is not a long
                ./bankroll journal dump --help says more
                """, called.err());
    }

    @Test
    void shouldRefuseOptionsThatChooseNothing() {
        Path data = temporary.resolve("data");
        Story.write(data);

        for (List<Object> call : List.<List<Object>>of(
                List.of("dump", data, "--limit", 0),
                List.of("dump", data, "--from-sequence", 0),
                List.of("dump", data, "--from-sequence", 5, "--to-sequence", 4),
                List.of("dump", data, "--since", "+999999999-12-31"),
                List.of("state", data, "--top", 0),
                List.of("state", data, "--all", "--player", "anna"),
                List.of("state", data, "--currency", "EUR"),
                List.of("report", "ggr", data, "--open-rounds", -1))) {
            Called called = journal(call.toArray());
            assertEquals(2, called.exitCode(), called::toString);
            assertEquals("", called.out());
        }
    }

    /** Its parts would be the service's to delete. */
    @Test
    void shouldRefuseABackupWhereTheServiceKeepsItsFiles() {
        Path data = temporary.resolve("data");
        Story.write(data);

        for (String inside : List.of("snapshots", "snapshots/mine", "journal/mine")) {
            Called called = journal("backup", data, data.resolve(inside), "--quiet");
            assertEquals(2, called.exitCode(), called::toString);
            assertTrue(called.err().contains("name a directory of its own for the backup"), called::toString);
            assertFalse(Files.exists(data.resolve(inside)), inside);
        }
    }

    /** A backup that is named by a relative path, in the directory of the process. */
    @Test
    void shouldRefuseASnapshotOfABackupBeforeAnythingIsMade() throws IOException {
        Path data = temporary.resolve("data");
        Story.write(data);
        Path here = Files.createTempDirectory(Path.of(""), "snapshot-of-a-backup-");
        Path backup = Path.of(here.getFileName().toString());
        try {
            assertEquals(0, journal("backup", data, backup, "--quiet").exitCode());

            Called called = journal("snapshot", "take", backup, "--quiet");

            assertEquals(2, called.exitCode(), called::toString);
            assertTrue(called.err().contains("is a backup, which is never changed"), called::toString);
        } finally {
            DurableFiles.deleteAll(here);
        }
    }

    @Test
    void shouldListAllCommands() {
        Called called = journal("--help");

        assertEquals(0, called.exitCode());
        List<String> commands =
                commands().stream().filter(name -> !name.contains(" ")).toList();
        assertTrue(commands.size() >= 15, commands::toString);
        for (String command : commands) {
            assertTrue(called.out().contains("\n  " + command + " "), command);
        }
        assertTrue(called.out().contains("Exit codes"), called::toString);
    }

    @ParameterizedTest
    @ValueSource(strings = {"info", "verify", "dump", "state", "repair"})
    void shouldSayThatADirectoryIsNotThere(String command) {
        Called called = journal(command, temporary.resolve("nowhere"));

        assertEquals(2, called.exitCode(), called::toString);
        assertEquals(
                "bankroll journal " + command + ": there is no directory " + temporary.resolve("nowhere") + "\n",
                called.err());
    }

    /** As an unset variable of the shell gives it. */
    @ParameterizedTest
    @ValueSource(strings = {"verify", "info", "snapshot list", "report ggr"})
    void shouldSayThatADirectorysNameIsEmpty(String command) {
        Called called = journal((Object[]) (command + " ").split(" ", -1));

        assertEquals(2, called.exitCode(), called::toString);
        assertTrue(called.err().contains("(DIR): the name of the directory or file is empty"), called::toString);
    }

    @Test
    void shouldSayThatADirectoryIsNoJournal() {
        Called called = journal("verify", temporary);

        assertEquals(2, called.exitCode(), called::toString);
        assertTrue(called.err().contains("holds no journal and is no backup"), called::toString);
    }

    @Test
    void shouldSayThatAFileIsNoDirectory() throws IOException {
        Path file = Files.createFile(temporary.resolve("file"));

        assertEquals(2, journal("info", file).exitCode());
    }

    @Test
    void shouldRefuseUnknownCommandsAndOptions() {
        assertEquals(2, journal("frobnicate").exitCode());
        assertEquals(2, journal("verify", temporary, "--force").exitCode());
        assertEquals(2, journal("verify").exitCode());
        assertEquals(2, journal().exitCode());
        assertEquals(2, journal("snapshot").exitCode());
    }

    @Test
    void shouldPrintTheVersionWithEveryCommand() {
        for (List<Object> call : List.<List<Object>>of(
                List.of("--version"), List.of("verify", "-V"), List.of("snapshot", "take", "-V"))) {
            Called called = journal(call.toArray());
            assertEquals(0, called.exitCode(), called::toString);
            assertTrue(called.out().startsWith("bankroll dev\nJava "), called::toString);
        }
    }

    @Test
    void shouldNameAFrameOfANewerRelease() throws IOException {
        Path data = temporary.resolve("data");
        Story.write(data);
        FrameSurgery frame = FrameSurgery.frame(data, 3);
        writeVersion(frame, 2);

        Called called = journal("verify", data, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertTrue(called.out().contains("the frame's version is not known to this program"), called::toString);
        assertEquals(
                "use the release that wrote it, or a newer one; entries up to 2 are good",
                called.value("cure"),
                called::toString);
    }

    /** It would be missing in what is made, as an entry that nobody has. */
    @Test
    void shouldNotSalvageAroundAFrameOfANewerRelease() throws IOException {
        Path data = temporary.resolve("data");
        Path rescued = temporary.resolve("rescued");
        Story.write(data);
        FrameSurgery frame = FrameSurgery.frame(data, 3);
        writeVersion(frame, 2);

        Called called = journal("salvage", data, rescued, "--quiet");

        assertEquals(1, called.exitCode(), called::toString);
        assertEquals(
                "bankroll journal salvage: " + frame.file() + " at byte " + frame.position()
                        + ": the frame's version is not known to this program; use the release that wrote it, or a newer one\n",
                called.err());
        assertFalse(Files.exists(rescued));
    }

    /** As a newer program would have written it: with a good checksum. */
    private static void writeVersion(FrameSurgery frame, int version) throws IOException {
        byte[] file = Files.readAllBytes(frame.file());
        int at = (int) frame.position();
        UnsafeBuffer buffer = new UnsafeBuffer(file);
        buffer.putShort(at + 4, (short) version);
        CRC32C crc = new CRC32C();
        crc.update(file, at, frame.length() - 4);
        buffer.putInt(at + frame.length() - 4, (int) crc.getValue());
        assertEquals(Frame.MAGIC, buffer.getInt(at));
        Files.write(frame.file(), file);
    }

    @Test
    void shouldShowAStackTraceOnlyWhenAskedTo() throws IOException {
        Path data = temporary.resolve("data");
        Story.write(data);
        FrameSurgery.frame(data, 3).flip(100);

        assertFalse(journal("dump", data).err().contains("\tat "));
        assertTrue(journal("dump", data, "--debug").err().contains("\tat bankroll."));
    }

    @Test
    void shouldAnswerEveryJsonSummaryOnOneLine() {
        Path data = temporary.resolve("data");
        Story.write(data);

        for (List<Object> call : List.<List<Object>>of(
                List.of("info", data, "--json", "--quiet"),
                List.of("verify", data, "--json", "--quiet"),
                List.of("state", data, "--json", "--quiet"),
                List.of("backup", data, temporary.resolve("backup"), "--json", "--quiet"),
                List.of("snapshot", "list", data, "--json", "--quiet"),
                List.of("repair", data, "--json", "--quiet"))) {
            Called called = journal(call.toArray());
            assertEquals(0, called.exitCode(), called::toString);
            assertEquals(1, called.lines().size(), called::toString);
            assertTrue(called.out().startsWith("{") && called.out().endsWith("}\n"), called::toString);
        }
    }

    @Test
    void shouldSurviveAnErrorWithoutAStackTrace() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        java.io.OutputStream broken = new java.io.OutputStream() {
            @Override
            public void write(int b) {
                throw new StackOverflowError("deep");
            }
        };
        Path data = temporary.resolve("data");
        Story.write(data);

        assertEquals(
                1,
                JournalTool.run(broken, new PrintStream(err, true, StandardCharsets.UTF_8), "dump", data.toString()));
        assertFalse(err.toString(StandardCharsets.UTF_8).contains("\tat "), err.toString(StandardCharsets.UTF_8));
    }
}
