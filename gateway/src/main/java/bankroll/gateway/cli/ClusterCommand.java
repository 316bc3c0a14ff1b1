package bankroll.gateway.cli;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.demo.ClusterDemo;
import bankroll.gateway.json.Json;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./bankroll cluster}: nodes that decide together. */
@Command(
        name = "cluster",
        description = "Nodes that decide together; a preview: docs/cluster.md says what is there and what isn't.",
        footer = {"", "Example:  ./bankroll cluster demo"},
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class ClusterCommand {
    @Mixin
    private OperatorTarget target;

    @Spec
    private CommandSpec spec;

    @Command(
            description = {
                "Starts three nodes on this machine, makes players, and prints commands to paste, one that kills the leader among"
                        + " them.",
                "Says who leads, and starts again what was killed. Ctrl-C ends all three."
            },
            footer = {"", "Example:  ./bankroll cluster demo --directory /tmp/three"},
            mixinStandardHelpOptions = true)
    int demo(
            @Option(
                            names = "--directory",
                            paramLabel = "DIR",
                            defaultValue = "cluster-demo",
                            description = "Of all three nodes' data; ${DEFAULT-VALUE} unless given.")
                    Path directory,
            @Option(
                            names = "--port",
                            defaultValue = "8080",
                            description =
                                    "The first node's port; those of the others are 10 and 20 above, those of the log 1000 above"
                                            + " each. ${DEFAULT-VALUE} unless given.")
                    int port)
            throws IOException, InterruptedException {
        if (port < 1 || port > 60_000) {
            throw ConditionException.misuse("--port must be from 1 to 60000");
        }
        ClusterDemo demo = new ClusterDemo(directory, port, spec.commandLine().getOut());
        Thread end = new Thread(demo::close, "termination");
        Runtime.getRuntime().addShutdownHook(end);
        try {
            demo.run();
        } catch (ConditionException failed) {
            demo.close();
            throw failed;
        }
        return ExitCode.OK;
    }

    @Command(
            description = "How one node stands: its role, who leads, the term, how far it is behind, its newest mark.",
            footer = {
                "",
                "Example:  ./bankroll cluster status --operator-url http://10.0.0.2:8081 --token-file operator.token --json"
            },
            mixinStandardHelpOptions = true)
    int status(@Option(names = "--json", description = "As JSON.") boolean isJson) {
        show(call("GET", "/operator/v1/cluster"), isJson);
        return ExitCode.OK;
    }

    private void show(HttpAnswer answer, boolean isJson) {
        PrintWriter out = spec.commandLine().getOut();
        if (isJson) {
            out.println(Json.pretty(answer.body()));
        } else if (Json.read(answer.body()) instanceof Map<?, ?> members) {
            members.forEach((name, value) -> out.printf(Locale.ROOT, "%-16s %s%n", name, value));
        }
        out.flush();
    }

    @Command(
            description = {
                "Makes a mark on every node: a start reads the log from there on. The leader is asked.",
                "It makes one by itself every cluster.mark-every-seconds."
            },
            footer = {"", "Example:  ./bankroll cluster mark --operator-url http://10.0.0.1:8081"},
            mixinStandardHelpOptions = true)
    int mark() {
        call("POST", "/operator/v1/cluster/mark");
        return ExitCode.OK;
    }

    @Command(
            name = "hand-over",
            description = {
                "Has another node lead, and waits until it does. The leader is asked; nothing stops.",
                "Bookings that come meanwhile wait or are answered 503, as in any change of the leader, but for a shorter time."
            },
            footer = {"", "Example:  ./bankroll cluster hand-over --to 1 --operator-url http://10.0.0.1:8081"},
            mixinStandardHelpOptions = true)
    int handOver(
            @Option(
                            names = "--to",
                            paramLabel = "NODE",
                            description = "Which member, from 0; any that is reached unless given.")
                    Integer to,
            @Option(names = "--json", description = "As JSON.") boolean isJson) {
        HttpAnswer answer = call("POST", "/operator/v1/cluster/hand-over" + (to == null ? "" : "?to=" + to));
        if (isJson) {
            show(answer, true);
        } else {
            PrintWriter out = spec.commandLine().getOut();
            out.printf(
                    Locale.ROOT,
                    "node %d leads, in term %d: %s%n",
                    Json.findNumber(answer.body(), "leader_node"),
                    Json.findNumber(answer.body(), "term"),
                    Json.find(answer.body(), "leader").orElse(""));
            out.flush();
        }
        return ExitCode.OK;
    }

    private HttpAnswer call(String method, String path) {
        HttpAnswer answer = target.operator().call(method, path, "");
        if (!answer.isOk()) {
            throw ConditionException.wrong("HTTP " + answer.status() + ": "
                    + Json.find(answer.body(), "detail").orElse(answer.body()));
        }
        return answer;
    }
}
