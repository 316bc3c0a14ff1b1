package bankroll.tools;

import static bankroll.ledger.Contradiction.AMOUNT;
import static bankroll.ledger.Contradiction.AMOUNT_WITHOUT_BOOKING;
import static bankroll.ledger.Contradiction.BALANCE;
import static bankroll.ledger.Contradiction.BALANCE_WITHOUT_ACCOUNT;
import static bankroll.ledger.Contradiction.BELOW_ZERO;
import static bankroll.ledger.Contradiction.BLOCKED;
import static bankroll.ledger.Contradiction.BLOCK_IN_THE_PAST;
import static bankroll.ledger.Contradiction.BOOKED_AFTER_REFUSAL;
import static bankroll.ledger.Contradiction.BOOKED_AFTER_ROLLBACK;
import static bankroll.ledger.Contradiction.BOOKED_TWICE;
import static bankroll.ledger.Contradiction.FOREIGN_SESSION;
import static bankroll.ledger.Contradiction.ITEM_COUNT;
import static bankroll.ledger.Contradiction.LAUNCH_CODE;
import static bankroll.ledger.Contradiction.LAUNCH_CODE_BLOCKED;
import static bankroll.ledger.Contradiction.LAUNCH_CODE_CURRENCY;
import static bankroll.ledger.Contradiction.LAUNCH_CODE_WITHOUT_END;
import static bankroll.ledger.Contradiction.NOT_REVERSED;
import static bankroll.ledger.Contradiction.NO_BALANCE;
import static bankroll.ledger.Contradiction.NO_SESSION;
import static bankroll.ledger.Contradiction.NO_START;
import static bankroll.ledger.Contradiction.NO_SUCH_PLAYER;
import static bankroll.ledger.Contradiction.NO_WINDOWS;
import static bankroll.ledger.Contradiction.OPENED_TWICE;
import static bankroll.ledger.Contradiction.OTHER_CONTENT;
import static bankroll.ledger.Contradiction.OTHER_CURRENCY;
import static bankroll.ledger.Contradiction.OTHER_HASH_KEY;
import static bankroll.ledger.Contradiction.OTHER_TIME;
import static bankroll.ledger.Contradiction.OUTCOME;
import static bankroll.ledger.Contradiction.OVER_19_DIGITS;
import static bankroll.ledger.Contradiction.QUESTION;
import static bankroll.ledger.Contradiction.REFERENCE;
import static bankroll.ledger.Contradiction.REFUSED_AFTER_ROLLBACK;
import static bankroll.ledger.Contradiction.REPEATED_WITHOUT_FIRST;
import static bankroll.ledger.Contradiction.REVERSED_NOTHING;
import static bankroll.ledger.Contradiction.REVERSED_OTHER_AMOUNT;
import static bankroll.ledger.Contradiction.REVERSED_TWICE;
import static bankroll.ledger.Contradiction.ROLLED_BACK_WITHOUT_ROLLBACK;
import static bankroll.ledger.Contradiction.SELF_EXCLUSION;
import static bankroll.ledger.Contradiction.SESSION_BOUND;
import static bankroll.ledger.Contradiction.SESSION_NOT_OPEN;
import static bankroll.ledger.Contradiction.SESSION_OPENED_TWICE;
import static bankroll.ledger.Contradiction.TIME_WENT_BACK;
import static bankroll.ledger.Contradiction.TOMBSTONE;
import static bankroll.ledger.Contradiction.UNKNOWN_PLAYER;
import static bankroll.ledger.Contradiction.WINDOWS;
import static bankroll.ledger.Contradiction.WRONG_DIRECTION;
import static bankroll.protocol.Outcome.Effect.BOOKED;
import static bankroll.protocol.Outcome.Effect.CHANGED;
import static bankroll.protocol.Outcome.Effect.NONE;
import static bankroll.protocol.Outcome.Effect.NOTED;
import static bankroll.protocol.Outcome.Effect.REFUSED;
import static bankroll.protocol.Outcome.Effect.TOMBSTONED;
import static bankroll.tools.ForgedOutcome.booked;
import static bankroll.tools.ForgedOutcome.changed;
import static bankroll.tools.ForgedOutcome.debited;
import static bankroll.tools.ForgedOutcome.of;
import static bankroll.tools.ForgedOutcome.reversed;

