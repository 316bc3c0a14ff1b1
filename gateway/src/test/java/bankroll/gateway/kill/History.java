package bankroll.gateway.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.gateway.contract.kit.Result;
import bankroll.gateway.contract.kit.Wallet;
import java.util.ArrayList;
import java.util.List;

/** All that one caller heard, with marks in it; for comparison with a copy of the service from about a mark. */
final class History {
    private static final int COMPARED = 20;

    private final String player;
    private final List<Heard> heard = new ArrayList<>();
    private final List<Integer> marks = new ArrayList<>();

    private record Heard(Play play, List<Result> results) {}

    History(String player) {
        this.player = player;
    }

    synchronized void add(Play play, List<Result> results) {
        heard.add(new Heard(play, results));
    }

    synchronized void mark() {
        marks.add(heard.size());
    }

    /** What was heard before the mark must be there; what came after it may be, from the first on without a gap. */
    synchronized void compare(int mark, Wallet wallet) {
        int known = marks.get(mark);
        String now = wallet.balanceOf(player);
        assertTrue(
                heard.subList(Math.max(0, known - 1), heard.size()).stream()
                        .anyMatch(each -> now.equals(Long.toString(each.play().end()))),
                () -> player + " has " + now + " and was told more before the image was made");
        heard.subList(Math.max(0, known - COMPARED), known).forEach(each -> shouldBeAsHeard(each, wallet));
        heard.subList(known, heard.size())
                .forEach(each -> wallet.book(each.play().items()).forEach(result -> result.shouldBe("ok")));
        Heard last = heard.get(heard.size() - 1);
        assertEquals(Long.toString(last.play().end()), wallet.balanceOf(player));
    }

    private static void shouldBeAsHeard(Heard before, Wallet wallet) {
        List<Result> again = wallet.book(before.play().items());
        for (int i = 0; i < again.size(); i++) {
            assertEquals(before.results().get(i).status(), again.get(i).status());
            assertEquals(before.results().get(i).processedAt(), again.get(i).processedAt());
        }
    }
}
