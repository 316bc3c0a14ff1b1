package bankroll.gateway.conformance;

/**
 * Every rule that is checked, in the order of the report: where it stands, what it says. This is the one list; a rule is of
 * the contract, or one that the interface leaves open and that Bankroll decided.
 */
enum Rule {
    EVERY_OPERATION_SIGNED("§5", "a call without webhook-signature is invalid_signature, of every operation"),
    OTHER_KEY("§5", "a signature by another key is invalid_signature"),
    OTHER_BODY("§5", "a signature of other bytes is invalid_signature"),
    MISSING_HEADERS(Level.OPEN, "§5", "a call without webhook-id or webhook-timestamp is invalid_signature"),
    STALE(Level.OPEN, "§5", "a timestamp an hour off is invalid_signature"),
    SEVERAL_SIGNATURES(Level.OPEN, "§5", "of several signatures one that is right is enough"),
    REPLAY(Level.OPEN, "§5", "the very same message again is taken"),
    SIGNATURE_BEFORE_BODY(Level.OPEN, "§5", "a body that is no JSON, with a wrong signature, is invalid_signature"),

    IDENTITY("§2.3", "authenticate answers player_id, session_id, currency and balance"),
    UNKNOWN_CODE("§4.1", "an unknown launch code is invalid_launch_code"),
    EMPTY_CODE(Level.OPEN, "§4.1", "an empty launch code is invalid_launch_code"),
    SAME_MESSAGE(Level.OPEN, "§4.1", "the same exchange under the same webhook-id gives the same session again"),
    SINGLE_USE(Level.OPEN, "§1.7", "a launch code is used up by its first exchange (a reusable app token conforms)"),
    MALFORMED_AUTHENTICATE(Level.OPEN, "§2.2", "a missing field, or a code over 4096 characters, is malformed_request"),

    BALANCE("§4.3", "the balance is that of the identity, in its currency"),
    UNKNOWN_PLAYER("§4.3", "the balance of an unknown player is player_not_found"),
    BALANCE_IGNORES_SESSION(Level.OPEN, "§4.3", "session_id doesn't change the balance"),
    MALFORMED_BALANCE(Level.OPEN, "§4.3", "a balance without player_id is malformed_request"),

    DEBIT("§4.2", "a debit is ok and takes its amount"),
    DEBIT_AGAIN("§3.2.1", "the same debit sent again is ok and takes nothing"),
    IGNORED_IN_COMPARISON(Level.OPEN, "§3.2.1", "session, room, time and details don't count as content"),
    OTHER_CONTENT(
            "§3.2.2", "the same id with another amount, player, game or type is duplicate_mismatch and moves nothing"),
    FUNDS("§3.1", "a debit beyond the balance is insufficient_funds, with the balance"),
    REFUSAL_STICKS(Level.OPEN, "§3.1", "a refused debit sent again is refused again"),
    UNKNOWN_SESSION(Level.OPEN, "§5.4", "a debit of an unknown session is session_invalid"),
    OTHER_CURRENCY(Level.OPEN, "§4.2", "a debit in another currency is session_invalid"),
    ZERO(Level.OPEN, "§2.1", "an amount of zero is booked"),
    LEADING_ZEROS(Level.OPEN, "§2.1", "leading zeros don't count"),

    CREDIT("§4.2", "a credit for a debit is ok and pays its amount"),
    CREDIT_AGAIN("§3.2.1", "the same credit sent again is ok and pays nothing"),
    CREDIT_UNKNOWN("§3.2.4", "a credit for a debit that was never booked is reference_not_found and pays nothing"),
    CREDIT_ROLLED_BACK("§3.2.4", "a credit for a debit that was rolled back is reference_not_found and pays nothing"),

    ROLLBACK("§4.2", "a rollback is ok and returns the debit"),
    ROLLBACK_AGAIN("§3.2.5", "another rollback of the same debit is ok and returns nothing"),
    DEBIT_AFTER_RESEND(Level.OPEN, "§3.2.1", "a debit that was rolled back, sent again, is ok and takes nothing"),
    ROLLBACK_OF_NOTHING("§3.2.5", "a rollback of a debit that never came is ok and moves nothing"),
    DEBIT_AFTER_ROLLBACK("§3.2.3", "a debit that comes after its rollback is rolled_back and takes nothing"),

    ORDER("§4.2", "a batch has one result for each item, in order, each seeing those before it"),
    ALL_FAIL("§4.2", "a batch whose items all fail is answered with results"),
    TWICE_IN_A_BATCH(Level.OPEN, "§4.2", "the same item twice in a batch is booked once"),
    MANY("§8", "a batch of 500 items is taken"),
    TOO_MANY("§8", "a batch of 0 or of 501 items is refused"),
    MALFORMED_ITEM(Level.OPEN, "§2.4", "an item that breaks a rule of form is malformed_request"),
    WHOLE_BATCH(Level.OPEN, "§4.2", "one malformed item keeps the others of its batch from being booked"),
    MALFORMED_JSON(Level.OPEN, "§2", "what is no strict JSON is malformed_request"),
    FREE_DETAILS("§2.4", "details may be any object"),
    UNKNOWN_MEMBERS(Level.OPEN, "§9", "unknown members are ignored"),

    LOOKUP("§4.4", "a booked debit is found, with type, status and amount, not rolled back"),
    LOOKUP_ROLLED_BACK("§3.2.7", "a debit that was rolled back is found so"),
    LOOKUP_REFUSED(Level.OPEN, "§4.4", "a refused debit is found with its status"),
    LOOKUP_UNKNOWN("§4.4", "a transaction that was never received is transaction_not_found"),
    LOOKUP_ESCAPED(Level.OPEN, "§4.4", "an id with slash, space and umlaut is found when it is percent-encoded"),
    LOOKUP_LONG(Level.OPEN, "§8", "an id of 129 characters is malformed_request"),

    UNKNOWN_PATH(Level.OPEN, "§7", "another path is not_found, signed or not"),
    OTHER_METHOD(Level.OPEN, "§7", "another method of a path is 405 not_found with Allow"),
    OTHER_MEDIA_TYPE(Level.OPEN, "§7", "a body of another media type is malformed_request"),

    PROBLEMS("§2.8", "every failure is a problem document with type, title, status and code"),
    STATUS_NUMBERS(Level.OPEN, "§7", "each code comes with its HTTP status"),
    RESULTS("§2.5", "every result has a transaction_id and a status of the interface, amounts and times of its form"),
    RESULT_BALANCE(Level.OPEN, "§2.5", "the result of what was booked has the balance after it"),
    WAITING("§4.2", "rate_limited and unavailable carry Retry-After, in whole seconds"),
    EVEN("§1", "at the end the test player has what it had at the beginning");

    /** Where a rule comes from. */
    enum Level {
        /** The interface says so. */
        CONTRACT,
        /** The interface leaves it open, and Bankroll answers so. */
        OPEN
    }

    private final Level level;
    private final String section;
    private final String sentence;

    Rule(String section, String sentence) {
        this(Level.CONTRACT, section, sentence);
    }

    Rule(Level level, String section, String sentence) {
        this.level = level;
        this.section = section;
        this.sentence = sentence;
    }

    Level level() {
        return level;
    }

    /** Of the interface. */
    String section() {
        return section;
    }

    String sentence() {
        return sentence;
    }
}
