package bankroll.protocol;

import java.util.Arrays;
import java.util.function.ToIntFunction;

/** The constants of an enum by the codes under which they are stored. Any thread. */
final class Codes<E extends Enum<E>> {
    private final E[] byCode;
    private final String what;

    /**
     * Sorts them.
     *
     * @param values all of the enum
     * @param code of each, from 0 on, no two the same
     * @param what a constant is, for people
     */
    Codes(E[] values, ToIntFunction<E> code, String what) {
        int most = Arrays.stream(values).mapToInt(code).max().orElseThrow();
        byCode = Arrays.copyOf(values, most + 1);
        Arrays.fill(byCode, null);
        for (E value : values) {
            byCode[code.applyAsInt(value)] = value;
        }
        this.what = what;
    }

    /**
     * The constant of a stored code.
     *
     * @throws IllegalArgumentException when there is none
     */
    E of(int code) {
        E value = code >= 0 && code < byCode.length ? byCode[code] : null;
        if (value == null) {
            throw new IllegalArgumentException("no " + what + " has the code " + code);
        }
        return value;
    }
}
