package bankroll.gateway.cli;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.gateway.cli.OperatorTarget.TlsOptions;
import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.config.ClusterSettings;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.ConfigurationLoader;
import bankroll.gateway.config.Contexts;
import bankroll.gateway.config.Settings;
import bankroll.gateway.demo.ClusterDemo;
import bankroll.gateway.json.Json;
import bankroll.gateway.peers.ChainComparison;
import bankroll.gateway.peers.ChainComparison.Verdict;
import bankroll.gateway.peers.NodeSeed;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./bankroll cluster}: nodes that decide together. */
@Command(
        name = "cluster",
        description = "Nodes that decide together; a preview: docs/cluster.md says what is there and what isn't.",
        exitCodeList = {ExitCodes.DONE, ClusterCommand.REFUSED, ExitCodes.MISUSE, ExitCodes.NO_SERVICE},
        footer = {"", "Example:  ./bankroll cluster demo"},
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "COMMAND")
final class ClusterCommand extends Printing {
    static final String REFUSED = "1:the node refused what it was asked for";

    @Command(
            description = {
                "Starts three nodes on this machine, makes players, and prints commands to paste, one that kills the leader among"
                        + " them.",
                "Says who leads, and starts again what was killed. Ctrl-C ends all three."
            },
            exitCodeList = {
                ExitCodes.DONE,
                ClusterCommand.REFUSED,
                ExitCodes.MISUSE,
                "69:a port is taken, or no node leads",
                "73:a demo runs in the directory"
            },
            footer = {"", "Example:  ./bankroll cluster demo --directory /tmp/three"},
            mixinStandardHelpOptions = true)
    int demo(
            @Option(
                            names = {"--directory", "--data"},
                            paramLabel = "DIR",
                            defaultValue = "cluster-demo",
                            description = "Of all three nodes' data; ${DEFAULT-VALUE} unless given.")
                    Path directory,
            @Option(
                            names = "--port",
                            paramLabel = "PORT",
                            defaultValue = "8080",
                            description =
                                    "The first node's port; those of the others are 10 and 20 above, those of the log 1000 above"
                                            + " each. ${DEFAULT-VALUE} unless given.")
                    int port)
            throws IOException, InterruptedException {
        if (directory.toString().isBlank()) {
            throw ConditionException.misuse("--directory is empty: name one for the nodes' data, or leave it out");
        }
        if (port < 1 || port > 60_000) {
            throw ConditionException.misuse("--port must be from 1 to 60000");
        }
        ClusterDemo demo = new ClusterDemo(directory, port, out());
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
            footer = {"", "Example:  ./bankroll cluster status --operator-url http://10.0.0.2:8081 --json"},
            mixinStandardHelpOptions = true)
    int status(@Mixin OperatorTarget target, @Option(names = "--json", description = "As JSON.") boolean isJson) {
        show(call(target, "GET", "/operator/v1/cluster"), isJson);
        return ExitCode.OK;
    }

    private void show(HttpAnswer answer, boolean isJson) {
        print(out -> {
            if (isJson) {
                out.println(Json.pretty(answer.body()));
            } else if (Json.read(answer.body()) instanceof Map<?, ?> members) {
                members.forEach((name, value) -> out.printf(Locale.ROOT, "%-16s %s%n", name, value));
            }
        });
    }

    @Command(
            description = {
                "Makes a mark on every node: a start reads the log from there on. The leader is asked.",
                "It makes one by itself every cluster.mark-every-seconds."
            },
            footer = {"", "Example:  ./bankroll cluster mark --operator-url http://10.0.0.1:8081"},
            mixinStandardHelpOptions = true)
    int mark(@Mixin OperatorTarget target, @Option(names = "--json", description = "As JSON.") boolean isJson) {
        call(target, "POST", "/operator/v1/cluster/mark");
        if (isJson) {
            show(call(target, "GET", "/operator/v1/cluster"), true);
        }
        return ExitCode.OK;
    }

