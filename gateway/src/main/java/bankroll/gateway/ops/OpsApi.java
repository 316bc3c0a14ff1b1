package bankroll.gateway.ops;

import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.http.Routes;
import bankroll.gateway.json.Json;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.util.AsciiString;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import java.util.Arrays;

/** Health and metrics: no token, on the operator's listener only (operator API). */
public final class OpsApi {
    private static final String OPEN_METRICS = "application/openmetrics-text";

    /** What a load balancer asks that sends bookings only where they are taken. */
    private static final String FOR_BOOKINGS = "for=bookings";

    /** Nothing is told but the status. */
    public static final Json.Content NOTHING = members -> {};

    private final Readiness readiness;
    private final Json.Content standing;
    private final MetricsPage metrics;
    private final Runnable scraped;

    private OpsApi(Readiness readiness, Json.Content standing, MetricsPage metrics, Runnable scraped) {
        this.readiness = readiness;
        this.standing = standing;
        this.metrics = metrics;
        this.scraped = scraped;
    }

    /**
     * Adds the three paths to the routes of one event loop.
     *
     * @param standing members that are told with the status of a service that is ready
     * @param scraped told behind each look at the metrics
     */
    public static void addTo(
            Routes routes, Readiness readiness, Json.Content standing, MetricsPage metrics, Runnable scraped) {
        // the first look finds out what this JVM can tell, which would hold an event loop for long
        metrics.scrape(MetricsPage.PROMETHEUS);
        OpsApi api = new OpsApi(readiness, standing, metrics, scraped);
        routes.add("GET", "/health/live", api::live);
        routes.add("GET", "/health/ready", api::ready);
        routes.add("GET", "/metrics", api::metrics);
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
