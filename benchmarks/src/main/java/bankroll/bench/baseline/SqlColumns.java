package bankroll.bench.baseline;

/** A batch item by item, a column per parameter of {@code book}, places counted from 1. One thread. */
final class SqlColumns {
    final Integer[] slots;
    final Integer[] same;
    final Integer[] target;
    final Integer[] reference;
    final Integer[] named;
    final String[] ids;
    final Short[] types;
    final String[] sessions;
    final Long[] amounts;
    final String[] currencies;
    final String[] games;
    final String[] rounds;
    final String[] references;
    final Long[] createdMs;

    final int[] playerNumbers;
    final long[] idNumbers;
    final long[] referenceNumbers;
    final byte[] outcomes;
    final long[] balances;

    SqlColumns(int items) {
        slots = new Integer[items];
        same = new Integer[items];
        target = new Integer[items];
        reference = new Integer[items];
        named = new Integer[items];
        ids = new String[items];
        types = new Short[items];
        sessions = new String[items];
        amounts = new Long[items];
        currencies = new String[items];
        games = new String[items];
        rounds = new String[items];
        references = new String[items];
        createdMs = new Long[items];
        playerNumbers = new int[items];
        idNumbers = new long[items];
        referenceNumbers = new long[items];
        outcomes = new byte[items];
        balances = new long[items];
    }
}
