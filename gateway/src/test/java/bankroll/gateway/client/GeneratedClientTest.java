package bankroll.gateway.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.NeedsOwnService;
import bankroll.gateway.contract.kit.OpenApi;
import bankroll.gateway.contract.kit.Operator;
import bankroll.gateway.contract.kit.ServiceSettings;
import bankroll.gateway.contract.kit.ServiceUnderTest;
import bankroll.gateway.faults.Needs;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The documents of docs/openapi in the hands of others' tools: clients are generated and play a round against the service. */
@NeedsOwnService
class GeneratedClientTest {
    private static final Path SOURCES = Path.of("src", "test", "generated").toAbsolutePath();
    private static final Path GENERATOR =
            Path.of("target", "generator", "openapi-generator-cli.jar").toAbsolutePath();
    private static final String LIBRARIES =
            GENERATOR + File.pathSeparator + GENERATOR.resolveSibling("jakarta.annotation-api.jar");
    private static final String REDOCLY = "@redocly/cli@2.11.1";
    private static final String TYPESCRIPT = "openapi-typescript@7.13.0";

    @TempDir
    Path directory;

    @BeforeEach
    void needSoak() {
        Needs.soak();
    }

    @Test
    void shouldPlayWithAJavaClientOfOpenApiGenerator() throws Exception {
        generate("platform.yaml", "wallet", directory.resolve("platform"));
        Path classes = directory.resolve("classes");
        compile(classes, directory.resolve("platform"), SOURCES.resolve("Play.java"));

        play(jdk("java"), "-cp", classes + File.pathSeparator + LIBRARIES, "Play");
    }

    @Test
    void shouldCompileAJavaClientOfTheOperatorsSide() throws Exception {
        generate("operator.yaml", "office", directory.resolve("operator"));

        compile(directory.resolve("classes"), directory.resolve("operator"));
    }

    private void generate(String document, String name, Path into) throws Exception {
        run(
                jdk("java"),
                "-jar",
                GENERATOR.toString(),
                "generate",
                "-i",
                OpenApi.file(document).toString(),
                "-g",
                "java",
                "--library",
                "native",
                "-o",
                into.toString(),
                "--additional-properties=openApiNullable=false,useJakartaEe=true,invokerPackage=" + name
                        + ",apiPackage=" + name + ".api,modelPackage=" + name + ".model");
    }

    private void compile(Path classes, Path generated, Path... more) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(jdk("javac"), "-nowarn", "-d", classes.toString(), "-cp", LIBRARIES));
        try (Stream<Path> sources = Files.walk(generated.resolve("src/main/java"))) {
            Stream.concat(sources.filter(path -> path.toString().endsWith(".java")), Stream.of(more))
                    .forEach(source -> command.add(source.toString()));
        }
        run(command.toArray(String[]::new));
    }

    @Test
    void shouldPlayWithTheTypesOfOpenApiTypescript() throws Exception {
        Needs.npx(TYPESCRIPT);
        Files.copy(SOURCES.resolve("play.ts"), directory.resolve("play.ts"));
        run(
                "npx",
                "--yes",
                "-p",
                TYPESCRIPT,
                "-p",
                "typescript@5.9.3",
                "-c",
                "openapi-typescript " + OpenApi.file("platform.yaml").toAbsolutePath() + " -o platform.ts && tsc"
                        + " --strict --target es2022"
                        + " --lib es2022,dom --module"
                        + " es2022 --moduleResolution"
                        + " bundler play.ts");
        Files.writeString(directory.resolve("package.json"), "{\"type\":\"module\"}");

        play("node", "play.js");
    }

    @ParameterizedTest
    @ValueSource(strings = {"platform.yaml", "operator.yaml"})
    void shouldGiveRedoclyNothingToWarnOf(String document) throws Exception {
        Needs.npx(REDOCLY);
        String printed = run(
                "npx",
                "--yes",
                REDOCLY,
                "lint",
                OpenApi.file(document).toAbsolutePath().toString());

        assertTrue(printed.contains("Your API description is valid"), printed);
        assertFalse(printed.contains("warnings"), printed);
    }

    /** 1000 - 250 + 400 - 100 + 100. */
    private void play(String... command) throws Exception {
        // the clients sign by the machine's clock
        ServiceSettings settings = new ServiceSettings().engine(options -> options.clock(System::currentTimeMillis));
        try (ServiceUnderTest service = ServiceUnderTest.start(settings)) {
            Operator operator = service.operator();
            operator.create(Map.of("player_id", "anna", "currency", "EUR"));
            operator.transfer(Map.of(
                    "transfer_id",
                    "first",
                    "player_id",
                    "anna",
                    "type",
                    "deposit",
                    "amount",
                    "1000",
                    "currency",
                    "EUR"));
            Map<String, String> environment = Map.of(
                    "WALLET_URL", service.wallet().endpoint().base().toString(),
                    "WALLET_SECRET", ServiceSettings.ALPHA,
                    "LAUNCH_CODE", operator.launchCode("anna"));
            String printed = run(environment, command);

            assertTrue(printed.contains("rolled back true"), printed);
            assertTrue(printed.strip().endsWith("balance 1150"), printed);
        }
    }

    private String run(String... command) throws Exception {
        return run(Map.of(), command);
    }

    private String run(Map<String, String> environment, String... command) throws Exception {
        Process process = start(directory, environment, command);
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), printed);
        return printed;
    }

    private static Process start(Path directory, Map<String, String> environment, String... command)
            throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(directory.toFile()).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return builder.start();
    }

    private static String jdk(String program) {
        return Path.of(System.getProperty("java.home"), "bin", program).toString();
    }
}
