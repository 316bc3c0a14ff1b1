package bankroll.bench.load;

import bankroll.protocol.Outcome;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What one connection will send, byte for byte, and the answers it must get: filled before the clock runs, read while
 * it runs. Requests stand one behind the other, so that any number of them is one write. One thread at a time.
 *
 * <p>What was not sent stays: {@link #dropAnswered} moves it to the front, to be filled up behind.
 */
final class Script {
    private final ByteBuffer bytes;
    private int[] ends = new int[64];
    private int[] firstItems = new int[64];
    private long[] totals = new long[64];
    private int requests;
    private int[] idPositions = new int[64];
    private byte[] outcomes = new byte[64];
    private long[] balances = new long[64];
    private int items;
    private int itemsWritten;
    private boolean isTrusted = true;

    /** An empty script that takes at most this many bytes of requests. */
    Script(int capacity) {
        bytes = ByteBuffer.allocateDirect(capacity);
    }

    /** Whether a request of this length surely has room. */
    boolean hasRoom(int length) {
        return bytes.capacity() - end() >= length;
    }

    /** Expects an item in the next request: its id's place in the body, and the answer. */
    void expect(int idPosition, Outcome outcome, long balance) {
        if (items == outcomes.length) {
            idPositions = Arrays.copyOf(idPositions, items * 2);
            outcomes = Arrays.copyOf(outcomes, items * 2);
            balances = Arrays.copyOf(balances, items * 2);
        }
        idPositions[items] = idPosition;
        outcomes[items] = (byte) outcome.code();
        balances[items] = balance;
        items++;
    }

    /** Adds a request whose items were expected before. */
    void add(RequestText head, RequestText body) {
        if (requests == ends.length) {
            ends = Arrays.copyOf(ends, requests * 2);
            firstItems = Arrays.copyOf(firstItems, requests * 2);
            totals = Arrays.copyOf(totals, requests * 2);
        }
        int start = end();
        bytes.limit(bytes.capacity()).position(start);
        bytes.put(head.bytes(), 0, head.length()).put(body.bytes(), 0, body.length());
        for (int item = itemsWritten; item < items; item++) {
            idPositions[item] += start + head.length();
        }
        firstItems[requests] = itemsWritten;
        ends[requests] = bytes.position();
        itemsWritten = items;
        requests++;
    }

    /** Notes what the players of the script own once the last request is answered. */
    void total(long total) {
        totals[requests - 1] = total;
    }

    /** Forgets the first requests; the others become the first. */
    void dropAnswered(int answered) {
        int from = answered == 0 ? 0 : ends[answered - 1];
        int item = firstItem(answered);
        bytes.limit(end()).position(from);
        bytes.compact();
        requests -= answered;
        items -= item;
        itemsWritten = items;
        System.arraycopy(totals, answered, totals, 0, requests);
        System.arraycopy(outcomes, item, outcomes, 0, items);
        System.arraycopy(balances, item, balances, 0, items);
        for (int i = 0; i < requests; i++) {
            ends[i] = ends[i + answered] - from;
            firstItems[i] = firstItems[i + answered] - item;
        }
        for (int i = 0; i < items; i++) {
            idPositions[i] = idPositions[i + item] - from;
        }
    }

    /** A request had no results: whether it was booked isn't known, so what follows can't be foretold any more. */
    void distrust() {
        isTrusted = false;
    }

    /** Whether the answers expected are those that must come. */
    boolean isTrusted() {
        return isTrusted;
    }

    int requests() {
        return requests;
    }

    /** Bytes of all requests. */
    int end() {
        return requests == 0 ? 0 : ends[requests - 1];
    }

    /** Where a request ends. */
    int end(int request) {
        return ends[request];
    }

    /** The requests' bytes; the connection that writes them moves position and limit. */
    ByteBuffer bytes() {
        return bytes;
    }

    /** The number of a request's first item; of the one behind the last, how many items there are. */
    int firstItem(int request) {
        return request == requests ? items : firstItems[request];
    }

    /** Where the item's id stands in {@link #bytes}. */
    int idPosition(int item) {
        return idPositions[item];
    }

    int outcome(int item) {
        return outcomes[item];
    }

    long balance(int item) {
        return balances[item];
    }

    /** What the players of the script own once a request is answered. */
    long total(int request) {
        return totals[request];
    }
}
