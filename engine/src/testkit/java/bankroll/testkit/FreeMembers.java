package bankroll.testkit;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Addresses on loopback for the members of a cluster. */
public final class FreeMembers {
    /** How many ports each member takes, from the one named on. */
    private static final int PORTS = 8;

    private FreeMembers() {}

    /** So many, with commas between them; nobody has their ports at this moment. */
    public static String next(int count) {
        int first = FreePorts.row(count * PORTS);
        return IntStream.range(0, count)
                .mapToObj(node -> "127.0.0.1:" + (first + node * PORTS))
                .collect(Collectors.joining(","));
    }
}
