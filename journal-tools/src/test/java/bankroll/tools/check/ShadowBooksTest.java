package bankroll.tools.check;

import static bankroll.tools.ForgedOutcome.booked;
import static bankroll.tools.ForgedOutcome.changed;
import static bankroll.tools.ForgedOutcome.debited;
import static bankroll.tools.ForgedOutcome.of;
import static bankroll.tools.ForgedOutcome.reversed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.Amounts;
import bankroll.protocol.HashKey;
import bankroll.protocol.IdHasher;
import bankroll.protocol.IdHasher.IdSpace;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Effect;
import bankroll.protocol.TransferType;
import bankroll.tools.Bet;
import bankroll.tools.console.Summary;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Anna has 500 and Ben nothing; what an entry says then is held against that. */
class ShadowBooksTest {
    private final Entries entries = new Entries().open("anna").open("ben").deposit("anna", 500);
    private final Discrepancies findings = new Discrepancies();
    private final ShadowBooks books = new ShadowBooks(findings);

    @AfterEach
    void close() {
        entries.close();
    }

    @Test
    void shouldFollowWhatIsRight() {
        entries.forge(debited(100, 400)).book(Bet.debit("d", "anna", null, 100));
        entries.forge(booked(30, 430), booked(7, 7))
                .book(Bet.credit("c", "anna", 30, null), Bet.credit("c2", "ben", 7, null));
        entries.forge(reversed(100, 530)).book(Bet.rollback("r", "anna", "d"));
        entries.forge(booked(530, 0)).transfer("anna", TransferType.WITHDRAWAL, 530);

        assertFound();
        assertEquals(6, books.balancesChecked());
        assertEquals(
                "[{\"currency\":\"EUR\",\"players\":\"7\",\"house\":\"-37\",\"cash\":\"30\",\"adjustments\":\"0\",\"sum\":\"0\"}]",
                books.currencies().rows().stream().map(Summary::toJson).toList().toString());
    }

    @Test
    void shouldFindAnotherBalanceOfTransactionAndTransferAndGoOnFromIt() {
        entries.forge(booked(10, 511)).book(Bet.credit("c", "anna", 10, null));
        entries.forge(booked(1, 512)).deposit("anna", 1);
        entries.forge(booked(1, 512)).deposit("anna", 1);

        assertFound(
                "credit c (item 0): recorded balance 511, must be 510",
                "the trial balance in EUR is 1, not zero",
                "deposit t-6 (item 0): recorded balance 512, must be 513");
    }

    @Test
    void shouldFindAnotherBalanceWhereNoMoneyMoved() {
        entries.forge(of(Outcome.OK, Effect.NOTED).balance(501L)).book(Bet.rollback("r", "anna", "d"));
        entries.forge(of(Outcome.OK, Effect.NOTED).balance(500L)).book(Bet.rollback("r2", "anna", "d"));
        entries.forge(of(Outcome.OK, Effect.NOTED)).book(Bet.rollback("r3", "anna", "d"));

        assertFound("rollback r (item 0): recorded balance 501, must be 500");
        assertEquals(3, books.balancesChecked());
    }

    @Test
    void shouldReadBalancesAndAmountsUnsigned() {
        entries.forge(booked(Amounts.MAX, Amounts.MAX - 1)).deposit("ben", Amounts.MAX - 2);

        assertFound(
                "deposit t-4 (item 0): moved 9999999999999999999, asked for 9999999999999999997",
                "deposit t-4 (item 0): recorded balance 9999999999999999998, must be 9999999999999999999",
                "the trial balance in EUR is -1, not zero");
    }

    @Test
    void shouldHoldTheAmountAgainstTheOneAskedForButOfARollback() {
        entries.forge(booked(11, 511)).deposit("anna", 10);
        entries.forge(reversed(11, 522)).book(Bet.rollback("r", "anna", "d"));

        assertFound("deposit t-4 (item 0): moved 11, asked for 10");
    }

    @Test
    void shouldFindABalanceBelowZeroOrAboveTheLargest() {
        entries.forge(debited(501, -1)).book(Bet.debit("d", "anna", null, 501));
        entries.forge(booked(1, 0)).deposit("anna", 1);
        entries.forge(booked(Amounts.MAX, Amounts.MAX)).deposit("anna", Amounts.MAX);
        entries.forge(booked(1, Amounts.MAX + 1)).deposit("anna", 1);

        assertFound(
                "debit d (item 0): the balance left its range: 500 before it",
                "the trial balance in EUR is 18446744073709551616, not zero",
                "deposit t-7 (item 0): the balance left its range: 9999999999999999999 before it");
    }

    @Test
    void shouldTakeAnAmountForMovedThatNoBalanceStandsBeside() {
        entries.forge(booked(10, 0).balance(null)).deposit("anna", 10);
        entries.forge(booked(1, 511)).deposit("anna", 1);

        assertFound();
    }

    @Test
    void shouldFindMoneyOfPlayersWhoWereNeverOpened() {
        entries.forge(booked(10, 10)).deposit("carl", 10);
        entries.forge(booked(10, 10)).book(Bet.credit("c", "carl", 10, null));
        entries.forge(of(Outcome.PLAYER_NOT_FOUND, Effect.REFUSED)).book(Bet.credit("c2", "carl", 10, null));

        assertFound(
                "deposit t-4 (item 0): money moved, but no such player was opened",
                "credit c (item 0): money moved, but no such player was opened");
        assertEquals(1, books.balancesChecked());
    }

    @Test
    void shouldFindAPlayerWhoIsOpenedTwice() {
        entries.forge(changed()).open("anna", "USD");
        entries.forge(of(Outcome.OK, Effect.NONE)).open("ben");
        entries.forge(booked(10, 510)).deposit("anna", 10);

        assertFound("player anna (item 0): the player was opened before");
    }

    /** The hash of a player's id says where an account stands. */
    @Test
    void shouldKnowThePlayerWhoseAccountIsTheFirst() {
        IdHasher hasher = new IdHasher(new HashKey(1, 2), "");
        String first = IntStream.iterate(0, i -> i + 1)
                .mapToObj(Integer::toString)
                .filter(name -> (hasher.hash(IdSpace.PLAYER, name).high() & 0x3FF) == 0)
                .findFirst()
                .orElseThrow();
        entries.open(first).deposit(first, 1);
        entries.forge(changed()).open(first);

        assertFound("player " + first + " (item 0): the player was opened before");
    }

    /** An answer that opened nobody. */
    @Test
    void shouldNotOpenAPlayerWhoWasRefused() {
        entries.forge(of(Outcome.OK, Effect.NONE)).open("carl");
        entries.forge(booked(10, 10)).deposit("carl", 10);

        assertFound("deposit t-5 (item 0): money moved, but no such player was opened");
    }

    @Test
    void shouldGoOnFromALedger() {
        entries.open("carl", "USD");
        books.startFrom(entries.ledger());
        entries.forge(booked(1, 502)).deposit("anna", 1);

        assertFound(
                "deposit t-5 (item 0): recorded balance 502, must be 501", "the trial balance in EUR is 1, not zero");
        assertEquals(1, books.balancesChecked());
        assertEquals(
                List.of("EUR", "USD"),
                books.currencies().rows().stream()
                        .map(row -> row.text("currency"))
                        .sorted()
                        .toList());
    }

    private void assertFound(String... found) {
        entries.run(
                (buffer, offset, length) -> {
                    assertTrue(books.onFrame(buffer, offset, length), "no more frames wanted");
                    return true;
                },
                null);

        assertEquals(
                List.of(found),
                findings.rows().stream().map(row -> row.text("what")).toList());
    }
}
