package bankroll.gateway.config;

/**
 * One line of {@code ./bankroll config}.
 *
 * @param key the setting
 * @param shown its value, a secret masked
 * @param origin where it comes from
 */
public record EffectiveValue(String key, String shown, ValueOrigin origin) {}
