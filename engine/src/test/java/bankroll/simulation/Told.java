package bankroll.simulation;

import bankroll.ledger.Answered;
import bankroll.ledger.Asked;
import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** What was acknowledged and must hold from then on: decisions §6. */
final class Told {
    private final Map<Key, Promise> promises = new LinkedHashMap<>();
    private long highest;

    private record Key(String platform, Asked asked) {
        String id() {
            return Batch.id(platform, asked.id());
        }
    }

    private record Promise(long sequence, Answered answer) {}

    /** Somebody was told these answers, on the strength of an entry. */
    void add(long sequence, Command command, List<Answered> answers) {
        highest = Math.max(highest, sequence);
        if (command instanceof Batch batch) {
            for (int i = 0; i < answers.size(); i++) {
                add(new Key(batch.platform(), batch.items().get(i)), new Promise(sequence, answers.get(i)));
            }
        }
    }

    private void add(Key key, Promise promise) {
        Promise first = promises.get(key);
        if (first != null && !holds(first.answer(), promise.answer())) {
            throw new AssertionError(key + " was answered " + first + ", and later " + promise);
        }
        if (first == null && isForEver(key.asked(), promise.answer())) {
            promises.put(key, promise);
        }
    }

    /** The latest entry on whose strength anybody was told anything. */
    long highest() {
        return highest;
    }

    /** A power cut took what no policy had promised to keep. */
    void forgetAfter(long sequence) {
        highest = Math.min(highest, sequence);
        promises.values().removeIf(promise -> promise.sequence() > sequence);
    }

    /** Everything promised is remembered in what the journal tells. */
    void check(History history) {
        promises.forEach((key, promise) -> {
            Answered recorded = history.model().ledger().recorded(key.id());
            if (recorded == null || !holds(recorded, promise.answer())) {
                throw new AssertionError(key + " was answered " + promise + ", the journal tells " + recorded);
            }
        });
    }

    /** Some ids about which something was promised, with their platform. */
    List<String[]> ids(Random random, int most) {
        List<Key> keys = new ArrayList<>(promises.keySet());
        Collections.shuffle(keys, random);
        return keys.stream()
                .limit(most)
                .map(key -> new String[] {key.platform(), key.asked().id()})
                .toList();
    }

    /** A refused credit is decided anew; retry and a mismatch leave nothing behind. */
    private static boolean isForEver(Asked asked, Answered answer) {
        return answer.timeMs() != null && (answer.status() == Outcome.OK || asked.type() == TransactionType.DEBIT);
    }

    /** A refused debit whose rollback came since is rolled back; nothing else may change. */
    private static boolean holds(Answered first, Answered later) {
        boolean sameTime = first.timeMs().equals(later.timeMs());
        boolean rolledBackSince = first.status() != Outcome.OK && later.status() == Outcome.ROLLED_BACK;
        return sameTime && (first.status() == later.status() || rolledBackSince);
    }
}
