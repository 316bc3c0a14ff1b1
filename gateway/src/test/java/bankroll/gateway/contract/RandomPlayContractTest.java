package bankroll.gateway.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.gateway.contract.kit.Answer;
import bankroll.gateway.contract.kit.Fresh;
import bankroll.gateway.contract.kit.Item;
import bankroll.gateway.contract.kit.ModelWallet;
import bankroll.gateway.contract.kit.Result;
import bankroll.gateway.contract.kit.TestPlayer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;

/** Decisions §6 to §10, all at once: few ids, few players, many collisions, held against the plainest model. */
class RandomPlayContractTest extends ContractTest {
    private static final int BATCHES = 60;
    private static final int MOST_ITEMS = 8;
    private static final int IDS_AT_ONCE = 10;
    private static final String RICH = "9999999999999999990";
    private static final List<String> AMOUNTS = List.of("0", "-0", "1", "01", "5", "10", "9223372036854775808");

    private final long seed = Long.getLong("contract.seed", System.nanoTime());
    private final Random random = new Random(seed);
    private final ModelWallet model = new ModelWallet();
    private final List<TestPlayer> players = new ArrayList<>();
    private final List<String> ids = new ArrayList<>();
    private final List<String> everyId = new ArrayList<>();
    private final List<Item> sent = new ArrayList<>();

    @RepeatedTest(12)
    void shouldAnswerRandomPlayAsTheModelDoes() {
        String currency = Fresh.currency();
        for (String balance : List.of("30", "3", RICH)) {
            TestPlayer player = service.player(balance, currency);
            model.add(player, balance);
            players.add(player);
        }
        players.add(new TestPlayer(Fresh.id("nobody"), currency, "none"));
        for (int i = 0; i < IDS_AT_ONCE; i++) {
            ids.add(newId());
        }
        for (int i = 0; i < BATCHES; i++) {
            playOne();
        }
        compareRecords();
        assertEquals("0", operator.trialBalance(currency).path("sum").asString());
    }

    private void playOne() {
        List<Item> batch = new ArrayList<>();
        for (int size = 1 + random.nextInt(MOST_ITEMS); size > 0; size--) {
            batch.add(
                    sent.isEmpty() || random.nextInt(4) > 0
                            ? item()
                            : any(sent.subList(Math.max(0, sent.size() - 20), sent.size())));
            sent.add(batch.get(batch.size() - 1));
        }
        List<Result> results = wallet.book(batch);
        for (int i = 0; i < batch.size(); i++) {
            Item item = batch.get(i);
            Result result = results.get(i);
            assertEquals(
                    model.answer(item),
                    Arrays.asList(result.status(), result.balance()),
                    () -> item + " of " + sent + "; repeat with -Dcontract.seed=" + seed);
        }
    }

    private Item item() {
        TestPlayer player = any(players);
        Item item = switch (random.nextInt(5)) {
            case 0, 1 ->
                player.in(random.nextInt(6) == 0 ? any(players).session() : player.session())
                        .debit(any(AMOUNTS));
            case 2 -> player.credit(any(AMOUNTS));
            case 3 -> player.credit(any(AMOUNTS)).reference(any(ids));
            default -> player.rollback(random.nextInt(3) == 0 ? any(everyId) : any(ids));
        };
        item = item.id(any(ids));
        if (random.nextInt(2) == 0) {
            ids.set(random.nextInt(IDS_AT_ONCE), newId());
        }
        if (random.nextInt(12) == 0) {
            item = item.with("currency", "XXX");
        }
        if (random.nextInt(12) == 0) {
            item = item.with("round_id", "r-1");
        }
        return item.get("reference_transaction_id").equals(item.id()) ? item() : item;
    }

    private String newId() {
        everyId.add(Fresh.id("r"));
        return everyId.get(everyId.size() - 1);
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private void compareRecords() {
        for (String id : everyId) {
            Answer answer = wallet.lookUp(id);
            if (!model.records().containsKey(id)) {
                answer.shouldBeProblem(404, "transaction_not_found");
                continue;
            }
            List<String> shown = new ArrayList<>();
            for (String member : List.of("type", "status", "amount", "rolled_back")) {
                shown.add(answer.shouldBeOk().member(member));
            }
            assertEquals(model.records().get(id).view(), shown, () -> id + " of " + sent + "; seed " + seed);
        }
    }
}
