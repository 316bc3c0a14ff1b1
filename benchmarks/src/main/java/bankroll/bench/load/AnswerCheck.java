package bankroll.bench.load;

/** Compares a 200's body with what the script expects of that request. One instance per loop. */
@FunctionalInterface
interface AnswerCheck {
    /** Checks one answer and tells the findings; the body's bytes are good during the call only. */
    void check(Body body, Script script, int request, AnswerCounts findings);

    /**
     * The body of an answer.
     *
     * <p>One instance per loop, moved from answer to answer.
     */
    final class Body {
        byte[] bytes;
        int offset;
        int length;

        Body at(byte[] source, int start, int count) {
            bytes = source;
            offset = start;
            length = count;
            return this;
        }

        @Override
        public String toString() {
            return new String(bytes, offset, length, java.nio.charset.StandardCharsets.UTF_8);
        }
    }
}
