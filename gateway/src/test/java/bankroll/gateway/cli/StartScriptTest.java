package bankroll.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.faults.Needs;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of a source tree: what it builds, when, and with which Maven. Java and Maven here only say how they were called. */
class StartScriptTest {
    private static final List<String> TOOLS = List.of(
            "bash",
            "sh",
            "cat",
            "cksum",
            "date",
            "dirname",
            "basename",
            "find",
            "flock",
            "grep",
            "head",
            "ln",
            "ls",
            "mkdir",
            "mv",
            "readlink",
            "rm",
            "sed",
            "sleep",
            "tail",
            "touch",
            "xargs");
    private static final String MAVEN = """
            #!/bin/sh
            if [ "$1" = -v ]; then echo "Apache Maven VERSION"; exit; fi
            echo "$(basename "$0") $*" >>built
            for module in gateway journal-tools benchmarks; do
              mkdir -p $module/target/dependency
              : >$module/target/dependency/some.jar
              : >$module/target/bankroll-$module-1.jar
            done
            """;
    private static final String JAVA = """
            #!/bin/sh
            if [ "$1" = -version ]; then echo 'openjdk version "17.0.1"' >&2; exit; fi
            for word; do case $word in *jar*|*.build*|bankroll.*) echo "$word"; esac; done
            """;

    @TempDir
    Path root;

    private final Map<String, String> environment = new HashMap<>();
    private Path bin;

    @BeforeEach
    void prepare() throws IOException {
        Path sources = Path.of(System.getProperty("bankroll.root", ".."));
        Files.copy(sources.resolve("bankroll"), root.resolve("bankroll"));
        program(root.resolve("bankroll"), Files.readString(root.resolve("bankroll")));
        for (String module : List.of("engine", "cluster", "gateway", "journal-tools", "benchmarks")) {
            Files.createDirectories(root.resolve(module).resolve("src/main"));
            Files.createFile(root.resolve(module).resolve("pom.xml"));
        }
        Files.createDirectories(root.resolve("config"));
        Files.createFile(root.resolve("config/jvm.options"));
        Files.createFile(root.resolve("pom.xml"));
        bin = Files.createDirectories(root.resolve("bin"));
        for (String tool : TOOLS) {
            program(bin.resolve(tool), "#!/bin/sh\nexec " + tool(tool) + " \"$@\"\n");
        }
        program(bin.resolve("java"), JAVA);
        program(bin.resolve("javac"), JAVA);
        program(root.resolve("mvnw"), MAVEN);
    }

    @Test
    void shouldBuildAllModulesAtOnceSoThatNoToolIsBuiltAtNight() throws Exception {
        program(bin.resolve("mvn"), MAVEN.replace("VERSION", "3.9.9"));

        String serve = run("serve");
        String journal = run("journal", "verify", "data");

        assertTrue(
                serve.matches("(?s).*/\\.build/[^/]+/gateway/\\*\nbankroll\\.gateway\\.cli\\.BankrollMain\n"), serve);
        assertTrue(
                journal.matches("(?s).*/\\.build/[^/]+/journal-tools/\\*\nbankroll\\.tools\\.JournalTool\n"), journal);
        assertEquals(1, built().size(), () -> built().toString());
        assertTrue(built().get(0).startsWith("mvn "), built().get(0));
        assertTrue(built().get(0).contains("-pl gateway,journal-tools,benchmarks "), built().get(0));
    }

    @Test
    void shouldFetchMavenWhereThereIsNone() throws Exception {
        run("--version");

        assertTrue(built().get(0).startsWith("mvnw "), built().get(0));
    }

    @Test
    void shouldFetchMavenWhereItIsTooOld() throws Exception {
        program(bin.resolve("mvn"), MAVEN.replace("VERSION", "3.6.3"));

        run("--version");

        assertTrue(built().get(0).startsWith("mvnw "), built().get(0));
    }

    @Test
    void shouldHelpWithEveryCommandThatItLists() throws Exception {
        String help = run("--help");
        assertTrue(help.contains("\nExit codes") && help.contains("\nExample:  bankroll serve --demo\n"), help);
        List<String> commands = help.lines()
                .filter(line -> line.matches("  [a-z][a-z-]*  +.*"))
                .map(line -> line.strip().split(" ")[0])
                .toList();

        assertTrue(commands.containsAll(List.of("serve", "journal", "bench", "version", "help")), commands::toString);
        for (String command : commands) {
            run("help", command);
        }
    }

