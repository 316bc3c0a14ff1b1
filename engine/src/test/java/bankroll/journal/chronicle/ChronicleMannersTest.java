package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import net.openhft.chronicle.core.Jvm;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** Chronicle Queue is to warn where we see it, and to call nobody. */
class ChronicleMannersTest {

    @Test
    void shouldShowChroniclesWarningsInOurLog() {
        Logger root = (Logger) LoggerFactory.getLogger(org.slf4j.Logger.ROOT_LOGGER_NAME);
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        seen.start();
        root.addAppender(seen);
        try {
            Jvm.warn().on(ChronicleWriter.class, "a warning of Chronicle's");
            Jvm.error().on(ChronicleWriter.class, "an error of Chronicle's");
        } finally {
            root.detachAppender(seen);
        }

        assertEquals(2, seen.list.size());
        assertEquals(Level.WARN, seen.list.get(0).getLevel());
        assertEquals(Level.ERROR, seen.list.get(1).getLevel());
        assertEquals("a warning of Chronicle's", seen.list.get(0).getFormattedMessage());
    }

    @Test
    void shouldHaveNothingToPhoneHomeWith() {
        assertThrows(ClassNotFoundException.class, () -> Class.forName("net.openhft.chronicle.analytics.Analytics"));
    }

    @Test
    void shouldKeepChroniclesBannerOff() {
        assertTrue(Boolean.getBoolean("chronicle.announcer.disable"), "config/jvm.options is not in force");
    }
}
