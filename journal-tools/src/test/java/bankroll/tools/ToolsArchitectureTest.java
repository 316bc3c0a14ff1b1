package bankroll.tools;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
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

    private static JavaClasses tools;

    @BeforeAll
    static void read() {
        tools = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(ROOT);
    }

    @Test
    void shouldLetArrowsPointDownOnly() {
        MAY_KNOW.forEach((name, known) -> {
            String[] others = MAY_KNOW.keySet().stream()
                    .filter(other -> !other.equals(name) && !known.contains(other))
                    .map(other -> ROOT + "." + other + "..")
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(ROOT + "." + name + "..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(others)
                    .orShould()
                    .dependOnClassesThat()
                    .resideInAPackage(ROOT)
                    .check(tools);
        });
    }

    /** A package that nobody has named above would have no arrows to keep. */
    @Test
    void shouldNameEveryPackage() {
        String[] named = Stream.concat(
                        Stream.of(ROOT), MAY_KNOW.keySet().stream().map(name -> ROOT + "." + name))
                .toArray(String[]::new);
        classes().should().resideInAnyPackage(named).check(tools);
    }

    @Test
    void shouldKnowTheServiceByItsJournalAlone() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("bankroll.gateway..", "io.netty..")
                .check(tools);
    }

    @Test
    void shouldHaveNoCircleAmongFiles() {
        slices().assignedFrom(new Files()).should().beFreeOfCycles().check(tools);
    }

    /** A file is a class with all that is nested in it. */
    private static final class Files implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            String file = type.getFullName().replaceFirst("[$\\[].*", "");
            return file.startsWith(ROOT) ? SliceIdentifier.of(file) : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "every file of the tools";
        }
    }
}
