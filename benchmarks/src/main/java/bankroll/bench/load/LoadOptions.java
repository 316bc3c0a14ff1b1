package bankroll.bench.load;

import bankroll.bench.play.PlayOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What {@code bench load} can be told; filled by picocli. */
final class LoadOptions {
    enum Operation {
        transactions,
        balance
    }

    @Option(
            names = "--op",
            defaultValue = "transactions",
            description = "transactions or balance (default: ${DEFAULT-VALUE})")
    Operation operation;

    @Option(
            names = "--url",
            description =
                    "platform API of a running service, as http://127.0.0.1:8080/v1; without it a service is started for the run")
    URI url;

    @Option(
            names = "--operator-url",
            defaultValue = "http://127.0.0.1:8081",
            description = "its operator listener (default: ${DEFAULT-VALUE})")
    URI operatorUrl;

    @Option(
            names = "--data-of",
            description = "data directory of a running ./bankroll serve --demo, to take secret and token from;"
                    + " else BANKROLL_PLATFORM_SECRET and BANKROLL_OPERATOR_TOKEN are used")
    Path dataOf;

    @Option(
            names = "--sync",
            defaultValue = "always",
            description = "sync policy of the started service: always, interval=<ms>, none (default: ${DEFAULT-VALUE})")
    String sync;

    @Option(names = "--tls", description = "the started service's platform listener speaks TLS")
    boolean tls;

    @Option(names = "--server-flag", description = "a JVM flag for the started service; repeatable")
    List<String> serverFlags = List.of();

    @Option(names = "--dir", description = "where the started service gets its data directory (default: .build/bench)")
    Path directory;

    @Option(names = "--keep", description = "keep the started service's data directory")
    boolean keep;

    @Option(names = "--rate", description = "open loop: bookings (or reads) per second")
    double rate;

    @Option(names = "--max", description = "closed loop, as fast as it goes")
    boolean max;

    @Option(
            names = "--batch",
            defaultValue = "500",
            description = "items of a request, 1 to 500 (default: ${DEFAULT-VALUE})")
    int batch;

    @Option(names = "--connections", defaultValue = "16", description = "(default: ${DEFAULT-VALUE})")
    int connections;

    @Option(
            names = "--depth",
            defaultValue = "1",
            description = "most requests under way on a connection: pipelining (default: ${DEFAULT-VALUE})")
    int depth;

    @Option(names = "--players", defaultValue = "100000", description = "(default: ${DEFAULT-VALUE})")
    int players;

    @Mixin
    PlayOptions play;

    @Option(
            names = "--details",
            defaultValue = "0",
            description = "bytes of details in each item (default: ${DEFAULT-VALUE})")
    int details;

    @Option(names = "--duration", defaultValue = "10", description = "measured seconds (default: ${DEFAULT-VALUE})")
    double duration;

    @Option(names = "--warmup", defaultValue = "10", description = "seconds before (default: ${DEFAULT-VALUE})")
    double warmup;

    @Option(
            names = "--ahead",
            defaultValue = "2048",
            description = "MiB of requests prepared and signed ahead of the clock (default: ${DEFAULT-VALUE})")
    int aheadMebibytes;

    @Option(names = "--json", description = "write the report as JSON")
    Path json;

    @Option(
            names = "--profile",
            description = "write where the started service's time goes as a flame graph page, FILE.html; FILE.html.jfr"
                    + " is the recording")
    Path profile;

    /** Flags of the started service's JVM, behind the usual ones. */
    List<String> allServerFlags() {
        List<String> flags = new ArrayList<>(serverFlags);
        if (profile != null) {
            flags.addAll(new ServiceProfile(profile, warmup).flags());
        }
        return flags;
    }

    /** A running service. Its secrets are in the environment, or in the data directory of a demo; never in flags. */
    Target target() {
        String secret = find(dataOf, "BANKROLL_PLATFORM_SECRET", "demo/signing-secret");
        String token = find(dataOf, "BANKROLL_OPERATOR_TOKEN", "demo/operator-token");
        return new Target(url, operatorUrl, secret.split("\\s+")[0], token, Optional.empty());
    }

    private static String find(Path directory, String variable, String file) {
        String value = System.getenv(variable);
        if (value != null && !value.isBlank()) {
            return value.strip();
        }
        if (directory == null) {
            throw new IllegalArgumentException(
                    variable + " is not set; set it, or name the demo's data directory with --data-of");
        }
        try {
            return Files.readString(directory.resolve(file)).strip();
        } catch (IOException e) {
            throw new UncheckedIOException(directory + " holds no secrets of a demo: " + e.getMessage(), e);
        }
    }

    /** Whether balances are read; else bookings are made. */
    boolean isReading() {
        return operation == Operation.balance;
    }

    /** Items of a request. */
    int itemsPerRequest() {
        return isReading() ? 1 : batch;
    }

    double requestsPerSecond() {
        return rate / itemsPerRequest();
    }

    void check() {
        require(max != rate > 0, "say either --rate N or --max");
        require(url == null || !tls, "--tls is for a service that is started for the run");
        require(url == null || profile == null, "--profile is for a service that is started for the run");
        require(profile == null || !profile.toString().contains(","), "--profile: no comma may be in the file's name");
        require(batch >= 1 && batch <= 500, "--batch must be 1 to 500 (contract §8)");
        require(connections >= 1 && connections <= 4096, "--connections must be 1 to 4096");
        require(depth >= 1 && depth <= 1024, "--depth must be 1 to 1024");
        require(details >= 0 && details <= 65_536, "--details must be 0 to 65536 (decisions §2)");
        require(duration > 0 && warmup >= 0, "--duration and --warmup are seconds");
        require(aheadMebibytes >= 16, "--ahead must be at least 16");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }
}
