package bankroll.gateway.http;

import java.util.ArrayDeque;

/** The exchanges of one connection, in the order in which their requests came and their answers must go. */
final class ExchangeQueue {
    private final ArrayDeque<HttpExchange> exchanges = new ArrayDeque<>(4);

    void add(HttpExchange exchange) {
        exchanges.addLast(exchange);
    }

    int size() {
        return exchanges.size();
    }

    boolean isEmpty() {
        return exchanges.isEmpty();
    }

    /** The oldest exchange, or null. */
    HttpExchange first() {
        return exchanges.peekFirst();
    }

    /** Removes the oldest exchange if its answer may go out now, else null. */
    HttpExchange pollReady() {
        HttpExchange first = exchanges.peekFirst();
        return first != null && first.isReady() ? exchanges.pollFirst() : null;
    }

    /** The newest exchange, or null. */
    HttpExchange last() {
        return exchanges.peekLast();
    }

    /** Forgets the newest exchange: its request will never be whole. */
    void removeLast() {
        exchanges.removeLast().abandon();
    }

    /** The oldest exchange whose answer is overdue, or null. */
    HttpExchange firstLate(long nowMs) {
        for (HttpExchange exchange : exchanges) {
            if (exchange.isLate(nowMs)) {
                return exchange;
            }
        }
        return null;
    }

    /** The client is gone. */
    void abandonAll() {
        exchanges.forEach(HttpExchange::abandon);
        exchanges.clear();
    }
}
