package bankroll.bench.play;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import picocli.CommandLine.ITypeConverter;

/** How often each {@link Kind} of item is played; weights, in any unit. Immutable. */
public final class Mix {
    /** A slot platform's day: as many wins as stakes nearly, few faults. */
    public static final String DEFAULT = "debit=52,credit=40,rollback=3,resend=3,refused=2";

    private static final Kind[] KINDS = Kind.values();

    private final int[] weights;
    private final int total;

    private Mix(int[] weights) {
        if (weights[Kind.DEBIT.ordinal()] == 0) {
            throw new IllegalArgumentException("a mix needs debits: all else follows from them");
        }
        this.weights = weights;
        total = Arrays.stream(weights).sum();
    }

    /** Sum of all weights. */
    public int total() {
        return total;
    }

    /** The kind that a draw of 0 to {@link #total}, exclusive, stands for. */
    Kind kind(int draw) {
        int at = 0;
        for (int left = draw - weights[0]; left >= 0; left -= weights[at]) {
            at++;
        }
        return KINDS[at];
    }

    /** Reads {@code debit=52,credit=40,rollback=3,resend=3,refused=2}; what isn't named is 0. */
    public static Mix parse(String text) {
        int[] weights = new int[KINDS.length];
        for (String part : text.split(",")) {
            String[] pair = part.strip().split("=", 2);
            Kind kind = Arrays.stream(KINDS)
                    .filter(each -> each.name().equalsIgnoreCase(pair[0]))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("\"" + pair[0] + "\" is none of: " + names()));
            if (pair.length < 2 || !pair[1].matches("\\d{1,6}")) {
                throw new IllegalArgumentException("a weight is a whole number, as in " + pair[0] + "=10");
            }
            weights[kind.ordinal()] = Integer.parseInt(pair[1]);
        }
        return new Mix(weights);
    }

    private static String names() {
        return Arrays.stream(KINDS).map(Mix::name).collect(Collectors.joining(", "));
    }

    private static String name(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    /** Reads a mix from the command line. */
    public static final class Converter implements ITypeConverter<Mix> {
        @Override
        public Mix convert(String value) {
            return parse(value);
        }
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
        return Arrays.stream(KINDS)
                .map(kind -> name(kind) + "=" + weights[kind.ordinal()])
                .collect(Collectors.joining(","));
    }

    /** What is played. */
    public enum Kind {
        /** A stake that is covered. */
        DEBIT,
        /** A win that names its stake. */
        CREDIT,
        /** Takes a stake back. */
        ROLLBACK,
        /** An item that was sent before, unchanged. */
        RESEND,
        /** An item that must be refused: funds, session, reference, other content, debit after its rollback. */
        REFUSED
    }
}