import bankroll.ledger.Contradiction;
import bankroll.protocol.Amounts;
import bankroll.protocol.HashKey;
import bankroll.protocol.LaunchCodeItem;
import bankroll.protocol.LedgerSettings;
import bankroll.protocol.Outcome;
import bankroll.protocol.Outcome.Anomaly;
import bankroll.protocol.TransferItem;
import bankroll.protocol.TransferType;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A journal for each way in which an entry can say what can't be, at least one for every {@link Contradiction}: frames, links
 * and chain are right, and wherever it can be so balances and books, too.
 */
final class Forgeries {
    private static final long MAX = Amounts.MAX;

    private final List<Forgery> all = new ArrayList<>();

    /** Tells a story that ends with a forged entry. */
    interface Plot {
        void tell(JournalScript script, String session);
    }

    /** One journal. Anna has 500, Ben 300, both in EUR; the session is Anna's. */
    record Forgery(String name, Contradiction expected, boolean isStarted, Plot plot) {
        /** Writes it and tells the sequence of the forged entry. */
        long write(Path data) {
            if (!isStarted) {
                try (JournalScript script = JournalScript.blank(data)) {
                    plot.tell(script, "");
                    return 1;
                }
            }
            try (JournalScript script = new JournalScript(data)) {
                script.openAll("anna", "ben").deposit("anna", 500).deposit("ben", 300);
                plot.tell(script, script.session("anna", "slots"));
                return script.sequence() + 1;
            }
        }

        @Override
        public String toString() {
            return name;
        }
    }

    /** All of them. */
    static List<Forgery> all() {
        Forgeries forgeries = new Forgeries();
        forgeries.ids();
        forgeries.rollbacks();
        forgeries.credits();
        forgeries.money();
        forgeries.outcomes();
        forgeries.sessions();
        forgeries.transfers();
        forgeries.players();
        forgeries.launchCodes();
        forgeries.entries();
        return forgeries.all;
    }

    private void add(String name, Contradiction expected, Plot plot) {
        all.add(new Forgery(name, expected, true, plot));
    }

