package bankroll.gateway.api.operator;

import bankroll.gateway.http.Exchange;
import io.netty.util.AsciiString;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code POST diagnostics}: what every thread does and a flight recording of some seconds, in one zip. The process lets
 * nobody attach to it, so that it tells this itself.
 */
final class DiagnosticsCall extends SlowCall {
    static final String PATH = "/diagnostics";

    private static final AsciiString ZIP = AsciiString.cached("application/zip");
    private static final Pattern SECONDS = Pattern.compile("(?:.*&)?seconds=(\\d{1,2})(?:&.*)?");
    private static final int USUAL_SECONDS = 5;
    private static final int MOST_SECONDS = 10;

    /** The call of one event loop. */
    DiagnosticsCall(OperatorContext context, Executor eventLoop) {
        super("diagnostics", context, eventLoop);
    }

    @Override
    Consumer<Exchange> work(String query, String by) {
        Matcher seconds = SECONDS.matcher(query);
        int recorded = seconds.matches()
                ? Math.max(1, Math.min(MOST_SECONDS, Integer.parseInt(seconds.group(1))))
                : USUAL_SECONDS;
        byte[] zip = Diagnostics.zip(recorded);
        return exchange -> exchange.reply(200, ZIP, exchange.newBody(zip.length).writeBytes(zip));
    }
}