    /** The JVM needs a moment until it hears a SIGHUP as the wish to read the configuration again. */
    @Test
    void shouldNotEndAStartAtAHangUp() throws Exception {
        program(bin.resolve("java"), JAVA + "kill -HUP $$\necho still there\n");

        String serve = run("serve");

        assertTrue(serve.endsWith("still there\n"), serve);
    }

    @Test
    void shouldHaveAServiceLeaveItsClassesToTheNextOne() throws Exception {
        Path first = classes("ArchiveClassesAtExit", run("serve"));
        assertEquals("gateway", first.getParent().getFileName().toString());
        Files.write(first, new byte[6_000_000]);
        assertEquals(first, classes("ArchiveClassesAtExit", run("serve")), "a service's are more");
        Files.write(first, new byte[29_000_000]);

        assertEquals(first, classes("SharedArchiveFile", run("serve")));
        assertFalse(run("journal", "verify", "data").contains(".jsa"));

        Files.writeString(first.resolveSibling("some.jar"), "another one");
        assertNotEquals(first, classes("ArchiveClassesAtExit", run("serve")));
        assertFalse(Files.exists(first), "nobody needs it any more");
    }

    @Test
    void shouldHaveAServiceLeaveItsClassesWhereItsSupervisorSays() throws Exception {
        Path cache = Files.createDirectory(root.resolve("cache.jar"));
        environment.put("CACHE_DIRECTORY", cache.toString());

        assertEquals(cache, classes("ArchiveClassesAtExit", run("serve")).getParent());
    }

    @Test
    void shouldStartWhereThereIsNoToolToNameTheClassesBy() throws Exception {
        Files.delete(bin.resolve("cksum"));

        String serve = run("serve");

        assertTrue(serve.endsWith("bankroll.gateway.cli.BankrollMain\n"), serve);
        assertFalse(serve.contains(".jsa"), serve);
    }

    /** Such a JVM, of a run-time that was made without them, would refuse to start. */
    @Test
    void shouldLayNoClassesOutWhereTheJvmHasNotLaidOutItsOwn() throws Exception {
        program(bin.resolve("java"), JAVA + "case \"$*\" in *-Xshare:on*) exit 1 ;; esac\n");

        String serve = run("serve");

        assertTrue(serve.endsWith("bankroll.gateway.cli.BankrollMain\n"), serve);
        assertFalse(serve.contains(".jsa"), serve);
    }

    /** An agent, say: the JVM would refuse to start. */
    @Test
    void shouldLayNoClassesOutWithFlagsOfTheOperators() throws Exception {
        environment.put("BANKROLL_JAVA_OPTS", "-javaagent:some.jar");

        assertFalse(run("serve").contains(".jsa"));
    }

    /** The C library tells the JVM in the operator's language what is wrong with a file. */
    @Test
    void shouldHaveTheSystemTellInEnglishThatADiskIsFullAndKeepNamesAsTheyAre() throws Exception {
        Path german = Files.createDirectory(root.resolve("locales")).resolve("de_DE.UTF-8");
        Needs.command("localedef", "-i", "de_DE", "-f", "UTF-8", german.toString());
        Needs.file(Path.of("/usr/share/locale/de/LC_MESSAGES/libc.mo"));
        Needs.file(Path.of("/dev/full"));
        environment.put("LOCPATH", german.getParent().toString());
        environment.put("LC_ALL", "de_DE.UTF-8");
        environment.put("LANGUAGE", "de");
        String java = Path.of(System.getProperty("java.home"), "bin/java").toString();
        program(bin.resolve("java"), """
                #!/bin/sh
                if [ "$1" = -version ]; then echo 'openjdk version "17.0.1"' >&2; exit; fi
                exec JAVA -Dsun.stdout.encoding=UTF-8 -cp CLASSES 'MAIN' M\u00fcller
                """.replace("JAVA", java)
                .replace("CLASSES", System.getProperty("java.class.path"))
                .replace("MAIN", FullDisk.class.getName()));

        assertEquals("M\u00fcller: No space left on device", run("journal"));
    }

    /** Writes where there is no room, and tells what is said about it. */
    static final class FullDisk {
        private FullDisk() {}