    @Command(
            description = {
                "Brings this node, which is stopped, to where another one is. Run it with the configuration of its serve.",
                "--operator-url names the node that leads, which goes on with its work; it wants an administrator's token."
                        + " What this node's journal lacks is copied, all of it proved by the chain, and its part of the log made"
                        + " anew."
            },
            exitCodeList = {
                ExitCodes.DONE,
                ClusterCommand.REFUSED,
                ExitCodes.CONFIGURATION,
                "65:this node's journal is damaged, or it isn't the other node's",
                ExitCodes.NO_SERVICE,
                ExitCodes.IN_USE,
                ExitCodes.NO_ROOM,
                "78:the data directory holds something else, or may not be written; the leader counts other members"
            },
            footer = {
                "",
                "Example:  ./bankroll cluster seed --config /etc/bankroll/bankroll.conf \\",
                "              --operator-url http://10.0.0.1:8081 --token-file operator.token"
            },
            mixinStandardHelpOptions = true)
    int seed(
            @Mixin OperatorTarget target,
            @Option(
                            names = "--config",
                            paramLabel = "FILE",
                            description = "This node's configuration file; else $BANKROLL_CONFIG, else none.")
                    Path file,
            @Option(names = "--json", description = "As JSON.") boolean isJson)
            throws IOException {
        Configuration own = configuration(file);
        OwnFiles.keep(own.get(Settings.DATA), "as data in the configuration");
        Contexts contexts = own.contexts();
        NodeSeed.Seeded seeded = new NodeSeed(
                        target.operator(),
                        contexts.engine(),
                        contexts.cluster(),
                        own.get(ClusterSettings.NODE).orElseThrow(),
                        this::say)
                .run();
        print(out -> {
            if (isJson) {
                out.println(Json.write(Map.of(
                        "from", seeded.from(),
                        "copied", seeded.copied(),
                        "mark_sequence", seeded.markSequence(),
                        "chain_head", seeded.head().toString())));
            } else {
                out.printf(
                        Locale.ROOT,
                        "%d entries copied from node %d; its mark is at entry %d%nchain   %s, the same there%nStart it as ever.%n",
                        seeded.copied(),
                        seeded.from(),
                        seeded.markSequence(),
                        seeded.head());
            }
        });
        return ExitCode.OK;
    }

    private static Configuration configuration(Path file) {
        Configuration own = ConfigurationLoader.load(SourceOptions.sources(List.of(), System.getenv(), file));
        if (own.get(ClusterSettings.MEMBERS).isEmpty()) {
            throw new ConditionException(
                    ExitCode.USAGE,
                    "no cluster.members are configured here",
                    "give this node's own configuration: --config FILE, or the environment that its serve has");
        }
        return own;
    }

    @Command(
            description = {
                "Compares the nodes' journals: the chain's value behind the newest entry that all of them have.",
                "Ends with 1 when one differs or doesn't answer, with 75 when one is busy for a minute with the same for"
                        + " somebody else."
            },
            exitCodeList = {
                "0:all the same",
                "1:one differs or doesn't answer",
                ExitCodes.MISUSE,
                "75:a node is busy with the same for somebody else: nobody knows; run it again"
            },
            footer = {
                "",
                "Example:  ./bankroll cluster verify http://10.0.0.1:8081 \\",
                "              http://10.0.0.2:8081 http://10.0.0.3:8081"
            },
            mixinStandardHelpOptions = true)
    int verify(
            @Option(
                            names = "--data",
                            paramLabel = "DIR",
                            description = "Where a demo keeps its secrets; else $BANKROLL_DATA, else ./data.")
                    Path data,
            @Option(
                            names = "--token-file",
                            paramLabel = "FILE",
                            description = "Holds an admin's token; else $BANKROLL_OPERATOR_TOKEN, else the demo's.")
                    Path tokenFile,
            @Mixin TlsOptions tls,
            @Parameters(arity = "2..*", paramLabel = "URL", description = "The operator's address of each node.")
                    List<String> urls,
            @Option(names = "--json", description = "As JSON.") boolean isJson) {
        Map<String, ServiceClient> clients = new LinkedHashMap<>();
        OperatorTarget target = new OperatorTarget(data, null, tokenFile, tls, List.of());
        for (String url : urls) {
            if (clients.put(url, target.operator(url)) != null) {
                throw ConditionException.misuse(url + " is given twice");
            }
        }
        ChainComparison.Result result = new ChainComparison(clients).run();
        print(out -> {
            if (isJson) {
                out.println(Json.write(Map.of(
                        "same",
                        result.isSame(),
                        "told",
                        result.verdict() != Verdict.UNTOLD,
                        "sequence",
                        result.sequence(),
                        "nodes",
                        result.rows().stream().map(ClusterCommand::members).toList())));
            } else {
                result.rows().forEach(row -> print(row, out));
                out.println(words(result));
            }
        });
        return switch (result.verdict()) {
            case SAME -> ExitCode.OK;
            case DIFFERENT -> ExitCode.WRONG;
            case UNTOLD -> ExitCode.TEMPORARY;
        };
    }

