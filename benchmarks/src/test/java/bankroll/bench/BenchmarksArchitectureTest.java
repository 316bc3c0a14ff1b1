package bankroll.bench;

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

/** The benchmarks' arrows of ARCHITECTURE.md, kept. */
class BenchmarksArchitectureTest {
    private static final String ROOT = "bankroll.bench";

    /** What each package may know of the benchmarks, beside itself. */
    private static final Map<String, List<String>> MAY_KNOW = Map.of(
            "report", List.of(),
            "process", List.of(),
            "play", List.of(),
            "load", List.of("play", "process", "report"),
            "hold", List.of("process", "report"),
            "writer", List.of("play", "process", "report"),
            "micro", List.of("writer", "load", "play", "process", "report"),
            "baseline", List.of("writer", "load", "play", "process", "report"));

    private static JavaClasses benchmarks;

    @BeforeAll
    static void read() {
        benchmarks = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("/jmh_generated/"))
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
                    .check(benchmarks);
        });
    }

    /** A package that nobody has named above would have no arrows to keep. */
    @Test
    void shouldNameEveryPackage() {
        String[] named = Stream.concat(
                        Stream.of(ROOT), MAY_KNOW.keySet().stream().map(name -> ROOT + "." + name))
                .toArray(String[]::new);
        classes().should().resideInAnyPackage(named).check(benchmarks);
    }

    @Test
    void shouldHaveNoCircleAmongFiles() {
        slices().assignedFrom(new Files()).should().beFreeOfCycles().check(benchmarks);
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
            return "every file of the benchmarks";
        }
    }
}
