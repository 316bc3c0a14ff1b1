package bankroll.bench.play;

import java.util.List;
import picocli.CommandLine.Option;

/** What every benchmark can be told about what is played; filled by picocli. */
public final class PlayOptions {
    /** Weights of the kinds of item. */
    @Option(
            names = "--mix",
            defaultValue = Mix.DEFAULT,
            converter = Mix.Converter.class,
            description = "weights of the kinds of item (default: ${DEFAULT-VALUE})")
    public Mix mix;

    /** Of all draws. */
    @Option(names = "--seed", defaultValue = "1", description = "of all draws (default: ${DEFAULT-VALUE})")
    public long seed;

    @Option(
            names = "--hot-players",
            defaultValue = "0.2",
            description = "share of the players that is hot (default: ${DEFAULT-VALUE})")
    private double hotPlayers;

    @Option(
            names = "--hot-share",
            defaultValue = "0.8",
            description = "share of the items that goes to them (default: ${DEFAULT-VALUE})")
    private double hotShare;

    /** What is played under the name of a run. */
    public Workload workload(String run, int players, int streams) {
        return new Workload(seed, run, players, streams, hotPlayers, hotShare, mix);
    }

    /** How unevenly the items are spread, in words. */
    public String skew() {
        return hotShare + " of the items on " + hotPlayers + " of the players";
    }

    /** These options as a command line. */
    public List<String> arguments() {
        return List.of("--mix=" + mix, "--hot-players=" + hotPlayers, "--hot-share=" + hotShare, "--seed=" + seed);
    }
}
