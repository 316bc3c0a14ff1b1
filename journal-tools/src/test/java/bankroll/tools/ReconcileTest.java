package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReconcileTest {
    private static final String HEADER = "transaction_id,type,amount,currency,player_id,status\n";
    private static final String SAME = HEADER
            + "d-1,debit,100,EUR,anna,ok\n"
            + "c-1,credit,250,EUR,anna,ok\n"
            + "d-2,debit,50,EUR,anna,rolled_back\n"
            + "d-3,debit,5000,EUR,anna,insufficient_funds\n"
            + "r-2,rollback,50,,anna,ok\n"
            + "r-9,rollback,,,anna,ok\n"
            + "d-9,debit,1,EUR,anna,rolled_back\n";

    @TempDir
    static Path data;

    @TempDir
    Path temporary;

    @BeforeAll
    static void writeJournal() {
        Story.write(data);
    }

    private Called reconcile(String list, Object... more) {
        try {
            Path file = Files.writeString(temporary.resolve("list.csv"), list);
            Object[] words = new Object[more.length + 5];
            System.arraycopy(new Object[] {"reconcile", data, file, "--platform", "alpha"}, 0, words, 0, 5);
            System.arraycopy(more, 0, words, 5, more.length);
            return journal(words);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<String> differences(Called called) {
        return called.lines().stream().filter(line -> line.contains("theirs:")).toList();
    }

    @Test
    void shouldFindTheSameListTheSame() {
        Called called = reconcile(SAME);

        assertEquals(0, called.exitCode(), called::toString);
        assertEquals("0", called.value("differences"));
        assertEquals("7", called.value("same"));
        assertEquals("4", called.value("our bookings"));
    }

    @Test
    void shouldSayThatNoSuchPlatformIsKnown() throws IOException {
        Path file = Files.writeString(temporary.resolve("list.csv"), SAME);

        Called called = journal("reconcile", data, file, "--platform", "alhpa");

        assertEquals(1, called.exitCode(), called::toString);
        assertEquals("no transaction of platform alhpa is here, only of: alpha, beta", called.value("note"));
    }

    @Test
    void shouldRefuseAListThatCanBeReadOnlyOnce() {
        Called called = journal("reconcile", data, temporary, "--platform", "alpha");

        assertEquals(2, called.exitCode(), called::toString);
        assertTrue(called.err().contains("is no regular file"), called::toString);
    }

    @Test
    void shouldNameWhatIsMissingHere() {
        Called called = reconcile(SAME + "x-1,debit,7,EUR,anna,ok\n");

        assertEquals(1, called.exitCode(), called::toString);
        assertEquals(
                List.of("missing_here   x-1  theirs: debit 7 EUR of anna ok (line 9)  ours: -"), differences(called));
    }

    @Test
    void shouldNotMissWhatWasToBeSentAgain() {
        assertEquals(0, reconcile(SAME + "x-1,debit,7,EUR,anna,retry\n").exitCode());
    }

    @Test
    void shouldNameWhatIsMissingThere() {
        Called called = reconcile(SAME.replace("c-1,credit,250,EUR,anna,ok\n", ""));

        assertEquals(1, called.exitCode(), called::toString);
        assertEquals(
                List.of("missing_there  c-1  theirs: -  ours: credit 250 EUR of anna ok (entry 8)"),
                differences(called));
        assertTrue(called.out().replaceAll(" +", " ").contains("missing_there EUR 1 0 250"), called::toString);
    }

    @Test
    void shouldLookForWhatIsMissingThereOnlyInTheTimeOfTheList() {
        String list = SAME.replace("c-1,credit,250,EUR,anna,ok\n", "");

        assertEquals(0, reconcile(list, "--since", "2026-01-02").exitCode());
    }

    /** The credit was booked by entry 8, two seconds after midnight. */
    @ParameterizedTest
    @CsvSource({
        "--since, 2026-01-01T00:00:02Z, 1",
        "--since, 2026-01-01T00:00:02.001Z, 0",
        "--until, 2026-01-01T00:00:02.001Z, 1",
        "--until, 2026-01-01T00:00:02Z, 0",
        "--from-sequence, 8, 1",
        "--from-sequence, 9, 0",
        "--to-sequence, 8, 1",
        "--to-sequence, 7, 0"
    })
    void shouldCountBothEndsOfTheWindowIn(String option, String end, int missing) {
        String list = SAME.replace("c-1,credit,250,EUR,anna,ok\n", "");

        Called called = reconcile(list, option, end);

        assertEquals(
                missing,
                differences(called).stream()
                        .filter(line -> line.startsWith("missing_there  c-1"))
                        .count(),
                called::toString);
    }

    @Test
    void shouldNameEveryKindOfDifference() {
        Called called = reconcile(SAME.replace("d-1,debit,100", "d-1,debit,101")
                .replace("c-1,credit,250,EUR,anna,ok", "c-1,credit,250,EUR,anna,reference_not_found")
                .replace("d-3,debit,5000,EUR,anna", "d-3,debit,5000,EUR,ben")
                .replace("r-2,rollback,50", "r-2,credit,50")
                .replace("d-9,debit,1,EUR", "d-9,debit,1,USD"));

        assertEquals(1, called.exitCode(), called::toString);
        assertEquals(
                List.of("amount", "status", "player", "type", "currency"),
                differences(called).stream().map(line -> line.split(" ")[0]).toList());
        assertTrue(
                differences(called)
                        .get(0)
                        .contains(
                                "theirs: debit 101 EUR of anna ok (line 2)  ours: debit 100 EUR of anna ok (entry 7)"),
                called::toString);
    }

    @Test
    void shouldNameALineThatComesTwice() {
        assertEquals(
                List.of("twice          d-1  theirs: debit 100 EUR of anna ok (line 9)  ours: -"),
                differences(reconcile(SAME + "d-1,debit,100,EUR,anna,ok\n")));
    }

    @Test
    void shouldCountALineThatComesTwiceOnce() {
        String same = reconcile(SAME).value("same");

        assertEquals(same, reconcile(SAME + "d-1,debit,100,EUR,anna,ok\n").value("same"));
    }

    @Test
    void shouldReadJsonLinesToo() {
        Called called = reconcile("""
                {"transaction_id":"d-1","type":"debit","amount":"100","more":{"a":[1]}}
                {"transaction_id":"c-1","amount":250,"status":null}
                {"transaction_id":"d-2"}
                {"transaction_id":"r-2"}
                """);

        assertEquals(0, called.exitCode(), called::toString);
    }

    @Test
    void shouldReadQuotesOtherDelimitersAndOtherNames() {
        Called called = reconcile(
                "\uFEFFTxId;\"Amount\"\r\n\"d-1\";\"100\"\r\n\"c-1\";250\r\n\r\nd-2;50\r\nr-2;\r\n",
                "--column",
                "transaction_id=TxId",
                "--column",
                "amount=Amount",
                "--delimiter",
                ";");

        assertEquals(0, called.exitCode(), called::toString);
    }

    @Test
    void shouldAnswerInJson() {
        Called called = reconcile(SAME + "x-1,debit,7,EUR,anna,ok\n", "--json");

        assertEquals(
                "{\"difference\":\"missing_here\",\"transaction_id\":\"x-1\",\"line\":9,\"theirs\":\"debit 7 EUR of anna"
                        + " ok\"}",
                called.lines().get(0));
        assertTrue(called.lines().get(1).contains("\"differences\":1"), called::toString);
    }

    @Test
    void shouldRefuseNonsenseWithLineAndReason() {
        assertNonsense(SAME + "x,bet,1,EUR,anna,ok\n", "line 9: type \"bet\" is none of debit, credit, rollback");
        assertNonsense(SAME + "x,debit,1.50,EUR,anna,ok\n", "line 9: amount \"1.50\" is not an integer");
        assertNonsense(
                SAME + "x,debit,\"1,50\",EUR,anna,ok\n", "digits in minor units; write a point before the decimals");
        assertNonsense(SAME + "x,debit,-1,EUR,anna,ok\n", "line 9: amount \"-1\" is below zero");
        assertNonsense(SAME + "x,debit,1,EUR,anna,fine\n", "line 9: status \"fine\" is none of the contract's");
        assertNonsense(SAME + "x,debit,1\n", "line 9: 3 cells, but the header has 6");
        assertNonsense(SAME + ",debit,1,EUR,anna,ok\n", "line 9: transaction_id is missing");
        assertNonsense(SAME + "\"x,debit\n", "line 9: Unclosed quoted field");
        assertNonsense("id,amount\n", "line 1: the header has no column transaction_id");
        assertNonsense("{\"transaction_id\":\"a\"}\n{\"transaction_id\":1.5}\n", "line 2: transaction_id is neither");
        assertNonsense("{\"transaction_id\":\"a\"}\n{nonsense}\n", "line 2: no good JSON");
        assertNonsense(
                "transaction_id,amount,Amount,amount\nd-1,1,2,3\n", "line 1: the header has the column amount twice");
        assertNonsense(
                "{\"transaction_id\":\"a\",\"amount\":\"1\",\"amount\":\"2\"}\n",
                "line 1: no good JSON: Duplicate field 'amount'");
    }

    @Test
    void shouldTellAllBadLinesAtOnce() {
        Called called = reconcile(SAME + "x,bet,1,EUR,anna,ok\ny,debit,1\nz,debit,-1,EUR,anna,ok\n\"open,debit\n");

        assertEquals(2, called.exitCode(), called::toString);
        assertTrue(called.err().contains("list.csv has 4 bad lines"), called::toString);
        assertTrue(called.err().contains("  line 9: type \"bet\""), called::toString);
        assertTrue(called.err().contains("  line 10: 3 cells"), called::toString);
        assertTrue(called.err().contains("  line 11: amount \"-1\" is below zero"), called::toString);
        assertTrue(called.err().contains("  line 12: "), called::toString);
    }

    @Test
    void shouldTellAllBadJsonLinesAtOnce() {
        Called called = reconcile("{\"transaction_id\":1.5}\n{\"transaction_id\":\"d-1\"}\n{nonsense}\n");

        assertEquals(2, called.exitCode(), called::toString);
        assertTrue(called.err().contains("  line 1: transaction_id is neither"), called::toString);
        assertTrue(called.err().contains("  line 3: no good JSON"), called::toString);
    }

    @Test
    void shouldReadAmountsWithAPoint() {
        String list = HEADER + "d-1,debit,1.00,EUR,anna,ok\nc-1,credit,2.5,EUR,anna,ok\nd-2,debit,0.50,EUR,anna,ok\n"
                + "r-2,rollback,,,anna,ok\n";
        assertEquals(0, reconcile(list, "--decimals", "2").exitCode());
        assertEquals(0, reconcile(list, "--decimals", "EUR=2,JPY=0").exitCode());

        Called wrong = reconcile(list.replace("2.5,", "2.49,"), "--decimals", "2");

        assertEquals(1, wrong.exitCode(), wrong::toString);
        assertEquals(
                List.of(
                        "amount         c-1  theirs: credit 2.49 EUR of anna ok (line 3)  ours: credit 2.50 EUR of anna ok"
                                + " (entry 8)"),
                differences(wrong));
        assertTrue(wrong.out().replaceAll(" +", " ").contains("amount EUR 1 2.49 2.50"), wrong::toString);
    }

    /** As the digits stand there: no number of a computer's comes between. */
    @Test
    void shouldReadAmountsWithAPointThatAreNumbersInJson() {
        String list = "{\"transaction_id\":\"d-1\",\"amount\":1.00,\"currency\":\"EUR\"}\n"
                + "{\"transaction_id\":\"c-1\",\"amount\":2.5,\"currency\":\"EUR\"}\n"
                + "{\"transaction_id\":\"d-2\",\"amount\":0.50,\"currency\":\"EUR\"}\n{\"transaction_id\":\"r-2\"}\n";
        Called called = reconcile(list, "--decimals", "2");
        assertEquals(0, called.exitCode(), called::toString);

        Called bad = reconcile(list.replace("1.00", "1e0"), "--decimals", "2");
        assertTrue(bad.err().contains("line 1: amount \"1e0\" is not an integer"), bad::toString);
        assertTrue(
                reconcile(list).err().contains("--decimals says how many digits are behind the point"), bad::toString);
    }

    @Test
    void shouldNotGuessAmounts() {
        String list = HEADER + "d-1,debit,1.005,EUR,anna,ok\nc-1,credit,2.5,USD,anna,ok\n";

        Called called = reconcile(list, "--decimals", "EUR=2");

        assertEquals(2, called.exitCode(), called::toString);
        assertTrue(called.err().contains("line 2: amount \"1.005\" has more than 2 digits"), called::toString);
        assertTrue(called.err().contains("line 3: --decimals says nothing of USD"), called::toString);
        assertEquals(2, reconcile(SAME, "--decimals", "two").exitCode());
        assertEquals(2, reconcile(SAME, "--decimals", "EUR=99").exitCode());
    }

    @Test
    void shouldReadTypesByOtherNames() {
        String list = HEADER + "d-1,BET,100,EUR,anna,ok\nc-1,WIN,250,EUR,anna,ok\nd-2,TIP,50,EUR,anna,ok\n"
                + "r-2,rollback,,,anna,ok\n";

        assertEquals(
                0,
                reconcile(list, "--type-name", "debit=BET,TIP", "--type-name", "credit=WIN")
                        .exitCode());
        assertTrue(reconcile(list, "--type-name", "debit=BET")
                .err()
                .contains("type \"WIN\" is none of BET, credit, rollback"));
        assertEquals(2, reconcile(list, "--type-name", "stake=BET").exitCode());
        assertEquals(2, reconcile(list, "--type-name", "debit=credit").exitCode());
    }

    @Test
    void shouldHoldTheCurrencyOfARollbackAgainstItsAccounts() {
        Called called = reconcile(SAME.replace("r-2,rollback,50,,", "r-2,rollback,50,USD,"));

        assertEquals(
                List.of(
                        "currency       r-2  theirs: rollback 50 USD of anna ok (line 6)  ours: rollback 50 EUR of anna ok"
                                + " (entry 9)"),
                differences(called));
        Called missing = reconcile(SAME.replace("r-2,rollback,50,,anna,ok\n", ""));
        assertTrue(missing.out().replaceAll(" +", " ").contains("missing_there EUR 1 0 50"), missing::toString);
    }

    /** Its latest decision is what the platform was told last. */
    @Test
    void shouldHoldTheListAgainstTheLatestDecisionOfACredit(@TempDir Path other) throws IOException {
        try (JournalScript script = new JournalScript(other)) {
            script.open("anna").deposit("anna", 100);
            String session = script.session("anna", "slots");
            script.credit("c", "anna", 10, "d");
            script.debit("d", "anna", session, 5);
            script.credit("c", "anna", 10, "d");
        }
        Path paid = Files.writeString(
                temporary.resolve("paid.csv"), HEADER + "d,debit,5,EUR,anna,ok\nc,credit,10,EUR,anna,ok\n");
        Path refused = Files.writeString(
                temporary.resolve("refused.csv"),
                HEADER + "d,debit,5,EUR,anna,ok\nc,credit,10,EUR,anna,reference_not_found\n");

        Called same = journal("reconcile", other, paid);
        assertEquals(0, same.exitCode(), same::toString);
        assertEquals("alpha", same.value("platform"), "the only one that there is");
        assertEquals("2", same.value("their records"));
        assertEquals(
                List.of("status         c  theirs: credit 10 EUR of anna reference_not_found (line 3)"
                        + "  ours: credit 10 EUR of anna ok (entry 8)"),
                differences(journal("reconcile", other, refused)));
    }

    @Test
    void shouldTakeADebitThatWasRolledBackSinceAsOkOrAsRolledBackWhereverItStands() {
        for (String status : new String[] {"ok", "rolled_back"}) {
            Called called = reconcile(HEADER + "d-2,debit,50,EUR,anna," + status + "\n", "--since", "2026-01-03");
            assertEquals(0, called.exitCode(), called::toString);
        }
        assertEquals(
                List.of("status         d-1  theirs: debit 100 EUR of anna rolled_back (line 2)"
                        + "  ours: debit 100 EUR of anna ok (entry 7)"),
                differences(reconcile(HEADER + "d-1,debit,100,EUR,anna,rolled_back\n", "--since", "2026-01-03")));
    }

    @Test
    void shouldAddUpEachKindOfDifferenceByItsCurrency() {
        Called called = reconcile(
                SAME.replace("c-1,credit,250", "c-1,credit,251")
                        + "x,debit,7,EUR,anna,ok\ny,debit,8,USD,anna,ok\nz,debit,9,EUR,anna,ok\nv,debit,1,,anna,ok\n",
                "--json");

        assertTrue(
                called.out()
                        .contains("\"totals\":[{\"difference\":\"missing_here\",\"currency\":\"\",\"count\":1,"
                                + "\"their_amount\":\"1\",\"our_amount\":\"0\"},{\"difference\":\"missing_here\","
                                + "\"currency\":\"EUR\",\"count\":2,\"their_amount\":\"16\",\"our_amount\":\"0\"},"
                                + "{\"difference\":\"missing_here\",\"currency\":\"USD\",\"count\":1,\"their_amount\":\"8\","
                                + "\"our_amount\":\"0\"},{\"difference\":\"amount\",\"currency\":\"EUR\",\"count\":1,"
                                + "\"their_amount\":\"251\",\"our_amount\":\"250\"}]"),
                called::toString);
    }

    /** A sum of two currencies is no amount. */
    @Test
    void shouldAddUpEachSideInItsOwnCurrency() {
        Called called = reconcile(SAME.replace("c-1,credit,250,EUR", "c-1,credit,2.250,USD"), "--decimals", "0,USD=3");

        assertEquals("1", called.value("differences"), called::toString);
        assertEquals(
                List.of("currency EUR 1 0 250", "currency USD 1 2.250 0.000"),
                called.lines().stream()
                        .map(line -> line.trim().replaceAll(" +", " "))
                        .filter(line -> line.matches("currency (EUR|USD) .*"))
                        .toList(),
                called::toString);
    }

    @Test
    void shouldRefuseNamesForWhatIsNoneOfOurs() {
        assertTrue(
                reconcile(SAME, "--column", "stake=Stake").err().contains("--column stake is none of transaction_id"));
        assertTrue(reconcile(SAME, "--type-name", "stake=BET").err().contains("--type-name stake is none of debit"));
    }

    /** Of a player whom nobody opened the journal knows no account. */
    @Test
    void shouldCountARollbackOfNobodyInTheCurrencyOfTheList(@TempDir Path other) throws IOException {
        try (JournalScript script = new JournalScript(other)) {
            script.rollback("r", "nobody", "d");
        }
        Path list = Files.writeString(temporary.resolve("list.csv"), HEADER + "r,debit,5,USD,nobody,ok\n");

        Called called = journal("reconcile", other, list);

        assertTrue(called.out().replaceAll(" +", " ").contains("type USD 1 5 0"), called::toString);
    }

    @Test
    void shouldSayThatNoPlatformHasSentAnything(@TempDir Path other) throws IOException {
        try (JournalScript script = new JournalScript(other)) {
            script.open("anna").deposit("anna", 100);
        }
        Path list = Files.writeString(temporary.resolve("list.csv"), SAME);

        Called called = journal("reconcile", other, list);

        assertEquals(2, called.exitCode(), called::toString);
        assertTrue(called.err().contains("no platform has sent a transaction"), called::toString);
    }

    /** Characters are counted as the contract counts them: one that takes two chars of Java is one. */
    @Test
    void shouldTakeIdsAsLongAsTheContractsAndNoLonger() {
        String longest = "\uD83D\uDE00".repeat(128);

        assertEquals(
                List.of("missing_here   " + longest + "  theirs: debit 7 EUR of anna ok (line 9)  ours: -"),
                differences(reconcile(SAME + longest + ",debit,7,EUR,anna,ok\n")));
        assertNonsense(
                SAME + longest + "x,debit,7,EUR,anna,ok\n", "line 9: transaction_id has more than 128 characters");
    }

    @Test
    void shouldTakeAmountsOfNineteenDigitsAndOnlyWordsOfTheContract() {
        Called called =
                reconcile(SAME + "x,debit,9999999999999999999,EUR,anna,ok\ny,debit,9999999999999999999,EUR,anna,ok\n");

        assertTrue(
                called.out().replaceAll(" +", " ").contains("missing_here EUR 2 19999999999999999998 0"),
                called::toString);
        assertNonsense(
                SAME + "x,debit,10000000000000000000,EUR,anna,ok\n",
                "line 9: amount \"10000000000000000000\" is not an integer of 1 to 19 digits");
        assertNonsense(SAME + "x,debit,1,EUR,anna,created\n", "line 9: status \"created\" is none of the contract's");
    }

    @Test
    void shouldReadJsonBehindAByteOrderMarkAndBlankLines() {
        String all = """
                {"transaction_id":"d-1"}

                {"transaction_id":"c-1","player_id":""}
                {"transaction_id":"d-2"}
                {"transaction_id":"r-2"}
                """;

        assertEquals(0, reconcile("\uFEFF" + all).exitCode());
        for (String space : new String[] {" ", "\t", "\r\n", "\n", " \t\r\n "}) {
            Called called = reconcile(space + all);
            assertEquals(0, called.exitCode(), called::toString);
            assertEquals("4", called.value("their records"));
        }
        assertNonsense("{\"transaction_id\":\"d-1\"}\n[]\n", "line 2: no JSON object");
        assertNonsense("{\"transaction_id\":\"d-1\"} {}\n", "line 1: there is something after the JSON object");
    }

    @Test
    void shouldTellAThousandBadLinesAndCountTheRest() {
        assertTrue(bad(1).err().contains("list.csv line 2: "), "one is told in one line");
        assertTrue(bad(2).err().contains("list.csv has 2 bad lines"));
        assertTrue(!bad(1_000).err().contains("more"), "all of them are told");
        Called called = bad(1_002);
        assertTrue(called.err().contains("line 1001: "), called::toString);
        assertTrue(!called.err().contains("line 1002: "), called::toString);
        assertTrue(called.err().contains("  and 2 more"), called::toString);
    }

    private Called bad(int lines) {
        return reconcile(HEADER + "x,bet,1,EUR,anna,ok\n".repeat(lines));
    }

    private void assertNonsense(String list, String reason) {
        Called called = reconcile(list);
        assertEquals(2, called.exitCode(), called::toString);
        assertTrue(called.err().contains(reason), called::toString);
    }

    @Test
    void shouldRefuseWhatIsNotUtf8(@TempDir final Path directory) throws IOException {
        Path file = Files.write(directory.resolve("latin1.csv"), new byte[] {'a', (byte) 0xe4, '\n'});

        Called called = journal("reconcile", data, file, "--platform", "alpha");

        assertEquals(2, called.exitCode(), called::toString);
        assertTrue(called.err().contains("is not UTF-8"), called::toString);
    }

    @Test
    void shouldAskWhoseListItIsWhenThereAreSeveralPlatforms() throws IOException {
        Path file = Files.writeString(temporary.resolve("list"), SAME);

        Called called = journal("reconcile", data, file);

        assertEquals(2, called.exitCode(), called::toString);
        assertTrue(called.err().contains("--platform alpha or beta"), called::toString);
        assertEquals(2, journal("reconcile", data, temporary.resolve("missing")).exitCode());
    }
}
