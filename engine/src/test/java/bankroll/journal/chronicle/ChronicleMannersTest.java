package bankroll.journal.chronicle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
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

        // what is Chronicle's own of another test may still say something on a thread behind it
        List<String> told = seen.list.stream()
                .filter(event -> event.getLoggerName().equals(ChronicleWriter.class.getName()))
                .map(event -> event.getLevel() + " " + event.getFormattedMessage())
                .toList();
        assertEquals(List.of("WARN a warning of Chronicle's", "ERROR an error of Chronicle's"), told);
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
