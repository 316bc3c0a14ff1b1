package bankroll.gateway.config;

import io.netty.util.internal.PlatformDependent;

/**
 * What memory this JVM has, and what of it requests and answers may take at once. Requests that arrive lie on the heap, what
 * of them is not yet decoded and answers lie in direct memory; so that either suffices, a request takes of both. What is
 * left is for what is under way in the engine, for the collector, and for holes in the pool of buffers.
 *
 * @param heapBytes the largest heap, as {@code -Xmx} says
 * @param directBytes the most direct memory, as {@code -XX:MaxDirectMemorySize} says
 */
record JvmMemory(long heapBytes, long directBytes) {
    private static final int SHARE = 4;
    private static final long LEAST_IN_FLIGHT = 16L << 20;
    private static final long MOST_IN_FLIGHT = 256L << 20;

    /** That of this process. */
    static JvmMemory ofThisProcess() {
        return new JvmMemory(Runtime.getRuntime().maxMemory(), PlatformDependent.maxDirectMemory());
    }

    /** Bytes for requests that arrive. */
    long forRequests() {
        return Math.min(heapBytes, directBytes) / SHARE;
    }

    /** Bytes for answers that are not read. */
    long forAnswers() {
        return directBytes / SHARE;
    }

    /** Bytes for requests under way in the engine. */
    long forRequestsUnderWay() {
        return Math.max(LEAST_IN_FLIGHT, Math.min(MOST_IN_FLIGHT, heapBytes / SHARE));
    }

    /** Most that requests may be given by a setting. */
    long mostForRequests() {
        return 2 * forRequests();
    }

    /** Most that answers may be given by a setting. */
    long mostForAnswers() {
        return 2 * forAnswers();
    }

    /** In words. */
    String words() {
        return "a heap of " + Quantity.BYTES.show(heapBytes) + " and direct memory of "
                + Quantity.BYTES.show(directBytes);
    }
}
