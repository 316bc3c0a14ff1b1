package bankroll.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import bankroll.condition.ExitCode;
import bankroll.engine.DataDirectory;
import bankroll.gateway.demo.DemoSecrets;
import bankroll.journal.files.Manifest;
import bankroll.testkit.ExitCodeTable;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

class CommandLineTest {
    @TempDir
    Path directory;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    private int run(String... arguments) {
        return run(BankrollMain.commandLine(arguments), arguments);
    }

    private int run(CommandLine commandLine, String... arguments) {
        commandLine.setOut(new PrintWriter(out));
        commandLine.setErr(new PrintWriter(err));
        return BankrollMain.execute(commandLine, arguments);
    }

    @Test
    void shouldListEveryCommand() {
        assertEquals(ExitCode.OK, run("--help"));

        for (String command : new String[] {
            "init", "serve", "config", "call", "platform", "cluster", "top", "doctor", "support-bundle", "version"
        }) {
            assertTrue(out.toString().contains("  " + command + " "), out.toString());
        }
    }

    @Test
    void shouldGiveAnExampleAndTheExitCodesInEveryHelp() {
        List<CommandLine> commands = andBelow(BankrollMain.commandLine())
                .filter(command -> !command.getCommandName().equals("help"))
                .toList();

        for (CommandLine command : commands) {
            String help = command.getUsageMessage();
            String name = command.getCommandSpec().qualifiedName();
            assertTrue(help.substring(help.indexOf("Example")).contains("./" + name), help);
            assertEquals(2, help.split("Exit codes", -1).length, help);
        }
        assertTrue(commands.size() >= 17, commands::toString);
    }

    /** An example is there to be pasted, and the help is 80 columns wide. */
    @Test
    void shouldBreakNoExampleAndNoSentenceOfAHelpWhereNoneEnds() {
        Stream<CommandLine> ours = andBelow(BankrollMain.commandLine())
                .filter(command -> !command.getCommandName().equals("help"));
        ours.forEach(command -> {
            UsageMessageSpec usage = command.getCommandSpec().usageMessage();
            for (String line : usage.footer()) {
                assertTrue(line.length() <= usage.width() || line.endsWith("."), line);
            }
            for (String paragraph : usage.description()) {
                assertTrue(paragraph.isEmpty() || paragraph.endsWith("."), paragraph);
            }
        });
    }

    @Test
    void shouldPrintTheVersionWithEveryCommand() {
        andBelow(BankrollMain.commandLine())
                .filter(command -> !command.getCommandName().equals("help"))
                .forEach(command -> {
                    StringWriter printed = new StringWriter();
                    command.printVersionHelp(new PrintWriter(printed));
                    assertTrue(
                            printed.toString().startsWith("bankroll dev"),
                            () -> command.getCommandSpec().qualifiedName() + " -V: " + printed);
                });
        assertEquals(ExitCode.OK, run("cluster", "status", "-V"));
        assertEquals(ExitCode.OK, run("version", "--json"));
        assertTrue(out.toString().contains("{\"version\":\"dev\",\"java\":\""), out.toString());
    }

    @Test
    void shouldListInEachHelpTheExitCodesThatTheDocumentsGiveTheCommand() throws IOException {
        ExitCodeTable table = ExitCodeTable.read();
        CommandLine all = BankrollMain.commandLine();

        andBelow(all).filter(command -> command.getSubcommands().isEmpty()).forEach(command -> {
            String name = command.getCommandSpec().qualifiedName().substring("bankroll ".length());
            if (!name.equals("help")) {
                assertEquals(table.of(name), exitCodes(command), name);
            }
        });
        andBelow(all)
                .forEach(command -> command.getSubcommands()
                        .values()
                        .forEach(below -> assertTrue(exitCodes(command).containsAll(exitCodes(below)))));
    }

    private static Set<String> exitCodes(CommandLine command) {
        return new TreeSet<>(
                command.getCommandSpec().usageMessage().exitCodeList().keySet());
    }

    @Test
    void shouldKnowACommandAloneAsItKnowsItAmongAll() {
        BankrollMain.commandLine().getSubcommands().forEach((name, among) -> {
            CommandLine alone =
                    BankrollMain.commandLine(name, "--help").getSubcommands().get(name);

            assertEquals(among.getUsageMessage(), alone.getUsageMessage());
        });
        assertEquals(1, BankrollMain.commandLine("serve").getSubcommands().size(), "the others cost the start of each");
    }

