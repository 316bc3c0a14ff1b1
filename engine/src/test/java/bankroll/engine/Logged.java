package bankroll.engine;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import org.slf4j.LoggerFactory;

/** What a class tells the operator while this is open. */
public final class Logged implements AutoCloseable {
    private final ListAppender<ILoggingEvent> events = new ListAppender<>();
    private final Logger logger;

    /** Listens to this class. */
    public Logged(Class<?> source) {
        logger = (Logger) LoggerFactory.getLogger(source);
        logger.setLevel(ch.qos.logback.classic.Level.INFO);
        events.start();
        logger.addAppender(events);
    }

    /** Level and message of each. */
    public List<String> lines() {
        return events.list.stream()
                .map(event -> event.getLevel() + " " + event.getFormattedMessage())
                .toList();
    }

    @Override
    public void close() {
        logger.detachAppender(events);
        logger.setLevel(null);
    }
}
