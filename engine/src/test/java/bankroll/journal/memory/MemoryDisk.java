package bankroll.journal.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A disk that a simulation holds in its hands: what is on it survives, what was only written may not, and it can
 * refuse. One thread.
 */
public final class MemoryDisk {
    private final List<byte[]> frames = new ArrayList<>();
    private int forced;
    private boolean full;
    private int appendsUntilFailure = -1;
    private int forcesUntilFailure = -1;
    private long forces;

    /** While full, nothing new finds room; what is there can be read and forced. */
    public void full(boolean value) {
        full = value;
    }

    /** This many more appends succeed, the next one fails. */
    public void failAppendAfter(int appends) {
        appendsUntilFailure = appends;
    }

    /** This many more forces succeed, the next one fails and nothing is known about what it should have forced. */
    public void failForceAfter(int count) {
        forcesUntilFailure = count;
    }

    /**
     * The power goes: of what was not forced an arbitrary part stays, and a journal ends at the first frame that is
     * missing or torn, so a random number of unforced frames is kept.
     *
     * @return how many frames were lost.
     */
    public int powerCut(Random random) {
        int kept = forced + random.nextInt(frames.size() - forced + 1);
        int lost = frames.size() - kept;
        frames.subList(kept, frames.size()).clear();
        restart();
        return lost;
    }

    /** The process is killed: the operating system keeps everything that was written. */
    public void kill() {
        restart();
    }

    private void restart() {
        forced = frames.size();
        appendsUntilFailure = -1;
        forcesUntilFailure = -1;
    }

    /** Frames written and not lost. */
    public int size() {
        return frames.size();
    }

    /** How often the disk was forced. */
    public long forces() {
        return forces;
    }

    boolean isFull() {
        return full;
    }

    byte[] frame(int index) {
        return frames.get(index);
    }

    int forced() {
        return forced;
    }

    void append(byte[] frame) {
        if (appendsUntilFailure-- == 0) {
            throw new IllegalStateException("the disk does not take frame " + (frames.size() + 1));
        }
        frames.add(frame);
    }

    void force(int upTo) {
        if (forcesUntilFailure-- == 0) {
            throw new IllegalStateException("the disk refuses to force up to " + upTo);
        }
        forces++;
        forced = Math.max(forced, upTo);
    }
}