    private void ids() {
        add("a debit booked twice", BOOKED_TWICE, (script, session) -> {
            script.debit("d", "anna", session, 100);
            script.forgeNext(debited(100, 300)).debit("d", "anna", session, 100);
        });
        add("a debit booked again behind its rollback", BOOKED_TWICE, (script, session) -> {
            script.debit("d", "anna", session, 100);
            script.rollback("r", "anna", "d");
            script.forgeNext(debited(100, 400)).debit("d", "anna", session, 100);
        });
        add("a credit booked twice", BOOKED_TWICE, (script, session) -> {
            script.credit("c", "anna", 10, null);
            script.forgeNext(booked(10, 520)).credit("c", "anna", 10, null);
        });
        add("a credit that was refused, booked and booked again", BOOKED_TWICE, (script, session) -> {
            script.credit("c", "anna", 10, "d");
            script.debit("d", "anna", session, 100);
            script.credit("c", "anna", 10, "d");
            script.forgeNext(booked(10, 420)).credit("c", "anna", 10, "d");
        });
        add("a credit refused when it was booked", BOOKED_TWICE, (script, session) -> {
            script.credit("c", "anna", 10, null);
            script.forgeNext(of(Outcome.LIMIT_EXCEEDED, REFUSED)).credit("c", "anna", 10, null);
        });
        add("an id booked with other content", OTHER_CONTENT, (script, session) -> {
            script.debit("d", "anna", session, 100);
            script.forgeNext(debited(50, 350)).debit("d", "anna", session, 50);
        });
        add("a credit under a debit's id", OTHER_CONTENT, (script, session) -> {
            script.debit("d", "anna", session, 100);
            script.forgeNext(booked(100, 500)).credit("d", "anna", 100, null);
        });
        add("a debit booked that was refused", BOOKED_AFTER_REFUSAL, (script, session) -> {
            script.debit("d", "anna", session, 600);
            script.deposit("anna", 500);
            script.forgeNext(debited(600, 400)).debit("d", "anna", session, 600);
        });
        add("a debit refused a second time", BOOKED_AFTER_REFUSAL, (script, session) -> {
            script.debit("d", "anna", session, 600);
            script.forgeNext(of(Outcome.PLAYER_BLOCKED, REFUSED)).debit("d", "anna", session, 600);
        });
        add("a debit booked behind its rollback", BOOKED_AFTER_ROLLBACK, (script, session) -> {
            script.rollback("r", "anna", "d");
            script.forgeNext(debited(100, 400)).debit("d", "anna", session, 100);
        });
        add(
                "a debit refused as rolled back",
                ROLLED_BACK_WITHOUT_ROLLBACK,
                (script, session) ->
                        script.forgeNext(of(Outcome.ROLLED_BACK, REFUSED)).debit("d", "anna", session, 100));
        add("a debit with a tombstone refused for its funds", REFUSED_AFTER_ROLLBACK, (script, session) -> {
            script.rollback("r", "anna", "d");
            script.forgeNext(of(Outcome.INSUFFICIENT_FUNDS, REFUSED)).debit("d", "anna", session, 600);
        });
        add(
                "a debit answered ok that was never booked",
                REPEATED_WITHOUT_FIRST,
                (script, session) ->
                        script.forgeNext(of(Outcome.OK, NONE).balance(500L)).debit("d", "anna", session, 100));
        add("a debit answered ok that was refused", REPEATED_WITHOUT_FIRST, (script, session) -> {
            script.debit("d", "anna", session, 600);
            script.forgeNext(of(Outcome.OK, NONE)).debit("d", "anna", session, 600);
        });
        add(
                "a refusal repeated that was never given",
                REPEATED_WITHOUT_FIRST,
                (script, session) ->
                        script.forgeNext(of(Outcome.PLAYER_BLOCKED, NONE)).debit("d", "anna", session, 100));
        add("a credit answered ok whose content is another", REPEATED_WITHOUT_FIRST, (script, session) -> {
            script.credit("c", "anna", 10, null);
            script.forgeNext(of(Outcome.OK, NONE)).credit("c", "anna", 11, null);
        });
    }

