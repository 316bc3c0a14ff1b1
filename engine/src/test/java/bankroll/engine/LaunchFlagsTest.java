package bankroll.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class LaunchFlagsTest {

    @Test
    void shouldRunTestsWithTheFlagsOfEveryLaunch() {
        var arguments = ManagementFactory.getRuntimeMXBean().getInputArguments();

        assertTrue(
                arguments.contains("--add-exports=java.base/sun.nio.ch=ALL-UNNAMED"),
                () -> "config/jvm.options is not in force; the JVM has " + arguments);
    }
}