    private static String words(ChainComparison.Result result) {
        return switch (result.verdict()) {
            case SAME -> "all the same at entry " + result.sequence();
            case DIFFERENT ->
                result.isContradicted() ? "NOT the same" : "not known: not every node gave its chain's value";
            case UNTOLD -> "not known: a node is busy with the same for somebody else; run it again";
        };
    }

    private static Map<String, Object> members(ChainComparison.Row row) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("url", row.url());
        members.put("node", row.isAnswered() ? row.node() : null);
        members.put("role", row.role());
        members.put("sequence", row.isAnswered() ? row.sequence() : null);
        members.put("entries_behind", row.isAnswered() ? row.behind() : null);
        members.put("chain_head", row.chain().isEmpty() ? null : row.chain());
        members.put("why", row.why().isEmpty() ? null : row.why());
        return members;
    }

    private static void print(ChainComparison.Row row, PrintWriter out) {
        out.printf(
                Locale.ROOT,
                "%-28s %-10s entry %-10s %s behind  %s%n",
                (row.isAnswered() ? "node " + row.node() + "  " : "") + row.url(),
                row.role(),
                row.isAnswered() ? row.sequence() : "-",
                row.isAnswered() ? row.behind() : "-",
                chain(row));
    }

    private static String chain(ChainComparison.Row row) {
        if (row.isBusy()) {
            return "busy";
        }
        String told = row.chain().isEmpty() ? row.why() : row.chain();
        return told.isEmpty() ? "-" : told;
    }

    @Command(
            name = "hand-over",
            description = {
                "Has another node lead, and waits until it does. The leader is asked; nothing stops.",
                "Bookings that come meanwhile wait or are answered 503, as in any change of the leader, but not for as long."
            },
            footer = {
                "",
                "Example:  ./bankroll cluster hand-over --to 1 \\",
                "              --operator-url http://10.0.0.1:8081"
            },
            mixinStandardHelpOptions = true)
    int handOver(
            @Mixin OperatorTarget target,
            @Option(
                            names = "--to",
                            paramLabel = "NODE",
                            description = "Which member, from 0; any that is reached unless given.")
                    Integer to,
            @Option(names = "--json", description = "As JSON.") boolean isJson) {
        HttpAnswer answer = call(target, "POST", "/operator/v1/cluster/hand-over" + (to == null ? "" : "?to=" + to));
        if (isJson) {
            show(answer, true);
        } else {
            print(out -> out.printf(
                    Locale.ROOT,
                    "node %d leads, in term %d: %s%n",
                    Json.findNumber(answer.body(), "leader_node"),
                    Json.findNumber(answer.body(), "term"),
                    Json.find(answer.body(), "leader").orElse("")));
        }
        return ExitCode.OK;
    }

    private static HttpAnswer call(OperatorTarget target, String method, String path) {
        return target.operator().call(method, path, "").orThrow();
    }
}
