package bankroll.tools.service;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Makes a large journal with the real service, over HTTP: {@code MakeJournal DIR BOOKINGS PLAYERS}. The data directory
 * is {@code DIR/data}, the platforms' own lists stand beside it.
 */
public final class MakeJournal {
    private static final String[] SETTINGS = {"journal.sync = none"};

    private MakeJournal() {}

    /** Makes it and tells how long that took. */
    public static void main(String[] args) throws IOException {
        Path directory = Files.createDirectories(Path.of(args[0]));
        long bookings = Long.parseLong(args[1]);
        long startNs = System.nanoTime();
        try (Casino casino = new Casino(directory, 1, Integer.parseInt(args[2]), 500)) {
            run(casino, directory.resolve("data"), bookings);
            System.out.printf(
                    Locale.ROOT, "%,d transactions in %.1f s%n", casino.sent(), (System.nanoTime() - startNs) / 1e9);
            LiveService.PLATFORMS.forEach(
                    name -> System.out.println(name + " " + casino.list(name).counts()));
        }
    }

    /** Two runs of the service, so that there is a restart in the journal. */
    static void run(Casino casino, Path data, long bookings) throws IOException {
        try (LiveService service = LiveService.start(data, SETTINGS)) {
            casino.at(service).open().play(bookings / 2);
        }
        try (LiveService service = LiveService.start(data, SETTINGS)) {
            casino.at(service).play(bookings - bookings / 2);
        }
    }
}
