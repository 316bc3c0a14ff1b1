package bankroll.gateway.cli;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.condition.Terminal;
import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.json.Json;
import bankroll.gateway.watch.Figure;
import bankroll.gateway.watch.Scrape;
import bankroll.gateway.watch.TopFigures;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code ./bankroll top}: live figures of a running service. */
@Command(
        name = "top",
        description = {
            "Live figures of a running service: rates, answer times, forces, threads, memory, disk, books. It reads"
                    + " /health/ready and /metrics of the operator's listener and needs no token. Ctrl-C ends it."
        },
        exitCodeList = {ExitCodes.DONE, ExitCodes.MISUSE, ExitCodes.NO_SERVICE},
        footer = {
            "",
            "Examples:  ./bankroll top",
            "           ./bankroll top --once --json",
            "           ssh -t HOST bankroll top --operator-url http://127.0.0.1:8081"
        },
        mixinStandardHelpOptions = true)
final class TopCommand extends Printing implements Callable<Integer> {
    /** To the corner, and everything away. */
    private static final String CLEAR = "\u001b[H\u001b[2J";

    /** A platform's name may need more. */
    private static final int LEAST_LABEL_WIDTH = 18;

    @Mixin
    private OperatorTarget target;

    @Option(
            names = "--interval",
            paramLabel = "SECONDS",
            defaultValue = "2",
            description = "Seconds between two looks; ${DEFAULT-VALUE} unless given.")
    private double intervalSeconds;

    @Option(names = "--once", description = "Two looks, one result, and the end.")
    private boolean once;

    @Option(names = "--json", description = "One JSON object a line instead of a screen.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        if (!(intervalSeconds >= 0.1 && intervalSeconds <= 3_600)) {
            throw ConditionException.misuse("--interval must be from 0.1 to 3600 seconds");
        }
        ServiceClient service = target.withoutToken();
        PrintWriter out = out();
        boolean isScreen = !once && !json && Terminal.OUTPUT.isThere();
        Scrape before = scrape(service);
        do {
            TimeUnit.MILLISECONDS.sleep(Math.round(intervalSeconds * 1_000));
            Scrape now = scrape(service);
            List<Figure> figures = TopFigures.of(before, now, health(service), System.currentTimeMillis() / 1e3);
            out.print(isScreen ? CLEAR : "");
            out.print(json ? Json.write(TopFigures.members(figures)) + "\n" : text(figures));
            out.flush();
            before = now;
        } while (!once && !out.checkError());
        return ExitCode.OK;
    }

    private static Scrape scrape(ServiceClient service) {
        HttpAnswer answer = service.call("GET", "/metrics", "");
        if (!answer.isOk()) {
            throw new ConditionException(
                    ExitCode.UNAVAILABLE,
                    "no metrics are there: HTTP " + answer.status(),
                    "name the operator's listener with --operator-url");
        }
        return Scrape.parse(answer.body(), System.nanoTime());
    }

    private static String health(ServiceClient service) {
        HttpAnswer ready = service.call("GET", "/health/ready?for=bookings", "");
        return ready.isOk() ? "ready" : Json.find(ready.body(), "detail").orElse("HTTP " + ready.status());
    }

    /** A line for each section. */
    static String text(List<Figure> figures) {
        Map<String, List<Figure>> sections = figures.stream()
                .collect(Collectors.groupingBy(Figure::section, LinkedHashMap::new, Collectors.toList()));
        int longest = sections.keySet().stream().mapToInt(String::length).max().orElse(0);
        int labelWidth = Math.max(LEAST_LABEL_WIDTH, longest + 1);
        StringBuilder text = new StringBuilder();
        sections.forEach((section, its) -> text.append(section)
                .append(" ".repeat(labelWidth - section.length()))
                .append(its.stream()
                        .map(figure -> figure.name() + " " + figure.text())
                        .collect(Collectors.joining("   ")))
                .append('\n'));
        return text.append('\n').toString();
    }
}
