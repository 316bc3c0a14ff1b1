package bankroll.bench.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Two decoders are compared by their time only where they do the same work. */
class DecoderBenchmarkTest {
    @Test
    void shouldMakeTheSameCommandByBothDecoders() throws Exception {
        DecoderBenchmark benchmark = new DecoderBenchmark();
        benchmark.items = 500;
        benchmark.make();
        assertEquals(benchmark.decode(), benchmark.jackson());
    }
}
