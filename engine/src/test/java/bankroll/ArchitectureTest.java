package bankroll;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.ledger.table.LedgerView;
import bankroll.ledger.table.PagedTable;
import bankroll.protocol.PieceDigest;
import bankroll.protocol.Rfc3339;
import bankroll.testkit.Arrows;
import bankroll.testkit.SourceFiles;
import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneId;
import java.time.chrono.ChronoZonedDateTime;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.agrona.UnsafeApi;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The arrows of ARCHITECTURE.md, kept. */
class ArchitectureTest {
    /** The tables with the state of players and bookings; their set, {@code Tables}, is frozen and released by others, too. */
    private static final Set<String> STATE =
            Set.of("Players", "Books", "Sessions", "Transactions", "LaunchCodes", "LimitSets", "Exchanges");
    /** What answers with the record that it has made. */
    private static final Set<String> ADDING = Set.of("add", "append", "mint", "open");

    private static final String TABLES = "bankroll.ledger.table";
    private static final Path ROOT = Path.of(System.getProperty("bankroll.root", ".."));

    /** What each package may know of the engine, beside itself. */
    private static final Map<String, List<String>> MAY_KNOW = Map.of(
            "condition", List.of(),
            "agent", List.of("condition"),
            "memory", List.of("agent"),
            "protocol", List.of("condition"),
            "ledger", List.of("protocol", "memory", "condition"),
            "calendar", List.of("ledger", "protocol", "condition"),
            "journal", List.of("protocol", "agent", "condition"),
            "snapshot", List.of("calendar", "ledger", "journal", "protocol", "condition"),
            "engine", List.of("calendar", "snapshot", "journal", "ledger", "protocol", "memory", "agent", "condition"));

    private static Arrows arrows;
    private static JavaClasses engine;

    @BeforeAll
    static void read() {
        arrows = new Arrows("bankroll", MAY_KNOW);
        engine = arrows.module();
    }

    @Test
    void shouldLetArrowsPointDownOnly() {
        arrows.requireDownOnly();
    }

    @Test
    void shouldNameEveryPackage() {
        arrows.requireEveryPackageNamed();
    }

    /** Of all modules: two classes of one name are two ideas that a reader takes for one. */
    @Test
    void shouldGiveEachClassANameOfItsOwn() throws IOException {
        Map<String, List<Path>> byName;
        try (Stream<Path> modules = Files.list(ROOT)) {
            byName = modules.map(module -> module.resolve("src/main/java"))
                    .filter(Files::isDirectory)
                    .flatMap(ArchitectureTest::classesBelow)
                    .collect(Collectors.groupingBy(file -> file.getFileName().toString()));
        }

        List<String> oneOfEach =
                List.of("Ledger.java", "AeronLog.java", "Endpoint.java", "JournalTool.java", "BenchMain.java");
        assertTrue(byName.keySet().containsAll(oneOfEach), byName.size() + " files below " + ROOT);
        assertEquals(
                List.of(),
                byName.values().stream().filter(files -> files.size() > 1).toList());
    }

    /** Of all modules, and as their sources stand. */
    @ParameterizedTest
    @ValueSource(strings = {"engine", "cluster", "gateway", "journal-tools", "benchmarks"})
    void shouldHaveNoCircleAmongFilesNotEvenOverAConstant(String module) {
        assertEquals(Set.of(), new SourceFiles(ROOT.resolve(module)).inCircles());
    }

    private static Stream<Path> classesBelow(Path sources) {
        try (Stream<Path> files = Files.walk(sources)) {
            return files
                    .filter(file -> file.toString().endsWith(".java") && !file.endsWith("package-info.java"))
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void shouldHaveNoCircles() {
        slices().matching("bankroll.(**)").should().beFreeOfCycles().check(engine);
    }

    @Test
    void shouldHaveNoCircleAmongFiles() {
        arrows.requireNoCircleAmongFiles();
    }

    @Test
    void shouldKeepLedgerAndProtocolPure() {
        noClasses()
                .that()
                .resideInAnyPackage("bankroll.ledger..", "bankroll.protocol..")
                .and(areNotTheParallelDigest())
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "java.io..", "java.nio.file..", "java.util.concurrent..", "java.net..", "org.slf4j..")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Random.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class)
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

    /** Every call is followed from the view through the tables: none leads to where memory is written. */
    @Test
    void shouldLetTheViewOnlyRead() {
        Set<JavaCodeUnit> reached = new HashSet<>();
        Deque<JavaCodeUnit> next = new ArrayDeque<>(engine.get(LedgerView.class).getMethods());
        while (!next.isEmpty()) {
            JavaCodeUnit method = next.pop();
            for (JavaMethodCall call :
                    reached.add(method) ? method.getMethodCallsFromSelf() : Set.<JavaMethodCall>of()) {
                assertFalse(isWriting(call), () -> method.getFullName() + " writes: " + call.getDescription());
                call.getTarget()
                        .resolveMember()
                        .filter(target -> target.getOwner().getPackageName().equals(TABLES))
                        .ifPresent(next::add);
            }
        }
        assertTrue(reached.size() > 100, reached.size() + " methods were looked at");
    }

    private static boolean isWriting(JavaMethodCall call) {
        JavaClass owner = call.getTargetOwner();
        String name = call.getTarget().getName();
        return owner.isEquivalentTo(UnsafeApi.class) && !name.startsWith("get")
                || owner.getPackageName().startsWith("org.agrona") && name.startsWith("put")
                || isOfPagedTable(call) && (name.equals("own") || name.equals("append"));
    }

    /** A call names the class of its receiver, such as Players; what it resolves to says who declares the method. */
    private static boolean isOfPagedTable(JavaMethodCall call) {
        return call.getTarget()
                .resolveMember()
                .filter(member -> member.getOwner().isEquivalentTo(PagedTable.class))
                .isPresent();
    }

    @Test
    void shouldLetRulesSeeNothingOfTheTablesButTheView() {
        noClasses()
                .that()
                .resideInAPackage("bankroll.ledger.rule..")
                .should()
                .dependOnClassesThat(DescribedPredicate.describe(
                        "are tables",
                        type -> type.getPackageName().equals(TABLES) && !type.isEquivalentTo(LedgerView.class)))
                .check(engine);
    }

    @Test
    void shouldChangeTablesInTheApplierOnly() {
        noClasses()
                .that()
                .resideOutsideOfPackage("bankroll.ledger.table")
                .and()
                .doNotHaveSimpleName("Applier")
                .should()
                .callMethodWhere(DescribedPredicate.describe("a record is changed", ArchitectureTest::changesARecord))
                .check(engine);
    }

    /** What brings an index's lines early changes nothing. */
    private static boolean changesARecord(JavaMethodCall call) {
        if (!STATE.contains(call.getTargetOwner().getSimpleName())) {
            return false;
        }
        boolean answersNothing = call.getTarget().getRawReturnType().getName().equals("void");
        return answersNothing && !call.getName().equals("addLines") || ADDING.contains(call.getName());
    }

    @Test
    void shouldKnowNeitherNettyNorJackson() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.netty..", "com.fasterxml..")
                .check(engine);
    }

    /** It sums pieces on all processors, for the same digest whatever their number. */
    private static DescribedPredicate<JavaClass> areNotTheParallelDigest() {
        return DescribedPredicate.not(JavaClass.Predicates.belongToAnyOf(PieceDigest.class));
    }
}
