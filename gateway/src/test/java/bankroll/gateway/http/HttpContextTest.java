package bankroll.gateway.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HttpContextTest {
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2", "3, 2", "4, 2", "5, 2", "6, 3", "15, 7", "16, 8", "17, 8", "128, 8"})
    void shouldServePlatformsWithAnEventLoopForEachTwoProcessorsTwoAtLeastAndEightAtMost(
            int processors, int eventLoops) {
        assertEquals(eventLoops, HttpContext.eventLoopsFor(processors));
    }
}
