package bankroll.bench.play;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;

/**
 * How often each kind of item is played; weights, in any unit.
 *
 * @param debit a stake that is covered
 * @param credit a win that names its stake
 * @param rollback takes a stake back
 * @param resend an item that was sent before, unchanged
 * @param refused an item that must be refused: funds, session, reference, other content, debit after its rollback
 */
public record Mix(int debit, int credit, int rollback, int resend, int refused) {
    /** A slot platform's day: as many wins as stakes nearly, few faults. */
    public static final String DEFAULT = "debit=52,credit=40,rollback=3,resend=3,refused=2";

    /** Checks the weights. */
    public Mix {
        if (debit < 0 || credit < 0 || rollback < 0 || resend < 0 || refused < 0) {
            throw new IllegalArgumentException("the weights of a mix are not negative");
        }
        if (debit == 0) {
            throw new IllegalArgumentException("a mix needs debits: all else follows from them");
        }
    }

    /** Sum of all weights. */
    public int total() {
        return debit + credit + rollback + resend + refused;
    }

    /** The kind that a draw of 0 to {@link #total}, exclusive, stands for. */
    PlayKind kind(int draw) {
        if (draw < debit) {
            return PlayKind.DEBIT;
        }
        if (draw < debit + credit) {
            return PlayKind.CREDIT;
        }
        if (draw < debit + credit + rollback) {
            return PlayKind.ROLLBACK;
        }
        return draw < debit + credit + rollback + resend ? PlayKind.RESEND : PlayKind.REFUSED;
    }

    /** Reads {@code debit=52,credit=40,rollback=3,resend=3,refused=2}; what isn't named is 0. */
    public static Mix parse(String text) {
        int[] weights = new int[5];
        for (String part : text.split(",")) {
            String[] pair = part.strip().split("=", 2);
            int at = switch (pair[0].toLowerCase(Locale.ROOT)) {
                case "debit" -> 0;
                case "credit" -> 1;
                case "rollback" -> 2;
                case "resend" -> 3;
                case "refused" -> 4;
                default ->
                    throw new IllegalArgumentException(
                            "\"" + pair[0] + "\" is none of: debit, credit, rollback, resend, refused");
            };
            if (pair.length < 2 || !pair[1].matches("\\d{1,6}")) {
                throw new IllegalArgumentException("a weight is a whole number, as in " + pair[0] + "=10");
            }
            weights[at] = Integer.parseInt(pair[1]);
        }
        return new Mix(weights[0], weights[1], weights[2], weights[3], weights[4]);
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
        return "debit=" + debit + ",credit=" + credit + ",rollback=" + rollback + ",resend=" + resend + ",refused="
                + refused;
    }
}
