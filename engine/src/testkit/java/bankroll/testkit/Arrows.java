package bankroll.testkit;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What a module's packages may know of each other, as ARCHITECTURE.md draws it. */
public final class Arrows {
    private final String root;
    private final Map<String, List<String>> mayKnow;
    private final Set<String> packages;
    private final JavaClasses module;

    /**
     * Reads the module's classes.
     *
     * @param root its package
     * @param mayKnow what each package below it may know of the others, beside itself; nobody may know the root's own classes
     * @param free packages that may know all
     */
    public Arrows(String root, Map<String, List<String>> mayKnow, String... free) {
        this.root = root;
        this.mayKnow = mayKnow;
        packages = new TreeSet<>(mayKnow.keySet());
        packages.addAll(List.of(free));
        // arrows are names: what stands behind them in the libraries need not be read
        ArchConfiguration.get().setResolveMissingDependenciesFromClassPath(false);
        module = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .withImportOption(location -> !location.contains("/jmh_generated/"))
                .importPackages(root);
    }

    /** The module's classes, for more rules. */
    public JavaClasses module() {
        return module;
    }

    /** No package knows one that it may not. */
    public void requireDownOnly() {
        mayKnow.forEach((name, known) -> {
            String[] others = packages.stream()
                    .filter(other -> !other.equals(name) && !known.contains(other))
                    .map(this::below)
                    .toArray(String[]::new);
            noClasses()
                    .that()
                    .resideInAPackage(below(name))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(others)
                    .orShould()
                    .dependOnClassesThat()
                    .resideInAPackage(root)
                    .check(module);
        });
    }

    /** A package that nobody has named would have no arrows to keep. */
    public void requireEveryPackageNamed() {
        String[] named = Stream.concat(Stream.of(root), packages.stream().map(this::below))
                .toArray(String[]::new);
        classes().should().resideInAnyPackage(named).check(module);
    }

    /** No two files know each other in a circle. */
    public void requireNoCircleAmongFiles() {
        slices().assignedFrom(new EachFile()).should().beFreeOfCycles().check(module);
    }

    private String below(String name) {
        return root + "." + name + "..";
    }

    /** A file is a class with all that is nested in it. */
    private final class EachFile implements SliceAssignment {
        @Override
        public SliceIdentifier getIdentifierOf(JavaClass type) {
            JavaClass outermost = type;
            while (outermost.getEnclosingClass().isPresent()) {
                outermost = outermost.getEnclosingClass().get();
            }
            String name = outermost.getFullName();
            return name.startsWith(root + ".") ? SliceIdentifier.of(name) : SliceIdentifier.ignore();
        }

        @Override
        public String getDescription() {
            return "every file below " + root;
        }
    }
}
