package bankroll.gateway;

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

/** The gateway's arrows of ARCHITECTURE.md, kept. */
class GatewayArchitectureTest {
    private static final String ROOT = "bankroll.gateway";

    /** What each package may know of the gateway, beside itself. */
    private static final Map<String, List<String>> MAY_KNOW = Map.ofEntries(
            Map.entry("json", List.of()),
            Map.entry("http", List.of()),
            // a setting knows the options that it writes into
            Map.entry("config", List.of("http", "json")),
            Map.entry("auth", List.of("config")),
            Map.entry("api", List.of("auth", "backup", "config", "http", "json", "trace")),
            Map.entry("backup", List.of("config", "json")),
            Map.entry("ops", List.of("backup", "http", "json", "trace")),
            Map.entry("trace", List.of("json")),
            Map.entry("peers", List.of("client", "json")),
            Map.entry("watch", List.of("client", "config", "json")),
            Map.entry("client", List.of("json")),
            Map.entry("conformance", List.of("client", "json")));

    private static final List<String> PACKAGES = List.of(
            "api",
            "auth",
            "backup",
            "cli",
            "client",
            "config",
            "conformance",
            "demo",
            "http",
            "json",
            "ops",
            "peers",
            "trace",
            "watch");

    private static JavaClasses gateway;

    @BeforeAll
    static void read() {
        gateway = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(ROOT);
    }

    @Test
    void shouldLetArrowsPointDownOnly() {
        MAY_KNOW.forEach((name, known) -> {
            String[] others = PACKAGES.stream()
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
                    .check(gateway);
        });
    }

    /** A package that nobody has named above would have no arrows to keep. */
    @Test
    void shouldNameEveryPackage() {
        String[] named = Stream.concat(Stream.of(ROOT), PACKAGES.stream().map(name -> ROOT + "." + name + ".."))
                .toArray(String[]::new);
        classes().should().resideInAnyPackage(named).check(gateway);
    }

    @Test
    void shouldKeepTheApisApart() {
        noClasses()
                .that()
                .resideInAPackage("bankroll.gateway.api")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("bankroll.gateway.api.platform", "bankroll.gateway.api.operator")
                .check(gateway);
        slices().matching("bankroll.gateway.api.(*)")
                .should()
                .notDependOnEachOther()
                .check(gateway);
    }

    @Test
    void shouldLetNobodyButTheCommandLineKnowItAndTheDemo() {
        noClasses()
                .that()
                .resideOutsideOfPackages("bankroll.gateway.cli", "bankroll.gateway.demo")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("bankroll.gateway.cli", "bankroll.gateway.demo")
                .check(gateway);
    }

    @Test
    void shouldHaveNoCircleAmongFiles() {
        slices().assignedFrom(new Files()).should().beFreeOfCycles().check(gateway);
    }

    /** A file is a class with all that is nested in it. */
    private static final class Files implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            JavaClass outermost = type;
            while (outermost.getEnclosingClass().isPresent()) {
                outermost = outermost.getEnclosingClass().get();
            }
            return outermost.getPackageName().startsWith(ROOT)
                    ? SliceIdentifier.of(outermost.getFullName())
                    : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "every file of the gateway";
        }
    }
}