    private void rollbacks() {
        add("a rollback booked twice, and its debit", BOOKED_TWICE, (script, session) -> {
            script.debit("d", "anna", session, 100);
            script.rollback("r", "anna", "d");
            script.forgeNext(reversed(100, 600)).rollback("r", "anna", "d");
        });
        add("a second rollback of a debit", REVERSED_TWICE, (script, session) -> {
            script.debit("d", "anna", session, 100);
            script.rollback("r", "anna", "d");
            script.forgeNext(reversed(100, 600)).rollback("r2", "anna", "d");
        });
        add(
                "a rollback of nothing",
                REVERSED_NOTHING,
                (script, session) -> script.forgeNext(reversed(100, 600)).rollback("r", "anna", "d"));
        add("a rollback of a refused debit", REVERSED_NOTHING, (script, session) -> {
            script.debit("d", "anna", session, 600);
            script.forgeNext(reversed(0, 500)).rollback("r", "anna", "d");
        });
        add("a rollback of a credit", REVERSED_NOTHING, (script, session) -> {
            script.credit("c", "anna", 100, null);
            script.forgeNext(reversed(100, 700)).rollback("r", "anna", "c");
        });
        add("a rollback of another player's debit", REVERSED_NOTHING, (script, session) -> {
            script.debit("d", "anna", session, 100);
            script.forgeNext(reversed(100, 400)).rollback("r", "ben", "d");
        });
        add(
                "a rollback for a player who was not opened",
                UNKNOWN_PLAYER,
                (script, session) -> script.forgeNext(reversed(100, 100)).rollback("r", "carl", "d"));
        add("a rollback of more than the debit", REVERSED_OTHER_AMOUNT, (script, session) -> {
            script.debit("d", "anna", session, 100);
            script.forgeNext(reversed(101, 501)).rollback("r", "anna", "d");
        });
        add("a rollback under the id of a debit", OTHER_CONTENT, (script, session) -> {
            script.debit("d", "anna", session, 100);
            script.forgeNext(of(Outcome.OK, TOMBSTONED)).rollback("d", "anna", "other");
        });
        add("a tombstone on a booked debit", TOMBSTONE, (script, session) -> {
            script.debit("d", "anna", session, 100);
            script.forgeNext(of(Outcome.OK, TOMBSTONED)).rollback("r", "anna", "d");
        });
        add("a tombstone on another player's refused debit", TOMBSTONE, (script, session) -> {
            script.debit("d", "anna", session, 600);
            script.forgeNext(of(Outcome.OK, TOMBSTONED)).rollback("r", "ben", "d");
        });
        add("a rollback that leaves a booked debit", NOT_REVERSED, (script, session) -> {
            script.debit("d", "anna", session, 100);
            script.forgeNext(of(Outcome.OK, NOTED)).rollback("r", "anna", "d");
        });
        add(
                "a rollback that leaves no tombstone",
                NOT_REVERSED,
                (script, session) -> script.forgeNext(of(Outcome.OK, NOTED)).rollback("r", "anna", "d"));
        add("a rollback noted twice", BOOKED_TWICE, (script, session) -> {
            script.debit("d", "anna", session, 100);
            script.rollback("r", "anna", "d");
            script.forgeNext(of(Outcome.OK, NOTED)).rollback("r", "anna", "d");
        });
    }

    private void credits() {
        add(
                "a credit for a debit that never came",
                REFERENCE,
                (script, session) -> script.forgeNext(booked(10, 510)).credit("c", "anna", 10, "d"));
        add("a credit for a refused debit", REFERENCE, (script, session) -> {
            script.debit("d", "anna", session, 600);
            script.forgeNext(booked(10, 510)).credit("c", "anna", 10, "d");
        });
        add("a credit for a debit that was rolled back", REFERENCE, (script, session) -> {
            script.debit("d", "anna", session, 100);
            script.rollback("r", "anna", "d");
            script.forgeNext(booked(10, 510)).credit("c", "anna", 10, "d");
        });
        add("a credit for another player's debit", REFERENCE, (script, session) -> {
            script.debit("d", "anna", session, 100);
            script.forgeNext(booked(10, 310)).credit("c", "ben", 10, "d");
        });
    }

