package bankroll.gateway.api.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.config.OperatorToken;
import bankroll.gateway.config.Secret;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Exchanges;
import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import org.junit.jupiter.api.Test;

class SlowCallTest {
    private static final String TOKEN = "ada-0123456789abcdef";

    private final OperatorContext context =
            new OperatorContext().tokens(List.of(new OperatorToken("ada", OperatorRole.ADMIN, new Secret(TOKEN))));
    private final ArrayDeque<Runnable> loop = new ArrayDeque<>();

    private static Exchange asked() {
        Exchange exchange = Exchanges.whole(null, new byte[0], 0);
        exchange.headers().set("authorization", "Bearer " + TOKEN);
        return exchange;
    }

    private SlowCall call(ThreadFactory threads) {
        return new SlowCall("chain", context, loop::add, (query, by) -> Exchange::noContent, threads);
    }

    /** Does its work at once, or can't be started. */
    private static Thread thread(Runnable call, boolean hasRoom) {
        return new Thread(call) {
            @Override
            public void start() {
                if (!hasRoom) {
                    throw new OutOfMemoryError("unable to create native thread");
                }
                call.run();
            }
        };
    }

    @Test
    void shouldDoItLaterWhenThereWasNoThreadForIt() {
        boolean[] hasRoom = new boolean[1];
        SlowCall call = call(work -> thread(work, hasRoom[0]));
        assertThrows(OutOfMemoryError.class, () -> call.handle(asked()));
        hasRoom[0] = true;
        Exchange later = asked();
        call.handle(later);
        loop.remove().run();
        assertEquals(204, Exchanges.status(later));
    }

    @Test
    void shouldDoOneAtATime() {
        ArrayDeque<Runnable> begun = new ArrayDeque<>();
        SlowCall call = call(work -> thread(() -> begun.add(work), true));
        Exchange first = asked();
        Exchange second = asked();
        call.handle(first);
        call.handle(second);
        assertEquals(409, Exchanges.status(second));
        begun.remove().run();
        loop.remove().run();
        assertEquals(204, Exchanges.status(first));
        call.handle(asked());
        assertEquals(1, begun.size());
    }
}
