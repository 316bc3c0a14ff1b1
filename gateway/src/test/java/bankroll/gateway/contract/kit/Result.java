package bankroll.gateway.contract.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import tools.jackson.databind.JsonNode;

/**
 * One result of a batch (contract §2.5).
 *
 * @param transactionId the item's id
 * @param status the status
 * @param balance the balance after it, null when absent
 * @param processedAt when it was decided, null when absent
 */
public record Result(String transactionId, String status, String balance, String processedAt) {

    /** Reads one element of {@code results}. */
    static Result of(JsonNode node) {
        return new Result(
                node.path("transaction_id").asString(),
                node.path("status").asString(),
                text(node, "balance"),
                text(node, "processed_at"));
    }

    private static String text(JsonNode node, String name) {
        return node.has(name) ? node.get(name).asString() : null;
    }

    /** Asserts the status. */
    public Result shouldBe(String expectedStatus) {
        assertEquals(expectedStatus, status, this::toString);
        return this;
    }

    /** Asserts the status and the balance; null means that no balance is given. */
    public Result shouldBe(String expectedStatus, String expectedBalance) {
        shouldBe(expectedStatus);
        assertEquals(expectedBalance, balance, this::toString);
        return this;
    }
}
