package bankroll.gateway.config;

/** What the bearer of an operator token may do (operator API). */
public enum OperatorRole {
    /** Everything. */
    ADMIN,
    /** Reads, blocks, sessions. */
    SUPPORT,
    /** Reads. */
    READ
}
