package bankroll.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** An event loop whose time the test moves on. */
class HttpLoopTest {
    private static final long A_SWEEP_MS = 100;

    private final List<String> seen = new ArrayList<>();
    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final EmbeddedChannel time = new EmbeddedChannel();
    private final HttpContext context = new HttpContext().requestBytes(1);
    private final HttpLoop loop =
            new HttpLoop(time.eventLoop(), context, new HttpCounters(context), new Routes(), Runnable::run);

    @BeforeEach
    void listen() {
        log.start();
        of(HttpLoop.class).addAppender(log);
        of(Crowd.class).addAppender(log);
        time.freezeTime();
        loop.start();
    }

    @AfterEach
    void stop() {
        of(HttpLoop.class).detachAppender(log);
        of(Crowd.class).detachAppender(log);
    }

    private static Logger of(Class<?> source) {
        return (Logger) LoggerFactory.getLogger(source);
    }

    private void sweep() {
        time.advanceTimeBy(A_SWEEP_MS, TimeUnit.MILLISECONDS);
        time.runScheduledPendingTasks();
    }

    private List<String> logged() {
        return log.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }

    @Test
    void shouldCloseTheConnectionThatItCanNotShedAndGoOn() {
        enter(new Member() {
            @Override
            public void abort() {
                super.abort();
                loop.crowd.left(this);
            }
        });

        sweep();
        sweep();

        assertEquals(List.of("tick", "shed", "abort"), seen);
        assertEquals(List.of("Closing a connection after an unexpected fault"), logged());
    }

    @Test
    void shouldGoOnWhenNothingCanBeDoneAboutAFaultAndTellItOnceUntilItIsOver() {
        Member broken = new Member() {
            @Override
            public void abort() {
                super.abort();
                throw new IllegalStateException("another defect");
            }
        };
        enter(broken);

        sweep();
        sweep();
        broken.footprint.requests(0);
        sweep();

        assertEquals(List.of("tick", "shed", "abort", "tick", "shed", "abort", "tick"), seen);
        String told = "Looking after connections met an unexpected fault";
        assertEquals(1, logged().stream().filter(told::equals).count());

        broken.footprint.requests(100);
        sweep();
        assertEquals(2, logged().stream().filter(told::equals).count());
    }

    private void enter(Member member) {
        loop.crowd.enter(member, ClientAddress.parse("192.0.2.1"));
        member.footprint.requests(100);
    }

    /** Holds more than it may, and can't be refused. */
    private abstract class Member implements Crowd.Member {
        final Crowd.Footprint footprint = loop.crowd.new Footprint();

        @Override
        public void tick(long nowMs, long silentMs) {
            seen.add("tick");
        }

        @Override
        public void shedSender() {
            seen.add("shed");
            throw new IllegalStateException("a defect");
        }

        @Override
        public void abort() {
            seen.add("abort");
        }

        @Override
        public void shedReader() {}

        @Override
        public void drain() {}

        @Override
        public void sendAway() {}

        @Override
        public void makeRoom() {}

        @Override
        public Crowd.Standing standing() {
            return Crowd.Standing.ASKING_STRANGER;
        }

        @Override
        public boolean isKnown() {
            return false;
        }

        @Override
        public Crowd.Footprint footprint() {
            return footprint;
        }
    }
}
