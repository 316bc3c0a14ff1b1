package bankroll.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.ConditionException;
import bankroll.gateway.config.FileDescriptors.Bounds;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

class FileDescriptorsTest {
    private static final long LARGE_HEAP = 6L << 30;
    private static final Bounds WANTED = new Bounds(10_000, 1_000);

    @Test
    void shouldLeaveBoundsThatFit() {
        assertEquals(WANTED, new FileDescriptors(20_000, 100, LARGE_HEAP).share(WANTED));
    }

    @ParameterizedTest
    @ValueSource(longs = {260, 500, 1024, 4096, 12_000})
    void shouldLowerBoundsSoThatTheJournalsShareIsLeft(long limit) {
        Bounds lowered = new FileDescriptors(limit, 100, LARGE_HEAP).share(WANTED);

        long turnedAway = (lowered.platform() + lowered.operator()) / 8;
        long left = limit - 100 - lowered.platform() - lowered.operator() - turnedAway;
        assertTrue(left >= FileDescriptors.RESERVED, () -> lowered + " leave " + left);
        assertTrue(lowered.operator() >= 8 && lowered.platform() >= 8, lowered::toString);
    }

    @Test
    void shouldLowerBoundsThatTheHeapCanNotHold() {
        Bounds lowered = new FileDescriptors(1_000_000, 100, 64L << 20).share(WANTED);

        assertEquals(1024, lowered.platform() + lowered.operator());
    }

    @Test
    void shouldNameOnlyTheBoundThatIsLower() {
        ListAppender<ILoggingEvent> log = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(FileDescriptors.class);
        log.start();
        logger.addAppender(log);
        try {
            new FileDescriptors(10_000, 100, LARGE_HEAP).share(WANTED);
        } finally {
            logger.detachAppender(log);
        }

        assertTrue(
                log.list
                        .get(0)
                        .getFormattedMessage()
                        .startsWith(
                                "Fewer connections than configured: platform.max-connections 7686 instead of 10000. "),
                log.list::toString);
    }

    @Test
    void shouldRefuseToStartWithoutRoomForConnections() {
        ConditionException refused =
                assertThrows(ConditionException.class, () -> new FileDescriptors(240, 100, LARGE_HEAP).share(WANTED));

        assertTrue(refused.getMessage().contains("240 file descriptors"), refused::getMessage);
        assertTrue(refused.lines().stream().anyMatch(line -> line.contains("ulimit -n")), refused::toString);
    }
}
