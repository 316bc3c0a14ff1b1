package bankroll.cluster;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import bankroll.journal.files.DirectoryLock;
import bankroll.journal.files.DurableFiles;
import bankroll.journal.files.OwnerOnly;
import bankroll.journal.files.PageCache;
import bankroll.protocol.Sha256;
import bankroll.testkit.Arrows;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The arrows of ARCHITECTURE.md, kept. */
class ClusterArchitectureTest {
    @Test
    void shouldKnowTheEnginesPortAndNothingBehindIt() {
        classes()
                .that()
                .resideInAPackage("bankroll.cluster..")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "bankroll.cluster..",
                                "bankroll.engine..",
                                "bankroll.agent..",
                                "bankroll.condition..",
                                "bankroll.journal",
                                "io.aeron..",
                                "org.agrona..",
                                "org.slf4j..",
                                "java..",
                                "javax.crypto..")
                        .or(equivalentTo(Sha256.class))
                        .or(equivalentTo(OwnerOnly.class))
                        .or(equivalentTo(DirectoryLock.class))
                        .or(equivalentTo(DurableFiles.class))
                        .or(equivalentTo(PageCache.class)))
                .check(new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("bankroll.cluster"));
    }

    @Test
    void shouldHaveNoCircleAmongFiles() {
        new Arrows("bankroll.cluster", Map.of()).requireNoCircleAmongFiles();
    }
}
