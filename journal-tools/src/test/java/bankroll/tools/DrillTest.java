package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.protocol.TransactionType;
import bankroll.tools.service.Answered;
import bankroll.tools.service.Batch;
import bankroll.tools.service.Casino;
import bankroll.tools.service.LiveService;
import bankroll.tools.service.Load;
import bankroll.tools.service.Platform;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The drill of docs/recover.md, step by step, with the real service: loaded over HTTP, and killed. */
class DrillTest {
    private static final long SEED = 20261121;
    private static final int BATCHES = 15;
    private static final int BATCH = 30;

    @TempDir
    Path temporary;

    @Test
    void shouldBringBackEveryBookingUpToTheBackup() throws IOException, InterruptedException {
        Path backup = temporary.resolve("backup");
        Path restored = temporary.resolve("restored");
        int promised;
        String head;
        List<First> all;
        try (Casino casino = new Casino(temporary, SEED, 60, BATCH);
                LiveService service = LiveService.start(temporary.resolve("data"))) {
            Load load = Load.start(casino.at(service).open());
            load.awaitMore(BATCHES);
            assertGood(journal("backup", temporary.resolve("data"), backup, "--quiet"));
            promised = load.awaitMore(BATCHES);
            Called second = journal("backup", temporary.resolve("data"), backup, "--quiet");
            assertGood(second);
            head = second.value("chain head");
            load.awaitMore(BATCHES);
            service.kill();
            all = First.of(load.awaitEnd());
        }

        assertGood(journal("restore", backup, restored, "--quiet"));
        assertGood(journal("verify", restored, "--expect-head", head, "--quiet"));
        try (LiveService service = LiveService.start(restored)) {
            int kept = countKept(all, service);
            assertTrue(kept >= promised, kept + " of " + promised);
            assertTrue(kept < all.size(), "the kill came before the load went on");
            String books = trialBalance(service);
            sendAgain(all.subList(0, kept), service);
            assertEquals(books, trialBalance(service), "nothing was booked twice");
            sendWhatCameAfter(all.subList(kept, all.size()), service);
        }
        assertGood(journal("verify", restored, "--expect-head", head, "--quiet"));
    }

    /** Each batch is kept whole or not at all, and none is kept behind one that is not. */
    private static int countKept(List<First> all, LiveService service) {
        int kept = 0;
        for (int i = 0; i < all.size(); i++) {
            First batch = all.get(i);
            Platform platform = new Platform(batch.platform(), service);
            boolean isKept = platform.lookup(batch.bets().get(0).id()) != null;
            assertTrue(!isKept || kept == i, "a gap before batch " + i);
            kept += isKept ? 1 : 0;
            for (int item = 0; item < batch.bets().size(); item++) {
                String id = batch.bets().get(item).id();
                if (isKept) {
                    assertEquals(batch.answers().get(item), platform.lookup(id));
                } else {
                    assertNull(platform.lookup(id), id);
                }
            }
        }
        return kept;
    }

    /** As a platform does that is not sure: everything is booked, or refused, already. */
    private static void sendAgain(List<First> kept, LiveService service) {
        for (First batch : kept) {
            First sticky = batch.sticky();
            List<Answered> again = new Platform(batch.platform(), service).send(sticky.bets());
            for (int i = 0; i < again.size(); i++) {
                Answered before = sticky.answers().get(i);
                assertEquals(before.processedAt(), again.get(i).processedAt(), before.id());
                // a refused debit that a rollback named since is rolled_back from then on
                assertTrue(
                        before.status().equals(again.get(i).status())
                                || !before.isOk() && again.get(i).status().equals("rolled_back"),
                        before + " " + again.get(i));
            }
        }
    }

    private static void sendWhatCameAfter(List<First> lost, LiveService service) {
        for (First batch : lost) {
            Platform platform = new Platform(batch.platform(), service);
            for (Answered answered : platform.send(batch.bets())) {
                if (!answered.status().equals("duplicate_mismatch")) {
                    Answered found = platform.lookup(answered.id());
                    assertNotNull(found, answered.id());
                    assertEquals(answered.status(), found.status(), answered.id());
                }
            }
        }
    }

    private static String trialBalance(LiveService service) {
        String books =
                service.operator().call("GET", "/operator/v1/trial-balance", "").body();
        return books.substring(books.indexOf("\"currencies\""));
    }

    private static void assertGood(Called called) {
        assertEquals(0, called.exitCode(), called::toString);
    }

    /** What of a batch was sent for the first time and recorded: without copies and mismatches. */
    private record First(String platform, List<Bet> bets, List<Answered> answers) {

        static List<First> of(List<Batch> batches) {
            Set<String> seen = new HashSet<>();
            List<First> all = new ArrayList<>();
            for (Batch batch : batches) {
                First first = new First(batch.platform(), new ArrayList<>(), new ArrayList<>());
                for (int i = 0; i < batch.bets().size(); i++) {
                    Answered answered = batch.answers().get(i);
                    if (seen.add(batch.platform() + " " + answered.id())
                            && !answered.status().equals("duplicate_mismatch")) {
                        first.bets().add(batch.bets().get(i));
                        first.answers().add(answered);
                    }
                }
                all.add(first);
            }
            return all;
        }

        /** Without refused credits, which are decided anew when they come again. */
        First sticky() {
            First sticky = new First(platform, new ArrayList<>(), new ArrayList<>());
            for (int i = 0; i < bets.size(); i++) {
                if (bets.get(i).type() != TransactionType.CREDIT
                        || answers.get(i).isOk()) {
                    sticky.bets().add(bets.get(i));
                    sticky.answers().add(answers.get(i));
                }
            }
            return sticky;
        }
    }
}