        public static void main(String[] arguments) {
            try (FileOutputStream full = new FileOutputStream("/dev/full")) {
                full.write(1);
            } catch (IOException e) {
                System.out.print(arguments[0] + ": " + e.getMessage());
            }
        }
    }

    /** Its shell options would end it without a word. */
    @Test
    void shouldSayWhatAJavaSaysThatDoesNotStart() throws Exception {
        program(bin.resolve("java"), """
                #!/bin/sh
                echo 'NOTE: Picked up JDK_JAVA_OPTIONS: -Xbad' >&2
                echo 'Picked up JAVA_TOOL_OPTIONS: -Xbad' >&2
                echo 'Unrecognized option: -Xbad' >&2
                exit 1
                """);

        run(69, "version");

        assertTrue(
                err().startsWith("bankroll: " + bin.resolve("java")
                        + " -version ends with 1: Unrecognized option: -Xbad. Does it start without JAVA_TOOL_OPTIONS"),
                err());
        assertEquals(1, err().lines().count(), err());
    }

    @Test
    void shouldSayWhatAMavenSaysThatDoesNotStart() throws Exception {
        program(bin.resolve("mvn"), "#!/bin/sh\necho 'Unrecognized option: -Xbad' >&2\nexit 3\n");

        run(69, "version");

        assertTrue(
                err().startsWith("bankroll: " + bin.resolve("mvn")
                        + " -v ends with 3: Unrecognized option: -Xbad. Does it start without MAVEN_OPTS"),
                err());
        assertEquals(1, err().lines().count(), err());
    }

    /** Java would say that it can't find a class. */
    @Test
    void shouldSayWhatIsWrongWithAColonInItsOwnPath() throws Exception {
        Path colon = Files.createDirectory(root.resolve("a:b"));
        Files.copy(root.resolve("bankroll"), colon.resolve("bankroll"));
        program(colon.resolve("bankroll"), Files.readString(root.resolve("bankroll")));
        ProcessBuilder builder = new ProcessBuilder(colon.resolve("bankroll").toString(), "serve");
        builder.environment().put("PATH", bin.toString());

        Process process = builder.redirectErrorStream(true).start();

        assertEquals(
                "bankroll: it is installed in " + colon.toRealPath()
                        + ", and Java takes a colon for the end of a path. Move it to a directory without one.\n",
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertEquals(2, process.waitFor());
    }

    /** Called by a relative name, cd would go to a directory of the same name that CDPATH leads to. */
    @Test
    void shouldFindItselfWhereCdpathHasADirectoryOfItsName() throws Exception {
        Path release = Files.createDirectories(root.resolve("release"));
        program(release.resolve("bankroll"), Files.readString(root.resolve("bankroll")));
        Files.createDirectories(release.resolve("lib"));
        program(Files.createDirectories(release.resolve("runtime/bin")).resolve("java"), "#!/bin/sh\necho started\n");
        Path elsewhere = Files.createDirectories(root.resolve("elsewhere"));
        Files.createDirectories(elsewhere.resolve("release"));
        ProcessBuilder builder = new ProcessBuilder("release/bankroll", "version").directory(root.toFile());
        builder.environment().put("PATH", bin.toString());
        builder.environment().put("CDPATH", elsewhere.toString());

        Process process = builder.redirectErrorStream(true).start();

        assertEquals("started\n", new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
        assertEquals(0, process.waitFor());
    }

    private static Path classes(String flag, String printed) {
        return printed.lines()
                .filter(line -> line.startsWith("-XX:" + flag + "="))
                .map(line -> Path.of(line.substring(line.indexOf('=') + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError(printed));
    }

    private List<String> built() {
        try {
            return Files.readAllLines(root.resolve("built"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private String run(String... command) throws IOException, InterruptedException {
        return run(0, command);
    }

    private String run(int exitCode, String... command) throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(root.resolve("bankroll").toString());
        builder.command().addAll(List.of(command));
        builder.environment().clear();
        builder.environment().put("PATH", bin.toString());
        builder.environment().putAll(environment);
        Process process = builder.redirectError(root.resolve("err").toFile()).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(exitCode, process.waitFor(), () -> out + err());
        return out;
    }

    private String err() {
        try {
            return Files.readString(root.resolve("err"));
        } catch (IOException e) {
            return e.toString();
        }
    }

    private static Path tool(String name) {
        return List.of("/usr/bin", "/bin").stream()
                .map(directory -> Path.of(directory, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    private static void program(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
