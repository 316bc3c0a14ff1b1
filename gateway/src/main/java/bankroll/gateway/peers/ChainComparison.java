package bankroll.gateway.peers;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Holds the chains of several nodes against each other at an entry that all of them have. One use, one thread. */
public final class ChainComparison {
    private static final String CLUSTER = "/operator/v1/cluster";

    /** A node computes one chain at a time: somebody else may compare, too, or seed a node from it. */
    private static final Duration BUSY = Duration.ofMinutes(1);

    private final Map<String, ServiceClient> clients;
    private final Duration patience;

    /**
     * Prepares.
     *
     * @param clients of the nodes' operator APIs by their addresses, in the order in which they are shown
     */
    public ChainComparison(Map<String, ServiceClient> clients) {
        this(clients, BUSY);
    }

    ChainComparison(Map<String, ServiceClient> clients, Duration patience) {
        this.clients = clients;
        this.patience = patience;
    }

    /** What came of it. */
    public enum Verdict {
        /** Every node answered, and with the same value. */
        SAME,
        /** One has another value, or didn't answer. */
        DIFFERENT,
        /** None has another value, but a node was busy for too long: nobody knows. */
        UNTOLD
    }

    /**
     * How one node stands.
     *
     * @param url where it was asked
     * @param node which of the members it is; -1 when it didn't answer
     * @param role its role, or why it didn't answer
     * @param sequence the entry that its journal ended with
     * @param behind entries that another one had more
     * @param chain the chain's value behind the common entry; empty when it can't be told
     * @param why it can't be told; empty when it can, or nobody was asked
     * @param isBusy whether it can't because the node was computing one for somebody else
     */
    public record Row(
            String url, long node, String role, long sequence, long behind, String chain, String why, boolean isBusy) {
        private static Row silent(String url, String why) {
            return new Row(url, -1, why, 0, 0, "", "", false);
        }

        /** Whether it said how it stands; else its numbers mean nothing. */
        public boolean isAnswered() {
            return node >= 0;
        }

        private Row at(long behindBy) {
            return new Row(url, node, role, sequence, behindBy, chain, why, isBusy);
        }

        private Row with(HttpAnswer answer) {
            String value = Json.find(answer.body(), "chain_head").orElse("");
            return new Row(
                    url, node, role, sequence, behind, value, answer.isOk() ? "" : answer.words(), answer.isBusy());
        }
    }

    /**
     * What was found.
     *
     * @param sequence the common entry; 0 when there is none
     * @param rows the nodes, in the order in which they were named
     */
    public record Result(long sequence, List<Row> rows) {
        /** What it means. A difference is one whoever else was busy. */
        public Verdict verdict() {
            List<Row> known = rows.stream().filter(row -> !row.isBusy()).toList();
            boolean isAllTold = known.stream().noneMatch(row -> row.chain().isEmpty());
            if (isContradicted() || !isAllTold) {
                return Verdict.DIFFERENT;
            }
            return known.size() == rows.size() ? Verdict.SAME : Verdict.UNTOLD;
        }

        /** Whether two nodes gave different values. */
        public boolean isContradicted() {
            return rows.stream()
                            .map(Row::chain)
                            .filter(value -> !value.isEmpty())
                            .distinct()
                            .count()
                    > 1;
        }

        /** Whether every node answered, and with the same value. */
        public boolean isSame() {
            return verdict() == Verdict.SAME;
        }
    }

    /** Asks all of them. */
    public Result run() {
        List<Row> rows = new ArrayList<>();
        clients.forEach((url, client) -> rows.add(another(status(url, client), rows)));
        long common = rows.stream()
                .filter(Row::isAnswered)
                .mapToLong(Row::sequence)
                .min()
                .orElse(0);
        long most = rows.stream().mapToLong(Row::sequence).max().orElse(0);
        rows.replaceAll(row -> row.isAnswered() ? row.at(most - row.sequence()) : row);
        if (common > 0) {
            rows.replaceAll(row -> row.isAnswered() ? chain(row, common) : row);
        }
        return new Result(common, rows);
    }

    /** A node that is named twice, as through a load balancer, would be the same as itself. */
    private static Row another(Row next, List<Row> rows) {
        boolean isAgain = next.isAnswered() && rows.stream().anyMatch(row -> row.node() == next.node());
        return isAgain ? Row.silent(next.url(), "node " + next.node() + " again") : next;
    }

    private static Row status(String url, ServiceClient client) {
        try {
            HttpAnswer answer = client.call("GET", CLUSTER, "");
            if (answer.isOk()) {
                return new Row(
                        url,
                        Json.findNumber(answer.body(), "node"),
                        Json.find(answer.body(), "role").orElse(""),
                        Json.findNumber(answer.body(), "sequence"),
                        0,
                        "",
                        "",
                        false);
            }
            return Row.silent(url, answer.words());
        } catch (ConditionException nobody) {
            if (nobody.exitCode() == ExitCode.USAGE) {
                throw nobody;
            }
            return Row.silent(url, "no answer");
        }
    }

    private Row chain(Row row, long at) {
        try {
            return row.with(clients.get(row.url()).comingBack(patience).call("GET", CLUSTER + "/chain?at=" + at, ""));
        } catch (ConditionException gone) {
            return row;
        }
    }
}