    private void money() {
        add(
                "a debit beyond the balance",
                BELOW_ZERO,
                (script, session) -> script.forgeNext(debited(501, MAX)).debit("d", "anna", session, 501));
        add(
                "a credit beyond 19 digits",
                OVER_19_DIGITS,
                (script, session) -> script.forgeNext(booked(MAX, MAX + 500)).credit("c", "anna", MAX, null));
        add("a rollback beyond 19 digits", OVER_19_DIGITS, (script, session) -> {
            script.debit("d", "anna", session, 100);
            script.credit("c", "anna", MAX - 400, null);
            script.forgeNext(reversed(100, MAX + 100)).rollback("r", "anna", "d");
        });
        add(
                "a debit of another amount",
                AMOUNT,
                (script, session) -> script.forgeNext(debited(99, 401)).debit("d", "anna", session, 100));
        add(
                "a credit of another amount",
                AMOUNT,
                (script, session) -> script.forgeNext(booked(11, 511)).credit("c", "anna", 10, null));
        add(
                "a debit with another balance",
                BALANCE,
                (script, session) -> script.forgeNext(debited(100, 401)).debit("d", "anna", session, 100));
        add(
                "a credit with another balance",
                BALANCE,
                (script, session) -> script.forgeNext(booked(10, 511)).credit("c", "anna", 10, null));
        add("a rollback with another balance", BALANCE, (script, session) -> {
            script.debit("d", "anna", session, 100);
            script.forgeNext(reversed(100, 501)).rollback("r", "anna", "d");
        });
        add(
                "a refusal with another balance",
                BALANCE,
                (script, session) -> script.forgeNext(
                                of(Outcome.INSUFFICIENT_FUNDS, REFUSED).balance(501L))
                        .debit("d", "anna", session, 600));
        add(
                "a debit without a balance",
                NO_BALANCE,
                (script, session) ->
                        script.forgeNext(debited(100, 0).balance(null)).debit("d", "anna", session, 100));
        add(
                "a debit of a player who was not opened",
                UNKNOWN_PLAYER,
                (script, session) -> script.forgeNext(debited(0, 0)).debit("d", "carl", session, 0));
        add(
                "a credit to a player who was not opened",
                UNKNOWN_PLAYER,
                (script, session) -> script.forgeNext(booked(10, 10)).credit("c", "carl", 10, null));
        add(
                "a debit in another currency",
                OTHER_CURRENCY,
                (script, session) -> script.forgeNext(debited(100, 400))
                        .book(Bet.debit("d", "anna", session, 100).currency("EUX")));
        add(
                "a credit in another currency",
                OTHER_CURRENCY,
                (script, session) -> script.forgeNext(booked(10, 510))
                        .book(Bet.credit("c", "anna", 10, null).currency("USD")));
        add(
                "a second item that contradicts the first",
                BELOW_ZERO,
                (script, session) -> script.forgeNext(debited(400, 100), debited(400, 100))
                        .book(Bet.debit("d", "anna", session, 400), Bet.debit("d2", "anna", session, 400)));
    }

    private void outcomes() {
        add(
                "a refusal that moves money",
                OUTCOME,
                (script, session) -> script.forgeNext(of(Outcome.INSUFFICIENT_FUNDS, BOOKED)
                                .moved(100)
                                .balance(400L)
                                .inSession())
                        .debit("d", "anna", session, 100));
        add(
                "a debit that gives back",
                OUTCOME,
                (script, session) -> script.forgeNext(reversed(100, 600)).debit("d", "anna", session, 100));
        add(
                "a credit for want of funds",
                OUTCOME,
                (script, session) -> script.forgeNext(of(Outcome.INSUFFICIENT_FUNDS, REFUSED))
                        .credit("c", "anna", 10, null));
        add(
                "a rollback that books",
                OUTCOME,
                (script, session) -> script.forgeNext(booked(0, 500)).rollback("r", "anna", "d"));
        add(
                "a debit with a rollback's anomaly",
                OUTCOME,
                (script, session) -> script.forgeNext(debited(100, 400).anomaly(Anomaly.ROLLBACK_AFTER_PAYOUT))
                        .debit("d", "anna", session, 100));
        add(
                "a deposit that is remembered as refused",
                OUTCOME,
                (script, session) ->
                        script.forgeNext(of(Outcome.LIMIT_EXCEEDED, REFUSED)).deposit("anna", 10));
        add(
                "a player who is opened by a booking",
                OUTCOME,
                (script, session) -> script.forgeNext(booked(10, 10)).open("carl"));
        add(
                "a debit decided at another time",
                OTHER_TIME,
                (script, session) ->
                        script.forgeNext(debited(100, 400).later(1L)).debit("d", "anna", session, 100));
        add(
                "a credit decided at no time",
                OTHER_TIME,
                (script, session) ->
                        script.forgeNext(booked(10, 510).later(null)).credit("c", "anna", 10, null));
        add(
                "a refusal with an amount",
                AMOUNT_WITHOUT_BOOKING,
                (script, session) -> script.forgeNext(
                                of(Outcome.PLAYER_BLOCKED, REFUSED).moved(100))
                        .debit("d", "anna", session, 100));
        add(
                "a balance of nobody",
                BALANCE_WITHOUT_ACCOUNT,
                (script, session) -> script.forgeNext(
                                of(Outcome.SESSION_INVALID, REFUSED).balance(0L))
                        .debit("d", "carl", session, 100));
    }

