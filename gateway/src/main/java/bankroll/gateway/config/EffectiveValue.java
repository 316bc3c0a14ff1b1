package bankroll.gateway.config;

/**
 * One line of {@code ./bankroll config}.
 *
 * @param key the setting
 * @param shown its value, a secret masked
 * @param origin where it comes from
 */
public record EffectiveValue(String key, String shown, ValueOrigin origin) {
    /** Whether it is the same value of the same key, wherever it comes from. */
    boolean isShownAs(EffectiveValue other) {
        return key.equals(other.key) && shown.equals(other.shown);
    }
}
