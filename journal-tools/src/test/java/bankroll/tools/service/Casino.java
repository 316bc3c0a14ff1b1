package bankroll.tools.service;

import bankroll.tools.service.PlatformSide.Play;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * Plays on the real service: bookings of every kind and outcome from two platforms, and all that an operator does. The
 * same for the same seed, but for session ids, launch codes and times, which the service makes. One thread.
 */
public final class Casino implements AutoCloseable {
    private static final int BATCHES_PER_DEED = 8;

    private final Random random;
    private final List<Player> players;
    private final List<PlatformSide> platforms;
    private final int batch;
    private final Table table;
    private final BackOffice office;
    private Consumer<Batch> onBatch = sent -> {};
    private long sent;

    /**
     * Prepares.
     *
     * @param directory where the platforms' own lists are written
     * @param seed of everything
     * @param players how many
     * @param batch transactions sent together
     */
    public Casino(Path directory, long seed, int players, int batch) {
        random = new Random(seed);
        this.players = IntStream.range(0, players).mapToObj(Player::new).toList();
        this.batch = batch;
        platforms = LiveService.PLATFORMS.stream()
                .map(name -> new PlatformSide(name, directory))
                .toList();
        table = new Table(random, this.players);
        office = new BackOffice(random, this.players);
    }

    /** Tells of every batch when it was answered. */
    public Casino onBatch(Consumer<Batch> observer) {
        onBatch = observer;
        return this;
    }

    /** Plays on this process of the service from now on. */
    public Casino at(LiveService service) {
        platforms.forEach(platform -> platform.call(service));
        office.call(service);
        return this;
    }

    /** Opens the players, with money and a session each. */
    public Casino open() {
        office.open(platforms.get(0).client());
        return this;
    }

    /** Sends so many transactions; the operator does something between them now and then. */
    public Casino play(long transactions) {
        long end = sent + transactions;
        while (sent < end) {
            PlatformSide platform = platforms.get(random.nextInt(4) == 0 ? 1 : 0);
            List<Play> plays = new ArrayList<>();
            while (plays.size() < batch && sent + plays.size() < end) {
                plays.add(table.next(platform));
            }
            sent += plays.size();
            onBatch.accept(platform.send(plays, random));
            if (random.nextInt(BATCHES_PER_DEED) == 0) {
                office.act(platform.client());
            }
        }
        return this;
    }

    /** Transactions sent, copies and all. */
    public long sent() {
        return sent;
    }

    /** Transfers that the operator booked. */
    public long transfers() {
        return office.transfers();
    }

    /** What a platform has on its own list. */
    public PlatformList list(String platform) {
        return platforms.get(LiveService.PLATFORMS.indexOf(platform)).list();
    }

    @Override
    public void close() {
        platforms.forEach(PlatformSide::close);
    }
}
