package bankroll;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import bankroll.ledger.table.Players;
import bankroll.protocol.Rfc3339;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.time.ZoneId;
import java.time.chrono.ChronoZonedDateTime;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The arrows of ARCHITECTURE.md, kept. */
class ArchitectureTest {
    private static JavaClasses engine;

    @BeforeAll
    static void read() {
        engine = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                .importPackages(
                        "bankroll.protocol",
                        "bankroll.ledger",
                        "bankroll.calendar",
                        "bankroll.journal",
                        "bankroll.snapshot",
                        "bankroll.engine",
                        "bankroll.memory",
                        "bankroll.condition");
    }

    @Test
    void shouldLetArrowsPointDownOnly() {
        noClasses()
                .that()
                .resideInAPackage("bankroll.protocol..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("bankroll.ledger..", "bankroll.journal..", "bankroll.engine..")
                .check(engine);
        noClasses()
                .that()
                .resideInAPackage("bankroll.memory..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "bankroll.protocol..", "bankroll.ledger..", "bankroll.journal..", "bankroll.engine..")
                .check(engine);
        noClasses()
                .that()
                .resideInAPackage("bankroll.ledger..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("bankroll.journal..", "bankroll.snapshot..", "bankroll.engine..")
                .check(engine);
        noClasses()
                .that()
                .resideInAPackage("bankroll.journal..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("bankroll.ledger..", "bankroll.engine..")
                .check(engine);
    }

    @Test
    void shouldLetConditionsKnowNothingAboveThem() {
        noClasses()
                .that()
                .resideInAPackage("bankroll.condition..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "bankroll.protocol..", "bankroll.ledger..", "bankroll.journal..", "bankroll.engine..")
                .check(engine);
    }

    @Test
    void shouldHaveNoCircles() {
        slices().matching("bankroll.(**)").should().beFreeOfCycles().check(engine);
    }

    @Test
    void shouldKeepTheLedgerPure() {
        noClasses()
                .that()
                .resideInAPackage("bankroll.ledger..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.io..", "java.nio.file..", "java.util.concurrent..", "java.net..", "org.slf4j..")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .check(engine);
    }

    /** What the calendar says goes into the journal; replay and the ledger have it from there. */
    @Test
    void shouldAskTheCalendarInOnePlaceOnly() {
        // how a time is written needs no time zone but UTC, which never changes
        DescribedPredicate<JavaClass> isNotTheWrittenForm =
                DescribedPredicate.not(JavaClass.Predicates.equivalentTo(Rfc3339.class));
        noClasses()
                .that()
                .resideOutsideOfPackage("bankroll.calendar..")
                .and(isNotTheWrittenForm)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.time.zone..")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ZoneId.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ChronoZonedDateTime.class)
                .check(engine);
        noClasses()
                .that()
                .resideInAnyPackage("bankroll.ledger..", "bankroll.protocol..", "bankroll.snapshot..")
                .and(isNotTheWrittenForm)
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.time..")
                .check(engine);
        noClasses()
                .that()
                .resideInAPackage("bankroll.ledger..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("bankroll.calendar..")
                .check(engine);
    }

    @Test
    void shouldLetRulesSeeTheViewAndNeverTables() {
        noClasses()
                .that()
                .resideInAPackage("bankroll.ledger.rule..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("bankroll.ledger.table.Tables")
                .check(engine);
    }

    @Test
    void shouldChangeTablesInAppliersOnly() {
        noClasses()
                .that()
                .resideInAPackage("bankroll.ledger..")
                .and()
                .haveSimpleNameNotContaining("Applier")
                .should()
                .callMethod(Players.class, "add", int.class, long.class)
                .orShould()
                .callMethod(Players.class, "subtract", int.class, long.class)
                .check(engine);
    }

    @Test
    void shouldKnowNeitherNettyNorJackson() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.netty..", "com.fasterxml..")
                .check(engine);
    }
}