    private void sessions() {
        add(
                "a debit without a session",
                NO_SESSION,
                (script, session) -> script.forgeNext(booked(100, 400)).debit("d", "anna", session, 100));
        add(
                "a debit in an unknown session",
                FOREIGN_SESSION,
                (script, session) -> script.forgeNext(debited(100, 400)).debit("d", "anna", "some session", 100));
        add(
                "a debit in another player's session",
                FOREIGN_SESSION,
                (script, session) -> script.forgeNext(debited(100, 200)).debit("d", "ben", session, 100));
        add("a debit in a closed session", FOREIGN_SESSION, (script, session) -> {
            script.closeSession(session);
            script.forgeNext(debited(100, 400)).debit("d", "anna", session, 100);
        });
        add(
                "a credit that uses a session",
                FOREIGN_SESSION,
                (script, session) ->
                        script.forgeNext(booked(10, 510).inSession()).credit("c", "anna", 10, null));
        add("an answer that uses a session again", FOREIGN_SESSION, (script, session) -> {
            script.debit("d", "anna", session, 100);
            script.forgeNext(of(Outcome.OK, NONE).inSession()).debit("d", "anna", session, 100);
        });
        add("a debit of a blocked player", BLOCKED, (script, session) -> {
            script.block("anna");
            script.forgeNext(debited(100, 400)).debit("d", "anna", session, 100);
        });
        add("a session closed twice", SESSION_NOT_OPEN, (script, session) -> {
            script.closeSession(session);
            script.forgeNext(changed()).closeSession(session);
        });
        add(
                "a session closed that was never opened",
                SESSION_NOT_OPEN,
                (script, session) -> script.forgeNext(changed()).closeSession("AAAAAAAAAAAAAAAAAAAAAA"));
    }

