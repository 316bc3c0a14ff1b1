package bankroll.tools.service;

import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.client.ServiceClient;
import bankroll.protocol.TransactionType;
import bankroll.tools.Bet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** One platform at the casino: sends, remembers what it sent lately, and keeps its own list. One thread. */
final class PlatformSide implements AutoCloseable {
    /** Begins the ids that rollbacks name and no debit had. */
    static final String NEVER = "never-";

    private static final int REMEMBERED = 4_096;

    private final String name;
    private final PlatformList list;
    private final List<Known> recent = new ArrayList<>();
    private final List<String> tombstones = new ArrayList<>();
    private ServiceClient client;
    private long ids;

    /**
     * A transaction with its answer.
     *
     * @param bet what was sent
     * @param answered what came back at first
     */
    record Known(Bet bet, Answered answered) {}

    /**
     * Something to send.
     *
     * @param bet the transaction
     * @param first when it is sent again: what came back at first; else null
     */
    record Play(Bet bet, Known first) {}

    PlatformSide(String name, Path directory) {
        this.name = name;
        list = new PlatformList(directory.resolve(name + ".csv"));
    }

    /** Calls this process of the service from now on. */
    void call(LiveService service) {
        client = service.platform(name);
    }

    String name() {
        return name;
    }

    PlatformList list() {
        return list;
    }

    ServiceClient client() {
        return client;
    }

    /** An id that was never sent; all platforms have the same ones. */
    String nextId() {
        ids++;
        return ids % 1_000 == 7 ? "tx, \"" + ids + "\"" : ids % 1_000 == 8 ? "=tx-" + ids : "tx-" + ids;
    }

    /** One of the transactions sent lately, or null. */
    Known any(Random random) {
        return recent.isEmpty() ? null : recent.get(random.nextInt(recent.size()));
    }

    /** An id that a rollback named before any debit had it, once; or null. */
    String takeTombstone() {
        return tombstones.isEmpty() ? null : tombstones.remove(tombstones.size() - 1);
    }

    /** Sends a batch, and checks and remembers what comes back. */
    Batch send(List<Play> plays, Random random) {
        List<Bet> bets = plays.stream().map(Play::bet).toList();
        HttpAnswer answer = client.call("POST", "/transactions", Batch.body(bets));
        if (!answer.isOk()) {
            throw new AssertionError(answer.toString());
        }
        Batch batch = new Batch(name, bets, Answered.all(answer.body()));
        for (int i = 0; i < plays.size(); i++) {
            take(plays.get(i), batch.answers().get(i), random);
        }
        return batch;
    }

    private void take(Play play, Answered answered, Random random) {
        if (play.first() != null) {
            requireSame(play.first(), answered);
        } else if (!answered.status().equals("duplicate_mismatch")) {
            list.add(play.bet(), answered);
            remember(play.bet(), answered, random);
        }
    }

    /** A refused debit that a rollback named since is rolled_back from then on (decisions §6). */
    private static void requireSame(Known first, Answered again) {
        boolean isSame = first.answered().status().equals(again.status())
                || !first.answered().isOk() && again.status().equals("rolled_back");
        if (!isSame || !first.answered().processedAt().equals(again.processedAt())) {
            throw new AssertionError(first + " was answered otherwise when it came again: " + again);
        }
    }

    private void remember(Bet bet, Answered answered, Random random) {
        if (bet.type() == TransactionType.ROLLBACK && bet.reference().startsWith(NEVER)) {
            tombstones.add(bet.reference());
        }
        // a refused credit is decided anew when it comes again
        if (bet.type() != TransactionType.CREDIT || answered.isOk()) {
            Known known = new Known(bet, answered);
            if (recent.size() < REMEMBERED) {
                recent.add(known);
            } else {
                recent.set(random.nextInt(REMEMBERED), known);
            }
        }
    }

    @Override
    public void close() {
        list.close();
    }
}
