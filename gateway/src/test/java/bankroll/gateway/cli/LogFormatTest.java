package bankroll.gateway.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.condition.LogId;
import bankroll.gateway.contract.kit.Json;
import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.LoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.joran.spi.JoranException;
import ch.qos.logback.core.spi.FilterReply;
import ch.qos.logback.core.status.Status;
import io.netty.handler.ssl.SslHandler;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** What config/logback.xml makes of a line. */
class LogFormatTest {
    private static final Path CONFIGURATION = Path.of(System.getProperty("bankroll.root", ".."), "config/logback.xml");

    private final LoggerContext context = new LoggerContext();

    @Test
    void shouldPutTheIdBehindTheWords() throws JoranException {
        configure("text");

        assertTrue(written(warning()).endsWith("WARN  [main] some.Where - Two words: ann [disk-low]\n"));
        assertTrue(written(event(Level.INFO, "All is well", null)).endsWith("INFO  [main] some.Where - All is well\n"));
    }

    @Test
    void shouldWriteOneJsonObjectALineWithTheIdAmongItsMarkers() throws JoranException {
        configure("json");

        JsonNode line = Json.read(oneLine(warning()));
        assertEquals("WARN", line.path("level").asString());
        assertEquals("Two words: ann", line.path("formattedMessage").asString());
        assertEquals("disk-low", line.path("markers").path(0).asString());
        assertEquals("some.Where", line.path("loggerName").asString());
        assertTrue(line.path("timestamp").isNumber(), line::toString);
        JsonNode failure = Json.read(oneLine(event(Level.ERROR, "It failed", new IllegalStateException("no\nway"))));
        assertEquals("no\nway", failure.path("throwable").path("message").asString());
    }

    @Test
    void shouldFindNothingWrongWithItself() throws JoranException {
        configure("json");

        assertEquals(
                List.of(),
                context.getStatusManager().getCopyOfStatusList().stream()
                        .filter(status -> status.getEffectiveLevel() > Status.INFO)
                        .toList());
    }

    /** Who is turned away is told by the security log, which has a bound. */
    @Test
    void shouldHaveNoLineForEachClientThatDoesNotTakeTheEndOfItsTls() throws JoranException {
        configure("text");

        assertFalse(context.getLogger(SslHandler.class.getName()).isWarnEnabled());
    }

    private void configure(String format) throws JoranException {
        context.putProperty("BANKROLL_LOG_FORMAT", format);
        context.putProperty("BANKROLL_LOG_LEVEL", "INFO");
        JoranConfigurator configurator = new JoranConfigurator();
        configurator.setContext(context);
        configurator.doConfigure(CONFIGURATION.toFile());
    }

    private LoggingEvent warning() {
        LoggingEvent event = new LoggingEvent(
                "test", context.getLogger("some.Where"), Level.WARN, "Two words: {}", null, new Object[] {"ann"});
        event.addMarker(LogId.DISK_LOW.marker());
        return event;
    }

    private LoggingEvent event(Level level, String message, Throwable failure) {
        return new LoggingEvent("test", context.getLogger("some.Where"), level, message, failure, null);
    }

    private String oneLine(LoggingEvent event) {
        String line = written(event);
        assertEquals(line.length() - 1, line.indexOf('\n'), line);
        return line;
    }

    /** By the one appender that lets it through. */
    private String written(LoggingEvent event) {
        List<String> lines = new ArrayList<>();
        Iterator<Appender<ILoggingEvent>> appenders = context.getLogger("ROOT").iteratorForAppenders();
        appenders.forEachRemaining(appender -> {
            if (appender.getFilterChainDecision(event) != FilterReply.DENY) {
                byte[] line =
                        ((ConsoleAppender<ILoggingEvent>) appender).getEncoder().encode(event);
                lines.add(new String(line, StandardCharsets.UTF_8));
            }
        });
        assertEquals(1, lines.size(), lines::toString);
        return lines.get(0);
    }
}
