package bankroll.gateway;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import bankroll.testkit.Arrows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The gateway's arrows of ARCHITECTURE.md, kept. */
class GatewayArchitectureTest {
    private static final String ROOT = "bankroll.gateway";

    /** What each package may know of the gateway, beside itself. */
    private static final Map<String, List<String>> MAY_KNOW = Map.ofEntries(
            Map.entry("json", List.of()),
            Map.entry("http", List.of()),
            // a setting knows the options that it writes into
            Map.entry("config", List.of("backup", "http", "json")),
            Map.entry("auth", List.of("config")),
            Map.entry("api", List.of("auth", "backup", "config", "http", "json", "trace")),
            Map.entry("backup", List.of("json")),
            Map.entry("ops", List.of("backup", "http", "json", "trace")),
            Map.entry("trace", List.of("json")),
            Map.entry("peers", List.of("client", "json")),
            Map.entry("watch", List.of("client", "config", "json")),
            Map.entry("client", List.of("json")),
            Map.entry("conformance", List.of("client", "json")));

    private static Arrows arrows;

    @BeforeAll
    static void read() {
        arrows = new Arrows(ROOT, MAY_KNOW, "cli", "demo");
    }

    @Test
    void shouldLetArrowsPointDownOnly() {
        arrows.requireDownOnly();
    }

    @Test
    void shouldNameEveryPackage() {
        arrows.requireEveryPackageNamed();
    }

    @Test
    void shouldKeepTheApisApart() {
        noClasses()
                .that()
                .resideInAPackage("bankroll.gateway.api")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("bankroll.gateway.api.platform", "bankroll.gateway.api.operator")
                .check(arrows.module());
        slices().matching("bankroll.gateway.api.(*)")
                .should()
                .notDependOnEachOther()
                .check(arrows.module());
    }

    @Test
    void shouldLetNobodyButTheCommandLineKnowItAndTheDemo() {
        noClasses()
                .that()
                .resideOutsideOfPackages("bankroll.gateway.cli", "bankroll.gateway.demo")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("bankroll.gateway.cli", "bankroll.gateway.demo")
                .check(arrows.module());
    }

    @Test
    void shouldHaveNoCircleAmongFiles() {
        arrows.requireNoCircleAmongFiles();
    }
}
