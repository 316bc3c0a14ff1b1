package bankroll.gateway.contract.kit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** A test that needs settings of its own, and so can't run against a service that somebody else runs. */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@DisabledIfSystemProperty(named = "contract.url", matches = ".+", disabledReason = "needs settings of its own")
public @interface NeedsOwnService {}