    private void transfers() {
        add("a transfer booked twice", BOOKED_TWICE, (script, session) -> {
            script.transfer("t", "anna", TransferType.DEPOSIT, 10, "EUR");
            script.forgeNext(booked(10, 520)).transfer("t", "anna", TransferType.DEPOSIT, 10, "EUR");
        });
        add("a transfer booked with other content", OTHER_CONTENT, (script, session) -> {
            script.transfer("t", "anna", TransferType.DEPOSIT, 10, "EUR");
            script.forgeNext(booked(11, 521)).transfer("t", "anna", TransferType.DEPOSIT, 11, "EUR");
        });
        add(
                "a transfer answered ok that was never booked",
                REPEATED_WITHOUT_FIRST,
                (script, session) -> script.forgeNext(of(Outcome.OK, NONE)).deposit("anna", 10));
        add(
                "a withdrawal below zero",
                BELOW_ZERO,
                (script, session) ->
                        script.forgeNext(booked(501, MAX)).transfer("t", "anna", TransferType.WITHDRAWAL, 501, "EUR"));
        add(
                "an adjustment below zero",
                BELOW_ZERO,
                (script, session) ->
                        script.forgeNext(booked(501, MAX)).transfer("t", "anna", TransferType.ADJUSTMENT, -501, "EUR"));
        add(
                "a deposit beyond 19 digits",
                OVER_19_DIGITS,
                (script, session) -> script.forgeNext(booked(MAX, MAX + 500)).deposit("anna", MAX));
        add(
                "a deposit of another amount",
                AMOUNT,
                (script, session) -> script.forgeNext(booked(11, 511)).deposit("anna", 10));
        add(
                "a deposit with another balance",
                BALANCE,
                (script, session) -> script.forgeNext(booked(10, 511)).deposit("anna", 10));
        add(
                "a deposit without a balance",
                NO_BALANCE,
                (script, session) ->
                        script.forgeNext(booked(10, 510).balance(null)).deposit("anna", 10));
        add(
                "a deposit at another time",
                OTHER_TIME,
                (script, session) ->
                        script.forgeNext(booked(10, 510).later(-1L)).deposit("anna", 10));
        add(
                "a deposit for a player who was not opened",
                UNKNOWN_PLAYER,
                (script, session) -> script.forgeNext(booked(10, 10)).deposit("carl", 10));
        add(
                "a deposit in another currency",
                OTHER_CURRENCY,
                (script, session) ->
                        script.forgeNext(booked(10, 510)).transfer("t", "anna", TransferType.DEPOSIT, 10, "USD"));
        add(
                "a refused transfer that says an amount",
                AMOUNT_WITHOUT_BOOKING,
                (script, session) -> script.forgeNext(
                                of(Outcome.INSUFFICIENT_FUNDS, NONE).moved(10))
                        .transfer("t", "anna", TransferType.WITHDRAWAL, 501, "EUR"));
        add(
                "a deposit that takes",
                WRONG_DIRECTION,
                (script, session) -> script.forgeNext(booked(10, 490))
                        .transfer(new TransferItem.Transfer("t", "anna", TransferType.DEPOSIT, 10, true, "EUR", null)));
    }

    private void players() {
        add(
                "a player opened twice",
                OPENED_TWICE,
                (script, session) ->
                        script.forgeNext(of(Outcome.CREATED, CHANGED)).open("anna"));
        add(
                "a profile of nobody",
                NO_SUCH_PLAYER,
                (script, session) -> script.forgeNext(changed()).rename("carl", "Carl"));
        add(
                "a block on nobody",
                NO_SUCH_PLAYER,
                (script, session) -> script.forgeNext(changed()).block("carl"));
        add(
                "a block lifted from nobody",
                NO_SUCH_PLAYER,
                (script, session) -> script.forgeNext(changed()).unblock("carl"));
        add(
                "all sessions of nobody closed",
                NO_SUCH_PLAYER,
                (script, session) -> script.forgeNext(changed()).closeSessions("carl"));
        add(
                "a block that was over",
                BLOCK_IN_THE_PAST,
                (script, session) -> script.forgeNext(changed()).block("anna", 0, false));
        add("a self-exclusion lifted", SELF_EXCLUSION, (script, session) -> {
            script.block("anna", 1000, true);
            script.forgeNext(changed()).unblock("anna");
        });
        add("a self-exclusion replaced by a block", SELF_EXCLUSION, (script, session) -> {
            script.block("anna", 1000, true);
            script.forgeNext(changed()).block("anna", 2000, false);
        });
        add("a self-exclusion shortened", SELF_EXCLUSION, (script, session) -> {
            script.block("anna", 1000, true);
            script.forgeNext(changed()).block("anna", 999, true);
        });
    }

