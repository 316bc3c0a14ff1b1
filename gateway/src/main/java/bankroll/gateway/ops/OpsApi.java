package bankroll.gateway.ops;

import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.http.Routes;
import bankroll.gateway.json.Json;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import java.util.Arrays;

/**
 * Health and metrics: no token, on the operator's listener only (operator API).
 *
 * @param readiness whether the service takes work
 * @param standing members that are told with the status of a service that is ready
 * @param metrics all figures
 * @param scraped told behind each look at the metrics
 */
public record OpsApi(Readiness readiness, Json.Content standing, MetricsPage metrics, Runnable scraped) {
    private static final String OPEN_METRICS = "application/openmetrics-text";

    /** What a load balancer asks that sends bookings only where they are taken. */
    private static final String FOR_BOOKINGS = "for=bookings";

    /** Nothing is told but the status. */
    public static final Json.Content NOTHING = members -> {};

    /** Adds the three paths to the routes of one event loop. */
    public void addTo(Routes routes) {
        // the first look finds out what this JVM can tell, which would hold an event loop for long
        metrics.scrape(MetricsPage.PROMETHEUS);
        routes.add("GET", "/health/live", this::live);
        routes.add("GET", "/health/ready", this::ready);
        routes.add("GET", "/metrics", this::metrics);
    }

    /** That this runs is the answer. */
    private void live(Exchange exchange) {
        ok(exchange, "live", NOTHING);
    }

    private void ready(Exchange exchange) {
        String obstacle = isForBookings(exchange) ? readiness.bookingObstacle() : readiness.obstacle();
        if (obstacle == null) {
            ok(exchange, "ready", standing);
        } else {
            exchange.problem(Problem.UNAVAILABLE, obstacle);
        }
    }

    private static boolean isForBookings(Exchange exchange) {
        return Arrays.asList(exchange.query().split("&")).contains(FOR_BOOKINGS);
    }

    private void metrics(Exchange exchange) {
        String accepted = exchange.header(HttpHeaderNames.ACCEPT);
        ExpositionFormatWriter format =
                accepted != null && accepted.contains(OPEN_METRICS) ? MetricsPage.OPEN_METRICS : MetricsPage.PROMETHEUS;
        byte[] text = metrics.scrape(format);
        exchange.reply(
                200,
                AsciiString.of(format.getContentType()),
                exchange.newBody(text.length).writeBytes(text));
        scraped.run();
    }

    private static void ok(Exchange exchange, String status, Json.Content more) {
        exchange.ok(body -> Json.write(body, members -> {
            members.writeStringField("status", status);
            more.write(members);
        }));
    }
}
