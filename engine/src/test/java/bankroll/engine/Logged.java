package bankroll.engine;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.LoggerFactory;

/** What a class tells the operator while this is open. */
public final class Logged implements AutoCloseable {
    private final ListAppender<ILoggingEvent> events = new ListAppender<>() {
        @Override
        protected void append(ILoggingEvent event) {
            synchronized (Logged.this) {
                super.append(event);
                Logged.this.notifyAll();
            }
        }
    };
    private final Logger logger;

    /** Listens to this class. */
    public Logged(Class<?> source) {
        logger = (Logger) LoggerFactory.getLogger(source);
        logger.setLevel(ch.qos.logback.classic.Level.INFO);
        events.start();
        logger.addAppender(events);
    }

    /** Level and message of each. */
    public synchronized List<String> lines() {
        return events.list.stream()
                .map(event -> event.getLevel() + " " + event.getFormattedMessage())
                .toList();
    }

    /** Waits until so many lines hold these words; fails after 60 s. */
    public synchronized void await(String words, int times) {
        long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        try {
            while (lines().stream().filter(line -> line.contains(words)).count() < times) {
                long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
                if (leftMs <= 0) {
                    throw new AssertionError("never said: " + words + ", only " + lines());
                }
                wait(leftMs);
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Override
    public void close() {
        logger.detachAppender(events);
        logger.setLevel(null);
    }
}
