package bankroll.gateway.operator;

import java.util.Set;

/**
 * What a body with a list looks like.
 *
 * @param name of the array in the root object
 * @param least elements
 * @param most elements
 * @param members that are kept of each element
 */
record ListShape(String name, int least, int most, Set<String> members) {
    /** Most elements of a bulk call (operator API). */
    private static final int MAX_BULK = 500;

    /** A list of 1 to 500 elements. */
    static ListShape bulk(String name, Set<String> members) {
        return new ListShape(name, 1, MAX_BULK, members);
    }
}
