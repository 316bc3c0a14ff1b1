package bankroll.tools;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import bankroll.testkit.Arrows;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The tools' arrows of ARCHITECTURE.md, kept. */
class ToolsArchitectureTest {
    private static final String ROOT = "bankroll.tools";

    /** What each package may know of the tools, beside itself. */
    private static final Map<String, List<String>> MAY_KNOW = Map.ofEntries(
            Map.entry("console", List.of()),
            Map.entry("source", List.of("console")),
            Map.entry("salvage", List.of("source")),
            Map.entry("entry", List.of("source", "console")),
            Map.entry("check", List.of("entry", "source", "console")),
            Map.entry("backup", List.of("check", "source", "console")),
            Map.entry("rebuild", List.of("check", "source", "console")),
            Map.entry("export", List.of("entry", "source", "console")),
            Map.entry("reconcile", List.of("entry", "source", "console")),
            Map.entry("report", List.of("entry", "source", "console")),
            Map.entry(
                    "command",
                    List.of(
                            "backup",
                            "rebuild",
                            "salvage",
                            "export",
                            "reconcile",
                            "report",
                            "check",
                            "entry",
                            "source",
                            "console")));

    private static Arrows arrows;

    @BeforeAll
    static void read() {
        arrows = new Arrows(ROOT, MAY_KNOW);
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
    void shouldKnowTheServiceByItsJournalAlone() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("bankroll.gateway..", "io.netty..")
                .check(arrows.module());
    }

    @Test
    void shouldHaveNoCircleAmongFiles() {
        arrows.requireNoCircleAmongFiles();
    }
}