    private static Stream<CommandLine> andBelow(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(CommandLineTest::andBelow));
    }

    /** The help of some would push it off the screen. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "config --bogus | unknown option: '--bogus'; ./bankroll config --help says more",
                "config --dat x | unknown options: '--dat', 'x'; did you mean --data? ./bankroll config --help says more",
                "call lokup bet-1 | unmatched arguments from index 1: 'lokup', 'bet-1'; did you mean ./bankroll call lookup?"
                        + " ./bankroll call --help says more",
                "call balance | missing required parameter: 'PLAYER'; ./bankroll call balance --help says more",
                "call | missing required subcommand; ./bankroll call --help says more",
                "support-bundle --seconds x | invalid value for option '--seconds': 'x' is not an int;"
                        + " ./bankroll support-bundle --help says more"
            })
    void shouldSayWrongUsageInOneSentence(String words, String said) {
        assertEquals(ExitCode.USAGE, run(words.split(" ")));
        assertEquals("bankroll: " + said + System.lineSeparator(), err.toString());
    }

    @Test
    void shouldRefuseAStatusThatNoItemCanHave() {
        assertEquals(ExitCode.USAGE, run("call", "balance", "demo-anna", "--ok-if", "insufficient_fund"));
        assertTrue(
                err.toString().contains("insufficient_fund is none of: ok, duplicate_mismatch, rolled_back, "),
                err.toString());
    }

    @Test
    void shouldEndWith2AndNameTheKeyOnABadConfiguration() throws IOException {
        Path file = Files.writeString(directory.resolve("bankroll.conf"), "journal.snc = none");

        assertEquals(ExitCode.USAGE, run("config", "--config", file.toString()));
        assertTrue(err.toString().contains("did you mean journal.sync?"), err.toString());
    }

    @Test
    void shouldCheckAConfigurationWithoutAStart() throws IOException {
        String parties = "platforms = [{name = one, secrets = [\"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\"]}]\n"
                + "operator.tokens = [{name = ada, role = admin, token = 0123456789abcdef0123456789abcdef}]\n";
        Path file = directory.resolve("bankroll.conf");

        Files.writeString(file, parties);
        assertEquals(ExitCode.OK, run("config", "--check", "--config", file.toString()), err::toString);
        assertEquals("good: 1 platform, 1 operator token; 1 warning\n", out.toString(), "others may read it");

        Files.writeString(file, "");
        assertEquals(ExitCode.USAGE, run("config", "--check", "--config", file.toString()));
        assertTrue(err.toString().contains("BANKROLL_PLATFORM_SECRET"), err::toString);
        assertTrue(err.toString().contains("BANKROLL_OPERATOR_TOKEN"), err::toString);

        Files.writeString(file, parties + "include \"gone.conf\"\njournl {}\nsnapshot.keep = 0\n");
        assertEquals(ExitCode.USAGE, run("config", "--check", "--config", file.toString()));
        assertTrue(err.toString().contains("gone.conf"), err::toString);
        assertTrue(err.toString().contains("journl"), err::toString);
        assertTrue(err.toString().contains("snapshot.keep"), err::toString);
    }

    /** Each of these a start refuses with 2. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "platform.listen = \"nosuch.invalid:8080\" | platform.listen: the host nosuch.invalid is not known",
                "journal.low-water-bytes = 1 PiB              | no booking could ever be taken",
                "engine.table-memory-bytes = 512 TiB | engine.table-memory-bytes is 512 TiB: this machine, or its control",
                "data = /d, backup.to = /d/backup    | backup.to: /d/backup is in the data directory",
                "data = /d, backup.to = /x/../d      | backup.to: /x/../d is in the data directory",
                "data = /proc/version                | data: no ledger can be made in /proc/version: it is a file; name the",
                "cluster.members = \"a:1\"           | cluster.members: a cluster has 3 or 5 members, not 1"
            })
    void shouldCheckWhatOnlyTheMachineCanTell(String setting, String told) throws IOException {
        Path file = Files.writeString(
                directory.resolve("bankroll.conf"),
                "platforms = [{name = one, secrets = [\"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\"]}]\n"
                        + "operator.tokens = [{name = ada, role = admin, token = 0123456789abcdef0123456789abcdef}]\n"
                        + setting + "\n");

        assertEquals(ExitCode.USAGE, run("config", "--check", "--config", file.toString()));
        assertTrue(err.toString().contains(told), err::toString);
    }

    /** As one of a typing error, or of another thing's disk. */
    @Test
    void shouldCheckWhetherALedgerIsOrCouldBeInTheDataDirectory() throws IOException {
        Path data = Files.createDirectories(directory.resolve("data"));
        Path file = Files.writeString(
                directory.resolve("bankroll.conf"),
                "platforms = [{name = one, secrets = [\"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\"]}]\n"
                        + "operator.tokens = [{name = ada, role = admin, token = 0123456789abcdef0123456789abcdef}]\n"
                        + "data = \"" + data + "\"\n");
        assertEquals(ExitCode.OK, run("config", "--check", "--config", file.toString()), err::toString);

        Files.createFile(data.resolve("holiday.jpg"));
        assertEquals(ExitCode.USAGE, run("config", "--check", "--config", file.toString()));

        assertTrue(
                err.toString()
                        .contains("data: no ledger can be made in " + data + ": it holds other files (holiday.jpg)"),
                err::toString);
        assertEquals(List.of("holiday.jpg"), List.of(data.toFile().list()), "nothing is written");
    }

    /** It may be on a disk that comes later; nobody is to be told good without a word. */
    @Test
    void shouldCountWarningsWithWhatIsGood() throws IOException {
        Path file = Files.writeString(
                directory.resolve("bankroll.conf"),
                "platforms = [{name = one, scheme = off}]\noperator.tokens = [{name = ada, role = admin, token-file = \""
                        + Files.setPosixFilePermissions(
                                Files.writeString(directory.resolve("token"), "0123456789abcdef"),
                                PosixFilePermissions.fromString("rw-------"))
                        + "\"}]\nbackup.hook = " + directory.resolve("none") + "\n");

        assertEquals(ExitCode.OK, run("config", "--check", "--config", file.toString()), err::toString);

        assertEquals("good: 1 platform, 1 operator token; 1 warning\n", out.toString());
        assertTrue(err.toString().contains("warning: backup.hook: " + directory.resolve("none") + " does not exist"));
    }

    @Test
    void shouldCheckForMachinesWithOneDocument() throws IOException {
        Path file = Files.writeString(directory.resolve("bankroll.conf"), "snapshot.keep = 0\n");

        assertEquals(ExitCode.USAGE, run("config", "--check", "--json", "--config", file.toString()));

        assertTrue(out.toString().startsWith("{"), out::toString);
        assertTrue(out.toString().contains("\"good\" : false"), out::toString);
        assertTrue(out.toString().contains("snapshot.keep = "), out::toString);
        assertEquals("", err.toString());
    }

    @Test
    void shouldNameEachPlaceInTheHelp() {
        andBelow(BankrollMain.commandLine()).forEach(command -> {
            String help = command.getUsageMessage();
            assertFalse(help.contains("<arg"), help);
        });
    }

    @Test
    void shouldMakeNoLedgerWhereNoDirectoryIsNamed() {
        assertEquals(ExitCode.USAGE, run("init", ""));
        assertEquals("bankroll: DIR is empty: name the data directory" + System.lineSeparator(), err.toString());
    }

    @Test
    void shouldNameTheHostThatNobodyKnows() {
        DemoSecrets.in(directory).ensure();

        int exitCode =
                run("call", "balance", "anna", "--data", directory.toString(), "--url", "http://nosuch.invalid/v1");

        assertEquals(ExitCode.UNAVAILABLE, exitCode);
        assertTrue(err.toString().contains("the host nosuch.invalid of "), err::toString);
    }

    @Test
    void shouldTellBadValuesAndMissingPartiesAtOnce() throws IOException {
        Path file = Files.writeString(
                directory.resolve("bankroll.conf"),
                "journl = 1\nsnapshot.keep = 0\noperator.tokens = [{name = ada}]\n");

        assertEquals(ExitCode.USAGE, run("config", "--check", "--config", file.toString()));

        assertTrue(err.toString().contains("journl"), err::toString);
        assertTrue(err.toString().contains("snapshot.keep"), err::toString);
        assertTrue(err.toString().contains("no platform is configured"), err::toString);
        assertFalse(err.toString().contains("no operator token is configured"), err::toString);
    }

    @Test
    void shouldCheckTheCertificatesThatAStartWouldRead() throws IOException {
        Path key = Files.writeString(directory.resolve("key.pem"), "no key");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        Path file = Files.writeString(
                directory.resolve("bankroll.conf"),
                "platforms = [{name = one, scheme = off}]\n"
                        + "operator.tokens = [{name = ada, role = admin, token = 0123456789abcdef0123456789abcdef}]\n"
                        + "operator.tls-key = \"" + key + "\"\noperator.tls-certificate = \"" + key + "\"\n");

        assertEquals(ExitCode.USAGE, run("config", "--check", "--config", file.toString()));
        assertTrue(err.toString().contains("bankroll: TLS: " + key), err::toString);
    }

    @Test
    void shouldShowAFlagAsTheOriginOfItsValue() {
        assertEquals(ExitCode.OK, run("config", "--listen", "127.0.0.1:9"));

        assertTrue(out.toString().contains("# flag --listen"), out.toString());
    }

    @Test
    void shouldRefuseToServeWithoutPlatformAndToken() {
        assertEquals(ExitCode.USAGE, run("serve", "--data", directory.toString()));

        assertTrue(err.toString().contains("--demo"), err.toString());
    }

    @Test
    void shouldSayWhereTheSecretIsLookedForWhenThereIsNone() {
        assertEquals(ExitCode.USAGE, run("call", "--data", directory.toString(), "balance", "anna"));

        assertTrue(err.toString().contains("BANKROLL_PLATFORM_SECRET"), err.toString());
    }

    @Test
    void shouldSayThatNobodyAnswers() {
        DemoSecrets.in(directory).ensure();

        int exitCode = run("call", "balance", "anna", "--data", directory.toString(), "--url", "http://127.0.0.1:1/v1");
        assertEquals(ExitCode.UNAVAILABLE, exitCode);
        assertTrue(err.toString().contains("Another address: --url" + System.lineSeparator()), err::toString);
    }

    /** As a listener that speaks TLS does with what is none. */
    @Test
    void shouldSayWhatALostAnswerCanMeanWithoutAClassesName() throws IOException {
        DemoSecrets.in(directory).ensure();
        try (ServerSocket closing = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread listener = new Thread(() -> closeAll(closing));
            listener.start();
            String url = "http://127.0.0.1:" + closing.getLocalPort() + "/v1";

            assertEquals(
                    ExitCode.UNAVAILABLE,
                    run("call", "balance", "anna", "--data", directory.toString(), "--url", url),
                    err::toString);
        }
        assertTrue(err.toString().contains("begins with https"), err::toString);
        assertFalse(err.toString().contains("Exception"), err::toString);
    }

    private static void closeAll(ServerSocket closing) {
        while (!closing.isClosed()) {
            try {
                closing.accept().close();
            } catch (IOException ended) {
                return;
            }
        }
    }

    /** As the help of both says it; the words in the file are none of the command line's. */
    @ParameterizedTest
    @ValueSource(strings = {"raw", "operator"})
    void shouldSendABodyThatIsInAFile(String call) throws IOException {
        Path body = Files.writeString(directory.resolve("b.json"), "{\"transactions\": [{\"amount\": \"5\"}]}\n# 1\n");
        DemoSecrets.in(directory).ensure();
        List<String> words = new ArrayList<>(List.of("call", call, "POST", "/transactions", "@" + body));
        words.addAll(List.of("--data", directory.toString()));
        words.addAll(List.of("--url", "http://127.0.0.1:1/v1", "--operator-url", "http://127.0.0.1:1"));

        assertEquals(ExitCode.UNAVAILABLE, run(words.toArray(String[]::new)), err::toString);
    }

    @Test
    void shouldMakeNoNumbersUpForANodeThatDoesNotAnswer() {
        DemoSecrets.in(directory).ensure();
        String[] words = {
            "cluster", "verify", "http://127.0.0.1:1", "http://127.0.0.1:2", "--data", directory.toString(), "--json"
        };

        assertEquals(ExitCode.WRONG, run(Arrays.copyOf(words, words.length - 1)), err::toString);
        assertTrue(
                out.toString().matches("(?s)http://127\\.0\\.0\\.1:1 +no answer +entry - +- behind +-\\R.*"),
                out::toString);

        out.getBuffer().setLength(0);
        assertEquals(ExitCode.WRONG, run(words), err::toString);
        assertTrue(out.toString().contains("[{\"url\":\"http://127.0.0.1:1\",\"role\":\"no answer\"},"), out::toString);
    }

    /** A node is always the same as itself. */
    @Test
    void shouldCompareNodesOnlyByAddressesThatDifferAndCanBe() {
        DemoSecrets.in(directory).ensure();
        String[] words = {
            "cluster", "verify", "http://127.0.0.1:1", "http://127.0.0.1:1", "--data", directory.toString()
        };

        assertEquals(ExitCode.USAGE, run(words));
        assertTrue(err.toString().contains("http://127.0.0.1:1 is given twice"), err::toString);

        words[3] = "nonsense";
        assertEquals(ExitCode.USAGE, run(words));
        assertTrue(err.toString().contains("an address as http://HOST:PORT"), err::toString);
    }

    @Test
    void shouldAskForASessionWhenNoneIsKnown() {
        DemoSecrets.in(directory).ensure();

        assertEquals(ExitCode.USAGE, run("call", "debit", "anna", "5", "--data", directory.toString()));
        assertTrue(err.toString().contains("--session"), err.toString());
    }

    @Test
    void shouldEndWith2OnALowWaterMarkThatTheDiskCanNeverReach() throws IOException {
        Path file = Files.writeString(directory.resolve("bankroll.conf"), "journal.low-water-bytes = " + (1L << 50));

        assertEquals(ExitCode.USAGE, serve("--config", file.toString()));

        assertTrue(err.toString().startsWith("bankroll: journal.low-water-bytes is 1125899906842624"), err::toString);
    }

    @Test
    void shouldEndWith74WithoutAStackTraceWhenAFileCantBeRead() throws IOException {
        Path manifest =
                Files.createDirectories(directory.resolve("data/journal").resolve(Manifest.FILE));

        assertEquals(ExitCode.IO, serve());

        assertTrue(err.toString().contains(manifest.getParent().toString()), err::toString);
        assertFalse(err.toString().contains("\tat "), err::toString);
    }

    /** The JVM makes an error of a disk that fails under a mapped file, or of a file that was cut. */
    @Test
    void shouldEndWith74AndNameTheCureWhenADiskNoLongerGivesAllOfAFile() throws IOException {
        Path file = Files.write(directory.resolve("mapped"), new byte[1 << 16]);
        CommandLine line = BankrollMain.commandLine("version");
        line.addSubcommand("read", CommandLine.Model.CommandSpec.wrapWithoutInspection((Callable<Integer>)
                () -> readWhatIsGone(file)));

        assertEquals(ExitCode.IO, run(line, "read"), err::toString);

        assertTrue(
                err.toString().startsWith("bankroll: the disk no longer gives all of a mapped file ("), err::toString);
        assertTrue(err.toString().contains("./bankroll journal salvage"), err::toString);
        assertFalse(err.toString().contains("\tat "), err::toString);
    }

    private static int readWhatIsGone(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            MappedByteBuffer mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
            channel.truncate(0);
            return mapped.get(1 << 15);
        }
    }

    @Test
    void shouldEndWith70AndAStackTraceAtAnyOtherError() {
        CommandLine line = BankrollMain.commandLine("version");
        line.addSubcommand("load", CommandLine.Model.CommandSpec.wrapWithoutInspection((Callable<Integer>) () -> {
            throw new NoClassDefFoundError("bankroll/Missing");
        }));

        assertEquals(ExitCode.INTERNAL, run(line, "load"), err::toString);

        assertTrue(err.toString().startsWith("bankroll: a defect; please report it"), err::toString);
        assertTrue(err.toString().contains("NoClassDefFoundError: bankroll/Missing"), err::toString);
        assertTrue(err.toString().contains("\tat "), err::toString);
    }

    @Test
    void shouldNameTheDirectoryInTheCureOfDamage() throws IOException {
        Path data = directory.resolve("data");
        assertEquals(ExitCode.OK, run("init", data.toString()), err::toString);
        damageTheFirstEntry(data.resolve("journal"));

        assertEquals(ExitCode.DAMAGE, serve());

        assertTrue(
                err.toString().contains("\"./bankroll journal salvage " + data + " --with BACKUP NEW\""),
                err::toString);
        assertTrue(err.toString().contains("\"./bankroll journal verify " + data + "\""), err::toString);
    }

    /** The others have all of the journal: what is good of this one is no cure. */
    @Test
    void shouldSendANodeWithADamagedJournalToTheOthers() throws IOException {
        Path data = directory.resolve("data");
        assertEquals(ExitCode.OK, run("init", data.toString()), err::toString);
        damageTheFirstEntry(data.resolve("journal"));
        Path file = Files.writeString(
                directory.resolve("bankroll.conf"),
                "cluster { members = \"127.0.0.1:1, 127.0.0.1:11, 127.0.0.1:21\", node = 0 }");

        assertEquals(ExitCode.DAMAGE, serve("--config", file.toString()));

        assertTrue(err.toString().contains("./bankroll journal salvage " + data), err::toString);
        assertTrue(err.toString().contains("\"./bankroll cluster seed --operator-url URL\""), err::toString);
    }

    private static void damageTheFirstEntry(Path journal) throws IOException {
        Path file;
        try (Stream<Path> files = Files.walk(journal)) {
            file = files.filter(it -> it.toString().endsWith(".cq4"))
                    .sorted()
                    .findFirst()
                    .orElseThrow();
        }
        byte[] bytes = Files.readAllBytes(file);
        int frame = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("BKR1");
        bytes[frame + 80] ^= 1;
        Files.write(file, bytes);
    }

    @Test
    void shouldRefuseToServeWhereNoLedgerIsWithTheCommandThatMakesOne() throws IOException {
        Path data = directory.resolve("not-mounted");
        Path file = Files.writeString(
                directory.resolve("bankroll.conf"),
                "platforms = [{name = one, secrets = [\"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw\"]}]\n"
                        + "operator.tokens = [{name = ada, role = admin, token = 0123456789abcdef0123456789abcdef}]\n"
                        + "data = \"" + data + "\"\n");

        assertEquals(ExitCode.CONFIGURATION, run("serve", "--config", file.toString()));

        assertTrue(err.toString().contains("\"./bankroll init " + data + "\""), err::toString);
        assertFalse(Files.exists(data));
    }

    @Test
    void shouldMakeOneLedgerInADirectory() {
        Path data = directory.resolve("new/my ledger");

        assertEquals(ExitCode.OK, run("init", data.toString()), err::toString);
        assertTrue(out.toString().matches("(?s)ledger  [0-9a-f]{32}\\R.*"), out::toString);
        assertTrue(
                out.toString()
                        .contains(
                                "Next: configure a platform and an operator's token (docs/configure.md), then start it"
                                        + " with: ./bankroll serve --config FILE --data '" + data + "'"),
                out::toString);
        assertDoesNotThrow(() -> new DataDirectory(data).requireLedger());

        assertEquals(ExitCode.CONFIGURATION, run("init", data.toString()));
        assertTrue(err.toString().contains("holds a ledger already"), err::toString);
    }

    /** It finds its three nodes itself; where their data is can be said as to every other command. */
    @Test
    void shouldTakeNoOptionForAClusterDemoThatItDoesNotUse() {
        for (String unused : List.of("--operator-url", "--token-file", "--ca-file")) {
            assertEquals(ExitCode.USAGE, run("cluster", "demo", unused, "x"));
            assertTrue(err.toString().contains("unknown option"), err::toString);
        }
        assertEquals(ExitCode.USAGE, run("cluster", "demo", "--data", directory.toString(), "--port", "0"));
        assertTrue(err.toString().contains("--port must be"), err::toString);
        assertEquals(ExitCode.USAGE, run("cluster", "demo", "--data", "", "--port", "0"));
        assertTrue(err.toString().contains("--directory is empty"), err::toString);
    }

    @Test
    void shouldNameNoOptionThatInitLacks() {
        assumeTrue(Files.isDirectory(Path.of("/proc")), "needs a directory that takes no other from anybody");

        assertEquals(ExitCode.CONFIGURATION, run("init", "/proc/ledger"));

        assertTrue(err.toString().contains("/proc/ledger can't be written"), err::toString);
        assertTrue(err.toString().strip().endsWith("or name another as DIR"), err::toString);
    }

    @Test
    void shouldRefuseADemoInADirectoryOfSomethingElse() throws IOException {
        Path backup = Files.createDirectories(directory.resolve("data"));
        Files.createFile(backup.resolve("backup.json"));

        assertEquals(ExitCode.CONFIGURATION, serve());

        assertTrue(err.toString().contains("it is a backup"), err::toString);
        assertFalse(Files.exists(backup.resolve("demo")));
    }

    /** The watchdog's SIGABRT would leave the memory, with keys and tokens, in a file. */
    @Test
    void shouldLeaveNoCoreWhereTheSupervisorEndsTheService() throws IOException {
        String unit = Files.readString(Path.of("../release/src/systemd/bankroll.service"));
        assertTrue(unit.contains("WatchdogSec=") && unit.contains("\nLimitCORE=0\n"), unit);
    }

    @Test
    void shouldTellASupervisorTheSameInHelpAndDocuments() throws IOException {
        run("--help");
        String codes = ExitCode.FOR_A_PERSON.stream()
                .sorted()
                .map(code -> Integer.toString(code))
                .collect(Collectors.joining(" "));
        String unit = Files.readString(Path.of("../release/src/systemd/bankroll.service"));
        assertTrue(unit.contains("RestartPreventExitStatus=" + codes + "\n"), codes);
        assertTrue(out.toString().replaceAll("\\s+", " ").contains("after 1, 3, 69, 70,"), out::toString);
        assertTrue(out.toString().replaceAll("\\s+", " ").contains("2, 65 and 78 need a person"), out::toString);

        Files.readString(Path.of("../docs/run.md"))
                .lines()
                .filter(line -> line.matches("\\| \\d+ \\|.*`serve`.*"))
                .forEach(line -> {
                    int code = Integer.parseInt(line.split(" ")[1]);
                    String again = ExitCode.FOR_A_PERSON.contains(code) ? " no |" : " yes |";
                    assertTrue(line.endsWith(again), line);
                    assertTrue(out.toString().contains(code + "  "), line);
                });
    }

    @Test
    void shouldNameTheFileOfAuthoritiesThatHoldsNone() throws IOException {
        DemoSecrets.in(directory).ensure();
        Path none = Files.writeString(directory.resolve("none.pem"), "-----BEGIN CERTIFICATE-----\nplanted\n");
        for (Path file : List.of(none, directory.resolve("missing.pem"), directory)) {
            int exitCode =
                    run("call", "--data", directory.toString(), "--ca-file", file.toString(), "balance", "demo-anna");
            assertEquals(ExitCode.USAGE, exitCode, err::toString);
            assertTrue(err.toString().contains("the authorities' file " + file), err::toString);
            assertFalse(err.toString().contains("planted"), err::toString);
        }
    }

    /** Who takes the configuration for the token's file must not find it in the terminal. */
    @Test
    void shouldNeverShowWhatATokenFileHolds() throws IOException {
        Path file = Files.writeString(directory.resolve("tokens"), "token-one\ntoken-two\n");

        int exitCode = run("call", "--token-file", file.toString(), "operator", "GET", "/operator/v1/status");

        assertEquals(ExitCode.USAGE, exitCode, err::toString);
        assertTrue(err.toString().contains("the operator's token can't be used"), err::toString);
        assertFalse(err.toString().contains("token-one"), err::toString);
        Path key = Files.write(directory.resolve("key"), new byte[] {(byte) 0xff, 's', 'e', 'c'});
        assertEquals(ExitCode.USAGE, run("call", "--secret-file", key.toString(), "balance", "anna"), err::toString);
        assertEquals(
                ExitCode.USAGE, run("call", "--secret-file", directory.toString(), "balance", "anna"), err::toString);
        assertFalse(err.toString().contains("\tat "), err::toString);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--url localhost:8080/v1 balance anna",
                "--url http:/localhost balance anna",
                "--url http://127.0.0.1:99999/v1 balance anna",
                "--url http://bad|host/v1 balance anna",
                "raw GE/T /transactions/1",
                "raw GET transactions/1",
                "raw POST /transactions @no-such-file",
                "balance",
                "blance anna",
                "debit anna 5 --sesion s"
            })
    void shouldTakeATypingErrorForOne(String call) {
        DemoSecrets.in(directory).ensure();
        List<String> words = new ArrayList<>(List.of("call", "--data", directory.toString()));
        words.addAll(List.of(call.split(" ")));

        assertEquals(ExitCode.USAGE, run(words.toArray(String[]::new)), err::toString);
        assertFalse(err.toString().contains("\tat "), err::toString);
    }

    private int serve(String... more) {
        List<String> arguments = new ArrayList<>(List.of("serve", "--demo"));
        arguments.addAll(List.of("--data", directory.resolve("data").toString()));
        arguments.addAll(List.of("--listen", "127.0.0.1:0", "--operator-listen", "127.0.0.1:0"));
        arguments.addAll(List.of(more));
        return run(arguments.toArray(String[]::new));
    }
}
