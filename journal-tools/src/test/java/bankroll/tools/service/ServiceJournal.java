package bankroll.tools.service;

import bankroll.tools.FrameSurgery;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A journal with bookings of every kind, made by the real service over HTTP; made once, shared by all tests that only
 * read or copy it. {@code -Dbankroll.bookings=1000000} makes it with a million of them.
 *
 * @param directory everything is in it
 * @param sent transactions sent, copies and all
 * @param transfers that were booked
 * @param lists the platforms' own lists, by name
 * @param trialBalance as the service told it at the end
 */
public record ServiceJournal(
        Path directory, long sent, long transfers, Map<String, PlatformList> lists, String trialBalance) {
    /** How many transactions. */
    public static final long BOOKINGS = Long.getLong("bankroll.bookings", 4_000);

    /** Whether it is large: then what takes long per journal is left to the small one. */
    public static final boolean IS_LARGE = BOOKINGS >= 100_000;

    private static final String[] SETTINGS = {
        "journal.sync = none", "journal.file-bytes = " + (IS_LARGE ? 64 << 20 : 20 << 20)
    };

    private static ServiceJournal shared;

    /** Makes it when it is asked for first. */
    public static synchronized ServiceJournal get() {
        if (shared == null) {
            try {
                shared = make(Files.createTempDirectory("service-journal"));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return shared;
    }

    /** The data directory: of a service that ended well. */
    public Path data() {
        return directory.resolve("data");
    }

    /** As a copy of {@link #data}, but the last service was killed before its end was forced. */
    public Path killed() {
        return directory.resolve("killed");
    }

    private static ServiceJournal make(Path directory) throws IOException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> deleteAll(directory)));
        Path data = directory.resolve("data");
        try (Casino casino = new Casino(directory, 1, IS_LARGE ? 2_000 : 60, IS_LARGE ? 500 : 40)) {
            try (LiveService service = LiveService.start(data, SETTINGS)) {
                casino.at(service).open().play(BOOKINGS / 2);
            }
            String books;
            try (LiveService service = LiveService.start(data, SETTINGS)) {
                casino.at(service).play(BOOKINGS - BOOKINGS / 2);
                books = service.operator()
                        .call("GET", "/operator/v1/trial-balance", "")
                        .body();
                FrameSurgery.copy(data, directory.resolve("killed"));
            }
            return new ServiceJournal(
                    directory,
                    casino.sent(),
                    casino.transfers(),
                    Map.of("alpha", casino.list("alpha"), "beta", casino.list("beta")),
                    books);
        }
    }

    private static void deleteAll(Path directory) {
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
