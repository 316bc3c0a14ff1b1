package bankroll.journal.memory;

import bankroll.journal.Frame;
import bankroll.journal.FrameFault;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;

/**
 * A disk that a simulation holds in its hands: what is on it survives, what was only written may not, and it can
 * refuse. One thread.
 */
public class MemoryDisk {
    private final List<byte[]> frames = new ArrayList<>();
    private int forced;
    private boolean full;
    private boolean late;
    private boolean unreadable;
    private int appendsUntilFailure = -1;
    private int forcesUntilFailure = -1;
    private long forces;

    /** While full, nothing new finds room; what is there can be read and forced. */
    public void full(boolean value) {
        full = value;
    }

    /** While late, nothing new finds room either, but the next file is being made ready. */
    public void late(boolean value) {
        late = value;
    }

    /** While unreadable, no file of it can be opened. */
    public void unreadable(boolean value) {
        unreadable = value;
    }

    boolean isUnreadable() {
        return unreadable;
    }

    boolean isLate() {
        return late;
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
     * The power goes: what was forced stays; of the rest each frame may stay, be lost or be torn, in any order. The
     * journal ends before the first that isn't whole.
     *
     * @return how many frames were lost.
     */
    public int powerCut(Random random) {
        for (int i = forced; i < frames.size(); i++) {
            switch (random.nextInt(4)) {
                case 0 -> frames.set(i, new byte[frames.get(i).length]);
                case 1 -> tear(frames.get(i), random);
                default -> {}
            }
        }
        return restart();
    }

    /** A stretch of bytes, as a page is, never reached the disk. */
    private static void tear(byte[] frame, Random random) {
        int from = random.nextInt(frame.length);
        int to = from + 1 + random.nextInt(frame.length - from);
        Arrays.fill(frame, from, to, (byte) 0);
    }

    /** The process is killed: the operating system keeps everything that was written. */
    public void kill() {
        restart();
    }

    /** Cuts behind the last frame that is whole and in its place, as a start does. */
    private int restart() {
        int whole = wholeFrames();
        int lost = frames.size() - whole;
        keep(whole, whole);
        appendsUntilFailure = -1;
        forcesUntilFailure = -1;
        return lost;
    }

    /** Only so many of the frames are left, and so many of those are on disk. */
    protected final void keep(int count, int surely) {
        frames.subList(count, frames.size()).clear();
        forced = surely;
    }

    private int wholeFrames() {
        UnsafeBuffer buffer = new UnsafeBuffer(0, 0);
        int crc = 0;
        for (int i = 0; i < frames.size(); i++) {
            buffer.wrap(frames.get(i));
            boolean whole = Frame.check(buffer, 0, buffer.capacity()) == FrameFault.NONE;
            if (!whole || Frame.sequence(buffer, 0) != i + 1 || Frame.previousCrc(buffer, 0) != crc) {
                return i;
            }
            crc = Frame.crc(buffer, 0);
        }
        return frames.size();
    }

    /** Frames written and not lost. */
    public int size() {
        return frames.size();
    }

    /** How often the disk was forced. */
    public long forces() {
        return forces;
    }

    /** Puts other bytes in the place of the last frame. */
    public void replaceLast(byte[] frame) {
        frames.set(frames.size() - 1, frame);
    }

    /** Whether nothing new finds room. */
    public boolean isFull() {
        return full;
    }

    /** The bytes of a frame, counted from 0. */
    public byte[] frame(int index) {
        return frames.get(index);
    }

    /** All of them, as they are now and will be. */
    List<byte[]> frames() {
        return frames;
    }

    /** How many frames are surely on disk. */
    public int forced() {
        return forced;
    }

    /** Writes; a simulation may do worse. */
    protected void append(byte[] frame) {
        if (appendsUntilFailure-- == 0) {
            throw new IllegalStateException("the disk does not take frame " + (frames.size() + 1));
        }
        frames.add(frame);
    }

    /** Forces; a simulation may do worse. */
    protected void force(int upTo) {
        if (forcesUntilFailure-- == 0) {
            throw new IllegalStateException("the disk refuses to force up to " + upTo);
        }
        forces++;
        forced = Math.max(forced, upTo);
    }
}
