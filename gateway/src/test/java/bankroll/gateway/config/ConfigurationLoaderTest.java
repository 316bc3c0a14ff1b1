package bankroll.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.config.Platform.RateLimit;
import bankroll.journal.Frame;
import bankroll.journal.JournalContext.SyncPolicy;
import bankroll.memory.MachineMemory;
import bankroll.protocol.LedgerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationLoaderTest {
    /** What a command adds to the bytes of a body: its hashes, its outcomes and the frame's own. */
    private static final int MOST_BESIDE_THE_BODY = 500 * (56 + 2 * 16 + 10 * 5 + 24) + 1_000;

    @TempDir
    Path directory;

    @Test
    void shouldAllowNoBodyThatTheJournalsLongestFrameCouldNotHold() {
        int most = Frame.MAX_LENGTH - MOST_BESIDE_THE_BODY;
        assertEquals(
                1,
                Layers.none()
                        .file(directory, "platform.max-body-bytes = " + most)
                        .problems()
                        .size());
    }

    @Test
    void shouldTakeTheDefaultsOfTheDecisionsWhenNobodySaysOtherwise() {
        Configuration configuration = Layers.none().load();

        assertEquals(new HostPort("127.0.0.1", 8080), configuration.get(Settings.PLATFORM_LISTEN));
        assertEquals("/v1", configuration.get(Settings.BASE_PATH));
        assertEquals(8_388_608, configuration.get(Settings.MAX_BODY_BYTES));
        assertEquals("urn:bankroll:problem:", configuration.get(Settings.PROBLEM_TYPE_BASE));
        assertEquals(2_500, configuration.get(Settings.DEADLINE_MS));
        assertEquals(2, configuration.get(Settings.RETRY_AFTER_SECONDS));
        assertEquals(300, configuration.get(Settings.SIGNATURE_TOLERANCE_SECONDS));
        assertEquals(new HostPort("127.0.0.1", 8081), configuration.get(Settings.OPERATOR_LISTEN));
        assertEquals(LedgerSettings.DEFAULT, configuration.contexts().engine().settings());
        assertEquals(300_000, configuration.get(Settings.LAUNCH_CODE_TTL_MS));
        assertEquals(SyncPolicy.ALWAYS, configuration.get(Settings.SYNC));
        assertEquals(Path.of("./data"), configuration.get(Settings.DATA));
    }

    @Test
    void shouldPreferFlagToEnvironmentToFileToDefault() {
        Layers layers = Layers.none();
        assertEquals("127.0.0.1:8080 default", listen(layers));

        layers.file(directory, "data = x\nplatform.listen = \"127.0.0.1:1\"");
        assertEquals("127.0.0.1:1 file bankroll.conf:2", listen(layers));

        layers.environment("BANKROLL_PLATFORM_LISTEN", "127.0.0.1:2");
        assertEquals("127.0.0.1:2 environment BANKROLL_PLATFORM_LISTEN", listen(layers));

        layers.flag("platform.listen", "--listen", "127.0.0.1:3");
        assertEquals("127.0.0.1:3 flag --listen", listen(layers));
    }

    private static String listen(Layers layers) {
        Configuration configuration = layers.load();
        EffectiveValue value = configuration.values().stream()
                .filter(it -> it.key().equals("platform.listen"))
                .findFirst()
                .orElseThrow();
        assertEquals(value.shown(), configuration.get(Settings.PLATFORM_LISTEN).toString());
        return value.shown() + " " + value.origin();
    }

    @Test
    void shouldReadEverySettingFromTheFile() {
        Configuration configuration = Layers.none().file(directory, """
                        data = /var/lib/bankroll
                        platform { base-path = "", max-body-bytes = 1048576, deadline-ms = 1000, event-loops = 2 }
                        journal { sync = "interval=20", file-bytes = 33554432, low-water-bytes = 0, retention-days = 30 }
                        ledger {
                          time-zone = Europe/Vienna
                          session-idle-seconds = 1
                          session-max-age-seconds = 2
                          max-sessions-per-player = 7
                          launch-code-ttl-seconds = 3
                          limit-raise-delay-seconds = 0
                          rollback-after-payout = refuse
                        }
                        engine {
                          ring-capacity = 64
                          in-flight-bytes = 16777216
                          max-clock-jump-seconds = 60
                          table-memory-bytes = 100000000
                        }
                        """).load();

        Contexts contexts = configuration.contexts();
        assertEquals("", configuration.get(Settings.BASE_PATH));
        assertEquals(2, contexts.platform().eventLoops());
        assertEquals(1_048_576, contexts.platform().maxBodyBytes());
        assertEquals(1_048_576, contexts.operator().maxBodyBytes());
        assertEquals(1_000, contexts.platform().replyDeadlineMs());
        assertEquals(Path.of("/var/lib/bankroll"), contexts.engine().dataDirectory());
        assertEquals(SyncPolicy.interval(20), contexts.engine().journal().syncPolicy());
        assertEquals(33_554_432, contexts.engine().journal().fileBytes());
        assertEquals(0, contexts.engine().journal().lowWaterBytes());
        assertEquals(2_592_000_000L, contexts.engine().journalKeptMs());
        assertEquals(
                new LedgerSettings("Europe/Vienna", 1_000, 2_000, 0, true, 7),
                contexts.engine().settings());
        assertEquals(3_000, configuration.get(Settings.LAUNCH_CODE_TTL_MS));
        assertEquals(64, contexts.engine().ringCapacity());
        assertEquals(16_777_216, contexts.engine().inFlightBytes());
        assertEquals(60_000, contexts.engine().longestClockStepMs());
        assertEquals(100_000_000, contexts.engine().tableMemoryBytes());
    }

    @Test
    void shouldKeepTheJournalForEverUnlessToldOtherwise() {
        assertEquals(0, Layers.none().load().get(Settings.JOURNAL_KEPT_MS));
        assertEquals(
                List.of(
                        "journal.retention-days = \"-1\" (file bankroll.conf:1): must be a time in whole days from 0 to 36525 days"
                                + " (a plain number: days)"),
                Layers.none().file(directory, "journal.retention-days = -1").problems());
    }

    @Test
    void shouldNameAnUnknownKeyItsLineAndTheNearestOne() {
        Layers layers = Layers.none().file(directory, "data = x\nplatform {\n  listn = \"127.0.0.1:1\"\n}");

        assertEquals(
                List.of("platform.listn (file bankroll.conf:3) is no setting; did you mean platform.listen?"),
                layers.problems());
    }

    @Test
    void shouldNameAnUnknownVariable() {
        Layers layers = Layers.none().environment("BANKROLL_PLATFORM_LISTN", "x");

        assertEquals(
                List.of("BANKROLL_PLATFORM_LISTN (environment) is no setting; did you mean BANKROLL_PLATFORM_LISTEN?"),
                layers.problems());
    }

    @Test
    void shouldNameAVariableThatIsLikeNoneOfOursAndNotWhatItHolds() {
        assertEquals(
                List.of("BANKROLL_NONSENSE (environment) is no setting"),
                Layers.none().environment("BANKROLL_NONSENSE", Layers.TOKEN).problems());
    }

    @Test
    void shouldNameThoseWhoseLastWordsAnUnknownNameHas() {
        assertEquals(
                List.of("BANKROLL_LISTEN (environment) is no setting;"
                        + " did you mean BANKROLL_OPERATOR_LISTEN or BANKROLL_PLATFORM_LISTEN?"),
                Layers.none().environment("BANKROLL_LISTEN", "x").problems());
        assertEquals(
                List.of("base-path (file bankroll.conf:1) is no setting; did you mean platform.base-path?"),
                Layers.none().file(directory, "base-path = \"/\"").problems());
        assertEquals(
                List.of("BANKROLL_HOST (environment) is no setting"),
                Layers.none().environment("BANKROLL_HOST", "x").problems(),
                "what all names begin with makes none of them closer");
    }

    @Test
    void shouldNameTheBlockThatWasMeant() {
        Layers layers = Layers.none().file(directory, """
                journl { sync = none }
                snapshots { keep = 3 }
                platform { tls { certificate = cert.pem } }
                """);

        assertEquals(
                Set.of(
                        "journl (file bankroll.conf:1) is no setting; did you mean journal?",
                        "snapshots (file bankroll.conf:2) is no setting; did you mean snapshot?",
                        "platform.tls.certificate (file bankroll.conf:3) is no setting;"
                                + " did you mean platform.tls-certificate?"),
                Set.copyOf(layers.problems()));
    }

    @Test
    void shouldNotOverlookAnEmptyBlockThatIsNoneOfOurs() {
        assertEquals(1, Layers.none().file(directory, "something {}").problems().size());
    }

    @Test
    void shouldRefuseWhatIncludesAFileThatIsNotThere() throws IOException {
        for (String include : List.of("\"secrets.conf\"", "file(\"" + directory + "/secrets.conf\")")) {
            Layers layers = Layers.none().file(directory, "include " + include + "\njournal.sync = none");

            assertEquals(1, layers.problems().size(), layers.problems().toString());
            assertTrue(
                    layers.problems().get(0).contains("secrets.conf, which can't be read"),
                    layers.problems()::toString);
        }
        Files.writeString(directory.resolve("secrets.conf"), "include more\nsnapshot.keep = 7");
        assertTrue(Layers.none()
                .file(directory, "include \"secrets.conf\"")
                .problems()
                .get(0)
                .contains("can't be understood"));
        Files.writeString(directory.resolve("secrets.conf"), "include \"more.conf\"\nsnapshot.keep = 7");
        Layers nested = Layers.none().file(directory, "include \"secrets.conf\"");
        assertTrue(nested.problems().get(0).contains("more.conf, which can't be read"), nested.problems()::toString);
        Files.writeString(directory.resolve("more.conf"), "snapshot.keep = 6");
        assertEquals(7, nested.load().get(Settings.SNAPSHOTS_KEPT));
    }

    /** A name without a directory: where the file stands, there its includes are looked for. */
    @Test
    void shouldFindWhatAFileOfTheWorkingDirectoryIncludes() throws IOException {
        Path included = Files.createTempFile(Path.of(""), "included-", ".conf");
        Path file = Files.createTempFile(Path.of(""), "including-", ".conf");
        try {
            Files.writeString(included, "snapshot.keep = 6");
            Files.writeString(file, "include \"" + included + "\"");
            ConfigurationSources sources = new ConfigurationSources(
                    List.of(), Map.of(), Optional.of(file), ConfigurationSources.AddedParties.NONE);

            assertEquals(6, ConfigurationLoader.load(sources).get(Settings.SNAPSHOTS_KEPT));
        } finally {
            Files.delete(included);
            Files.delete(file);
        }
    }

    @Test
    void shouldRefuseALogFormatThatIsNone() {
        assertEquals(
                List.of("BANKROLL_LOG_FORMAT (environment): must be text or json; did you mean json?"),
                Layers.none().environment("BANKROLL_LOG_FORMAT", "jsn").problems());
        assertEquals(
                List.of(),
                Layers.none().environment("BANKROLL_LOG_FORMAT", "json").problems());
    }

    @Test
    void shouldRefuseALogLevelThatTheLogDoesNotKnow() {
        assertEquals(
                List.of("BANKROLL_LOG_LEVEL (environment): must be OFF, ERROR, WARN, INFO, DEBUG or TRACE;"
                        + " did you mean DEBUG?"),
                Layers.none().environment("BANKROLL_LOG_LEVEL", "DEBG").problems());
        assertEquals(
                List.of(),
                Layers.none().environment("BANKROLL_LOG_LEVEL", "debug").problems());
    }

    @ParameterizedTest
    @CsvSource({
        "journal.file-bytes, 256 MiB, 268435456, 256 MiB",
        "journal.file-bytes, 0.5GiB, 536870912, 512 MiB",
        "journal.file-bytes, 20MB, 20000000, 20000000 bytes",
        "journal.file-bytes, 268435456, 268435456, 256 MiB",
        "platform.deadline-ms, 500 ms, 500, 500 ms",
        "platform.deadline-ms, 2s, 2000, 2 s",
        "platform.deadline-ms, 60000, 60000, 1 minute",
        "ledger.session-max-age-seconds, 24h, 86400000, 1 day",
        "ledger.session-max-age-seconds, 5400, 5400000, 90 minutes",
        "journal.retention-days, 48 hours, 172800000, 2 days",
        "journal.retention-days, 30, 2592000000, 30 days",
        "platform.retry-after-seconds, 1 minute, 60, 1 minute"
    })
    void shouldReadSizesAndTimesWithUnitsAndShowThem(String key, String written, long read, String shown) {
        Configuration configuration =
                Layers.none().file(directory, key + " = " + written).load();

        Setting<?> setting = Settings.ALL.stream()
                .filter(it -> it.key().equals(key))
                .findFirst()
                .orElseThrow();
        assertEquals(read, ((Number) configuration.get(setting)).longValue());
        assertTrue(
                configuration.values().stream()
                        .anyMatch(it -> it.key().equals(key) && it.shown().equals(shown)),
                configuration.values()::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "journal.file-bytes, 256 apples",
        "journal.file-bytes, 256 ms",
        "journal.file-bytes, 99999999999 PiB",
        "platform.deadline-ms, 1.5",
        "platform.deadline-ms, 0.0001 ms",
        "platform.idle-seconds, 1500 ms",
        "platform.idle-seconds, 99999999999999999999 s",
        "snapshot.keep, 2 s",
        "journal.retention-days, 1 hour"
    })
    void shouldRefuseWhatIsNoSizeOrTimeOfItsKind(String key, String written) {
        List<String> problems =
                Layers.none().file(directory, key + " = \"" + written + "\"").problems();

        assertEquals(1, problems.size(), problems::toString);
        assertTrue(
                problems.get(0).startsWith(key + " = \"" + written + "\" (file bankroll.conf:1): must be "),
                problems::toString);
    }

    @Test
    void shouldTellWhichChangesWaitForAStartHoweverTheyAreWritten() {
        Configuration running = Layers.none().load();
        Configuration fresh = Layers.none().file(directory, """
                platform.tls-handshake-deadline-ms = 6 s
                platform.idle-seconds = 60
                snapshot.keep = 3
                platforms = [{ name = alpha, scheme = off }]
                """).load();

        assertEquals(List.of("platform.tls-handshake-deadline-ms", "snapshot.keep"), running.changedAtRestart(fresh));
    }

    @Test
    void shouldOverlookTheVariablesOfTheStartScriptAndOfKubernetes() {
        Layers layers = Layers.none()
                .environment("BANKROLL_JAVA_OPTS", "-Xmx1g")
                .environment("BANKROLL_SERVICE_HOST", "10.0.0.1")
                .environment("BANKROLL_PORT_8080_TCP_ADDR", "10.0.0.1");

        assertEquals(List.of(), layers.problems());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "journal.retention-days | 36 hours | a time in whole days from 0 to 36525 days (a plain number: days)",
                "platform.deadline-ms | soon | a time from 50 ms to 1 minute (a plain number: milliseconds)",
                "platform.deadline-ms | 1.5 | a time from 50 ms to 1 minute (a plain number: milliseconds)",
                "platform.listen | 8080 | HOST:PORT, for example 127.0.0.1:8080 or [::1]:8080",
                "platform.listen | 127.0.0.1:70000 | HOST:PORT, for example 127.0.0.1:8080 or [::1]:8080",
                "platform.base-path | /v1/ | empty or a path like /v1, without a slash at its end",
                "platform.problem-type-base | problems | the beginning of an absolute URI",
                "journal.sync | sometimes | always, interval=<1 to 60000 ms> or none",
                "journal.sync | interval=0 | always, interval=<1 to 60000 ms> or none",
                "journal.file-bytes | 1048576 | a size from 16544 KiB to 1 GiB (a plain number: bytes)",
                "ledger.time-zone | Mars/Olympus | a time zone like UTC or Europe/Vienna",
                "ledger.rollback-after-payout | ask | reverse or refuse",
                "engine.ring-capacity | -1 | a whole number from 16 to 1048576",
                "demo | yes | true or false"
            })
    void shouldNameABadValueItsOriginAndWhatIsAllowed(String key, String value, String allowed) {
        Layers inFile = Layers.none().file(directory, key + " = \"" + value + "\"");
        String variable = "BANKROLL_" + key.toUpperCase(java.util.Locale.ROOT).replaceAll("[.-]", "_");
        Layers inEnvironment = Layers.none().environment(variable, value);

        String told = key + " = \"" + value + "\" (%s): must be " + allowed;
        assertEquals(List.of(String.format(Locale.ROOT, told, "file bankroll.conf:1")), inFile.problems());
        assertEquals(List.of(String.format(Locale.ROOT, told, "environment " + variable)), inEnvironment.problems());
    }

    @ParameterizedTest
    @ValueSource(strings = {"data", "platform.tls-key", "backup.to", "backup.hook", "cluster.secret-file"})
    void shouldTakeNoListOrBlockForAPath(String key) {
        for (String value : List.of("[\"/mnt/b\"]", "{ a = 1 }", "null")) {
            List<String> told =
                    Layers.none().file(directory, key + " = " + value).problems();

            assertTrue(
                    told.stream().anyMatch(it -> it.startsWith(key + " = \"…\" (file bankroll.conf:1): must be ")),
                    told.toString());
        }
    }

    @Test
    void shouldWarnOfProxiesThatNobodyNames() {
        String told = "platform.client-address = x-forwarded-for\n";
        List<String> warnings = Layers.none().file(directory, told).load().warnings();

        assertEquals(1, warnings.size(), warnings.toString());
        assertTrue(warnings.get(0).startsWith("platform.client-address is set"), warnings.get(0));
        Layers named = Layers.none().file(directory, told + "platform.trusted-proxies = 10.0.0.5");
        assertEquals(List.of(), named.load().warnings());
    }

    @Test
    void shouldTellEveryProblemAtOnce() {
        Layers layers = Layers.none().file(directory, "dta = x\nplatform.deadline-ms = 1\nplatform = 7");

        assertEquals(2, layers.problems().size(), layers.problems().toString());
    }

    @Test
    void shouldSayWhenTheFileIsMissingOrNoHocon() {
        Layers layers = Layers.none().file(directory, "data = {");

        assertTrue(layers.problems().get(0).contains("bankroll.conf can't be understood"));
    }

    @Test
    void shouldRefuseAFileThatIsNestedTooDeepForTheParser() {
        int depth = 100_000;
        for (String deep : List.of("[".repeat(depth) + "]".repeat(depth), "{a" + ".a".repeat(depth) + " = 1}")) {
            List<String> problems =
                    Layers.none().file(directory, "platforms = " + deep).problems();

            assertEquals(1, problems.size());
            assertTrue(problems.get(0).contains("bankroll.conf can't be understood: too many blocks"), problems.get(0));
        }
    }

    @Test
    void shouldReadPlatformsAndTokensFromTheFile() throws IOException {
        Path secrets =
                Files.writeString(directory.resolve("secrets"), "# new one first\n" + Layers.OTHER_SECRET + "\n");
        Path token = Files.writeString(directory.resolve("token"), Layers.TOKEN + "\n");
        for (Path file : List.of(secrets, token)) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        }
        Configuration configuration = Layers.none()
                .file(directory, String.format(Locale.ROOT, """
                        platforms = [{
                          name = alpha, scheme = body, secrets = ["%s"], secret-files = ["%s"]
                          rate-limit { per-second = 0.1, burst = 2 }
                        }]
                        operator.tokens = [{ name = ada, role = support, token-file = "%s" }]
                        """, Layers.SECRET, secrets, token))
                .load();

        assertEquals(
                List.of(new Platform(
                        "alpha",
                        SignatureScheme.BODY,
                        List.of(new Secret(Layers.SECRET), new Secret(Layers.OTHER_SECRET)),
                        Optional.of(new RateLimit(0.1, 2)))),
                configuration.platforms());
        assertEquals(
                List.of(new OperatorToken("ada", OperatorRole.SUPPORT, new Secret(Layers.TOKEN))),
                configuration.tokens());
        assertEquals(List.of(), configuration.missing());
    }

    @Test
    void shouldMakeAPlatformAndAnAdminOutOfTheEnvironment() {
        Configuration configuration = Layers.none()
                .environment("BANKROLL_PLATFORM_SECRET", " " + Layers.SECRET + "  " + Layers.OTHER_SECRET)
                .environment("BANKROLL_OPERATOR_TOKEN", Layers.TOKEN)
                .load();

        Platform platform = configuration.platforms().get(0);
        assertEquals("default", platform.name());
        assertEquals(List.of(new Secret(Layers.SECRET), new Secret(Layers.OTHER_SECRET)), platform.secrets());
        assertEquals(
                List.of(new OperatorToken("env", OperatorRole.ADMIN, new Secret(Layers.TOKEN))),
                configuration.tokens());
    }

    @Test
    void shouldSayWhoIsMissingAndHowToGetOne() {
        List<String> missing = Layers.none().load().missing();

        assertTrue(missing.get(0).contains("BANKROLL_PLATFORM_SECRET"), missing.get(0));
        assertTrue(missing.get(1).contains("BANKROLL_OPERATOR_TOKEN"), missing.get(1));
    }

    @ParameterizedTest
    @CsvSource({
        "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, true",
        "whsec_YWxwaGEtYWxwaGEtYWxwaGEtYWxwaGEtYWxwaGE=, true",
        "whsec_YWxwaGEtYWxwaGEtYWxwaGEtYWxwaGEtYWxwaGE, true",
        "whpk_MCowBQYDK2VwAyEAMCowBQYDK2VwAyEAMCowBQYDK2U=, true",
        "whpk_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, false",
        "whsec_, false",
        "whsec_c2hvcnQ, false",
        "whsec_not*base64*not*base64*, false",
        "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw, false"
    })
    void shouldTakeOnlySecretsThatCanSign(String secret, boolean good) {
        List<String> problems =
                Layers.none().environment("BANKROLL_PLATFORM_SECRET", secret).problems();

        assertEquals(good, problems.isEmpty(), problems.toString());
        assertTrue(problems.stream().noneMatch(it -> it.contains(secret.substring(6)) && secret.length() > 6));
    }

    /** The second is the first without its padding, the third a byte 0 longer: HMAC takes them for one key. */
    @ParameterizedTest
    @ValueSource(strings = {"MDEyMzQ1Njc4OWFiY2RlZg==", "MDEyMzQ1Njc4OWFiY2RlZg", "MDEyMzQ1Njc4OWFiY2RlZgA="})
    void shouldRefuseASecretThatTwoPlatformsShareHoweverItIsWritten(String shared) {
        Layers layers = Layers.none()
                .file(
                        directory,
                        "platforms = [{ name = alpha, secrets = [\"whsec_" + shared
                                + "\"] }, { name = beta, secrets = [\"whsec_MDEyMzQ1Njc4OWFiY2RlZg==\"] }]");

        assertTrue(layers.problems().get(0).contains("another platform has the same secret"));
    }

    @Test
    void shouldRefuseAPublicKeyThatTwoPlatformsShareHoweverItIsWritten() {
        String key = "whpk_MCowBQYDK2VwAyEAMCowBQYDK2VwAyEAMCowBQYDK2U";
        Layers layers = Layers.none()
                .file(
                        directory,
                        "platforms = [{ name = alpha, secrets = [\"" + key + "\"] }, { name = beta, secrets = [\"" + key
                                + "=\"] }]");

        assertTrue(layers.problems().get(0).contains("another platform has the same secret"));
    }

    @Test
    void shouldRefuseSchemeOffUnlessBothListenersAreOnLoopback() {
        Layers layers = Layers.none().file(directory, "platforms = [{ name = open, scheme = off }]");
        assertEquals(List.of(), layers.problems());

        layers.environment("BANKROLL_OPERATOR_LISTEN", "0.0.0.0:8081");
        assertTrue(
                layers.problems().get(0).contains("scheme off"),
                layers.problems().toString());
    }

    @ParameterizedTest
    @CsvSource({"127.0.0.1:8080, true", "0.0.0.0:8080, false"})
    void shouldTakeAnUnsignedPlatformOnlyWhileTheListenersThatAreOpenAreOnLoopback(String open, boolean isTaken) {
        Configuration running =
                Layers.none().flag("platform.listen", "--listen", open).load();
        Configuration fresh = Layers.none()
                .file(directory, "platforms = [{ name = open, scheme = off }]")
                .load();

        List<String> faults = running.faultsOfTaking(fresh);
        assertEquals(isTaken, faults.isEmpty(), faults::toString);
        assertTrue(isTaken || faults.get(0).contains("platform.listen (" + open + ")"), faults::toString);
    }

    @Test
    void shouldRefuseUnknownMembersRolesAndSchemes() {
        Layers layers = Layers.none().file(directory, String.format(Locale.ROOT, """
                platforms = [{ name = alpha, shceme = off, secrets = ["%s"] }, { name = b, scheme = rsa }]
                operator.tokens = [{ name = ada, role = boss, token = "%s" }]
                """, Layers.SECRET, Layers.TOKEN));

        String told = String.join("\n", layers.problems());
        assertTrue(
                told.contains("platforms[0].shceme (file bankroll.conf:1) is no setting; did you mean scheme?"), told);
        assertTrue(told.contains("platforms[1].scheme = \"rsa\""), told);
        assertTrue(told.contains("operator.tokens[0].role = \"boss\" (file bankroll.conf:2): must be one of "), told);
    }

    @Test
    void shouldComputeTheMemoryForTablesUnlessToldOtherwiseAndShowBoth() {
        Configuration configuration = Layers.none().load();
        long computed = configuration.get(Settings.TABLE_MEMORY_BYTES);
        assertTrue(computed >= MachineMemory.LEAST_TABLE_BYTES);
        String shown = configuration.values().stream()
                .filter(it -> it.key().equals("engine.table-memory-bytes"))
                .map(it -> it.shown() + " # " + it.origin())
                .findFirst()
                .orElseThrow();
        assertTrue(shown.startsWith("auto: " + Quantity.BYTES.show(computed) + ", computed from "), shown);
        assertTrue(shown.endsWith(" of memory # default"), shown);
        assertEquals(
                List.of("engine.table-memory-bytes = \"1\" (file bankroll.conf:1): must be auto or a size from"
                        + " 64 MiB to 1 PiB (a plain number: bytes)"),
                Layers.none().file(directory, "engine.table-memory-bytes = 1").problems());
    }

    @Test
    void shouldRefuseOnePortForBothListeners() {
        Layers layers = Layers.none().environment("BANKROLL_OPERATOR_LISTEN", "127.0.0.1:8080");

        assertTrue(layers.problems().get(0).contains("needs a port of its own"));
    }

    @Test
    void shouldShowEverySettingWithItsDefaultInTheExampleFile() {
        Path example = Path.of(System.getProperty("bankroll.root", ".."), "config", "bankroll.example.conf");
        Configuration configuration = ConfigurationLoader.load(new ConfigurationSources(
                List.of(), Map.of(), Optional.of(example), ConfigurationSources.AddedParties.NONE));

        List<String> differences = configuration.values().stream()
                .filter(value -> !value.origin().words().startsWith("file "))
                .map(EffectiveValue::key)
                .toList();
        assertEquals(List.of(), differences, "not in the example file");
        assertEquals(shown(Layers.none().load()), shown(configuration));
    }

    @Test
    void shouldMakeTheExampleFileAndTheReferenceFromTheSettings() throws IOException {
        Path root = Path.of(System.getProperty("bankroll.root", ".."));
        assertEquals(
                SettingsPage.example(),
                Files.readString(root.resolve("config/bankroll.example.conf")),
                "run: ./bankroll config --example > config/bankroll.example.conf");
        assertEquals(
                SettingsPage.reference(),
                Files.readString(root.resolve("docs/settings.md")),
                "run: ./bankroll config --reference > docs/settings.md");
    }

    private static List<String> shown(Configuration configuration) {
        return configuration.values().stream()
                .map(value -> value.key() + " = " + value.shown())
                .toList();
    }
}
