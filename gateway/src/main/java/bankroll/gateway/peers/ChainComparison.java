package bankroll.gateway.peers;

import bankroll.condition.ConditionException;
import bankroll.gateway.client.HttpAnswer;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Holds the chains of several nodes against each other at an entry that all of them have. One use, one thread. */
public final class ChainComparison {
    private static final String CLUSTER = "/operator/v1/cluster";

    private final Map<String, ServiceClient> clients;

    /**
     * Prepares.
     *
     * @param clients of the nodes' operator APIs by their addresses, in the order in which they are shown
     */
    public ChainComparison(Map<String, ServiceClient> clients) {
        this.clients = clients;
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
     */
    public record Row(String url, long node, String role, long sequence, long behind, String chain) {
        /** Whether it said how it stands; else its numbers mean nothing. */
        public boolean isAnswered() {
            return node >= 0;
        }

        private Row at(long behindBy, String value) {
            return new Row(url, node, role, sequence, behindBy, value);
        }
    }

    /**
     * What was found.
     *
     * @param sequence the common entry; 0 when there is none
     * @param rows the nodes, in the order in which they were named
     */
    public record Result(long sequence, List<Row> rows) {
        /** Whether every node answered, and with the same value. */
        public boolean isSame() {
            return rows.stream().allMatch(row -> !row.chain().isEmpty())
                    && rows.stream().map(Row::chain).distinct().count() == 1;
        }
    }

    /** Asks all of them. */
    public Result run() {
        List<Row> rows = new ArrayList<>();
        clients.forEach((url, client) -> rows.add(status(url, client)));
        long common = rows.stream()
                .filter(Row::isAnswered)
                .mapToLong(Row::sequence)
                .min()
                .orElse(0);
        long most = rows.stream().mapToLong(Row::sequence).max().orElse(0);
        rows.replaceAll(row -> row.isAnswered()
                ? row.at(most - row.sequence(), common == 0 ? "" : chain(clients.get(row.url()), common))
                : row);
        return new Result(common, rows);
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
                        "");
            }
            return new Row(url, -1, "HTTP " + answer.status(), 0, 0, "");
        } catch (ConditionException nobody) {
            return new Row(url, -1, "no answer", 0, 0, "");
        }
    }

    private static String chain(ServiceClient client, long at) {
        try {
            return Json.find(client.call("GET", CLUSTER + "/chain?at=" + at, "").body(), "chain_head")
                    .orElse("");
        } catch (ConditionException gone) {
            return "";
        }
    }
}