    private void launchCodes() {
        add(
                "a launch code for nobody",
                NO_SUCH_PLAYER,
                (script, session) -> script.forgeNext(changed()).mint(code("carl", null, null)));
        add(
                "a launch code in another currency",
                LAUNCH_CODE_CURRENCY,
                (script, session) -> script.forgeNext(changed()).mint(code("anna", "USD", null)));
        add(
                "a launch code without an end",
                LAUNCH_CODE_WITHOUT_END,
                (script, session) -> script.forgeNext(changed().later(null)).mint(code("anna", null, null)));
        add("a launch code for a blocked player", LAUNCH_CODE_BLOCKED, (script, session) -> {
            script.block("anna");
            script.forgeNext(changed()).mint(code("anna", null, null));
        });
        add(
                "a session of an unknown launch code",
                LAUNCH_CODE,
                (script, session) -> script.forgeNext(changed()).exchange("code", "slots", 77));
        add("a session of a used launch code", LAUNCH_CODE, (script, session) -> {
            script.mint(code("anna", null, null));
            script.exchange("code", "slots", 77);
            script.forgeNext(changed()).exchange("code", "slots", 78);
        });
        add("a session of an expired launch code", LAUNCH_CODE, (script, session) -> {
            script.mint(code("anna", null, null));
            script.advance(300_000);
            script.forgeNext(changed()).exchange("code", "slots", 77);
        });
        add("a session for another game", LAUNCH_CODE, (script, session) -> {
            script.mint(code("anna", null, "poker"));
            script.forgeNext(changed()).exchange("code", "slots", 77);
        });
        add("a session that ends an older one where there is none", SESSION_BOUND, (script, session) -> {
            script.mint(code("ben", null, null));
            script.forgeNext(changed().anomaly(Anomaly.OLDEST_SESSION_CLOSED)).exchange("code", "slots", 77);
        });
        add("a session that ends an older one below the bound", SESSION_BOUND, (script, session) -> {
            script.mint(code("anna", null, null));
            script.forgeNext(changed().anomaly(Anomaly.OLDEST_SESSION_CLOSED)).exchange("code", "slots", 77);
        });
        add("a session beyond the bound", SESSION_BOUND, (script, session) -> {
            script.start(new LedgerSettings("UTC", 3_600_000, 86_400_000, 86_400_000, false, 1));
            script.mint(code("anna", null, null));
            script.forgeNext(changed()).exchange("code", "slots", 77);
        });
        add("a session opened twice", SESSION_OPENED_TWICE, (script, session) -> {
            script.mint(new LaunchCodeItem.LaunchCode("code", "anna", null, null, 300_000, true));
            script.exchange("code", "slots", 77);
            script.forgeNext(changed()).exchange("code", "slots", 77);
        });
    }

    private void entries() {
        add("an entry before the one before it", TIME_WENT_BACK, (script, session) -> {
            script.advance(-1);
            script.forgeNext(booked(10, 510)).deposit("anna", 10);
        });
        add("a credit behind the end of its windows", NO_WINDOWS, (script, session) -> {
            script.windows(1, 1000);
            script.advance(1000);
            script.forgeNext(booked(10, 510)).credit("c", "anna", 10, null);
        });
        add("windows that overlap those before", WINDOWS, (script, session) -> {
            script.windows(1, 1000);
            script.advance(999);
            script.forgeNext(changed()).windows(2, 1000);
        });
        add(
                "a question",
                QUESTION,
                (script, session) -> script.forgeNext(of(Outcome.OK, NONE)).balance("anna"));
        add(
                "an entry without items",
                ITEM_COUNT,
                (script, session) -> script.forgeNext(0, of(Outcome.OK, NONE)).deposit("anna", 10));
        add(
                "two starts in one entry",
                ITEM_COUNT,
                (script, session) -> script.forgeNext(2, changed(), changed()).start(LedgerSettings.DEFAULT));
        add(
                "a start with another hash key",
                OTHER_HASH_KEY,
                (script, session) -> script.forgeNext(changed()).start(new HashKey(33, 44), LedgerSettings.DEFAULT));
        all.add(new Forgery(
                "an entry before the first start",
                NO_START,
                false,
                (script, session) ->
                        script.forgeNext(of(Outcome.CREATED, CHANGED)).open("anna")));
    }

    private static LaunchCodeItem.LaunchCode code(String player, String currency, String game) {
        return new LaunchCodeItem.LaunchCode("code", player, currency, game, 300_000, false);
    }
}
