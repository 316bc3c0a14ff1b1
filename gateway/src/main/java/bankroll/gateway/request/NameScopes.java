package bankroll.gateway.request;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

/**
 * The member names seen in each object that is open, to find one that comes twice. Objects of ordinary size cost no
 * allocation; a large one gets a set, so that it can't be made quadratic.
 */
final class NameScopes {
    private static final int LARGE = 32;

    private String[] names = new String[64];
    private int[] starts = new int[8];
    private long[] hashBits = new long[8];

    @SuppressWarnings("unchecked")
    private Set<String>[] sets = (Set<String>[]) new Set<?>[8];

    private int size;
    private int depth;

    void clear() {
        while (depth > 0) {
            leave();
        }
    }

    /** An object begins. */
    void enter() {
        if (depth == starts.length) {
            starts = Arrays.copyOf(starts, depth * 2);
            hashBits = Arrays.copyOf(hashBits, depth * 2);
            sets = Arrays.copyOf(sets, depth * 2);
        }
        starts[depth] = size;
        hashBits[depth] = 0;
        sets[depth] = null;
        depth++;
    }

    /** The innermost object ends. */
    void leave() {
        depth--;
        size = starts[depth];
        sets[depth] = null;
    }

    /** Adds a name of the innermost object; false if it had it already. */
    boolean add(String name) {
        int scope = depth - 1;
        if (sets[scope] != null) {
            return sets[scope].add(name);
        }
        long bit = 1L << name.hashCode();
        if ((hashBits[scope] & bit) != 0 && contains(scope, name)) {
            return false;
        }
        hashBits[scope] |= bit;
        if (size == names.length) {
            names = Arrays.copyOf(names, size * 2);
        }
        names[size++] = name;
        if (size - starts[scope] == LARGE) {
            sets[scope] = new HashSet<>(Arrays.asList(names).subList(starts[scope], size));
        }
        return true;
    }

    private boolean contains(int scope, String name) {
        for (int i = starts[scope]; i < size; i++) {
            if (names[i].equals(name)) {
                return true;
            }
        }
        return false;
    }
}
