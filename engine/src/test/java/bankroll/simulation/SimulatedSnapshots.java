package bankroll.simulation;

import bankroll.snapshot.SnapshotDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** The disk under the snapshots: each step may fail or be the last, and what wasn't forced may be gone. */
final class SimulatedSnapshots extends SnapshotDirectory {
    private final Faults faults;
    private final Set<Path> unforced = new LinkedHashSet<>();
    private final Map<Path, Path> unforcedNames = new LinkedHashMap<>();
    private final Set<Path> spoiled = new LinkedHashSet<>();
    private Path current;
    private boolean isPruned;

    SimulatedSnapshots(Path path, Faults faults) {
        super(path);
        this.faults = faults;
    }

    /** The power goes: unforced bytes are torn, unforced names may be the ones from before. */
    void powerCut(Random random) {
        try {
            lose(random);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void lose(Random random) throws IOException {
        for (Path file : unforced) {
            if (Files.exists(file)) {
                overwrite(file, random);
            }
        }
        for (Map.Entry<Path, Path> renamed : unforcedNames.entrySet()) {
            if (random.nextBoolean() && Files.exists(renamed.getKey())) {
                Files.move(renamed.getKey(), renamed.getValue(), StandardCopyOption.REPLACE_EXISTING);
            }
        }
        unforced.clear();
        unforcedNames.clear();
    }

    /** A file rots. */
    void spoil(Path file, Random random) {
        spoiled.add(file);
        try {
            overwrite(file, random);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isSpoiled(Path file) {
        return spoiled.contains(file);
    }

    boolean isAnySpoiled() {
        return !spoiled.isEmpty();
    }

    /** Whether an older snapshot was thrown away, so that there must be a newer one. */
    boolean isPruned() {
        return isPruned;
    }

    private static void overwrite(Path file, Random random) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length > 0) {
            bytes[random.nextInt(bytes.length)] ^= 0x55;
        }
        Files.write(file, bytes);
    }

    @Override
    protected FileChannel create(Path file) throws IOException {
        strike("creating a snapshot");
        current = file;
        unforced.add(file);
        spoiled.remove(file);
        faults.mayTakeLong();
        return super.create(file);
    }

    @Override
    protected void write(FileChannel file, ByteBuffer bytes) throws IOException {
        strike("writing a snapshot");
        super.write(file, bytes);
    }

    @Override
    protected void force(FileChannel file) throws IOException {
        strike("forcing a snapshot");
        faults.mayTakeLong();
        unforced.remove(current);
    }

    @Override
    protected void rename(Path from, Path to) throws IOException {
        strike("renaming a snapshot");
        super.rename(from, to);
        spoiled.remove(to);
        unforcedNames.put(to, from);
        if (unforced.remove(from)) {
            unforced.add(to);
        }
    }

    @Override
    protected void forceNames() throws IOException {
        strike("forcing the names of snapshots");
        unforcedNames.clear();
    }

    @Override
    protected void delete(Path file) throws IOException {
        strike("deleting a snapshot");
        super.delete(file);
        isPruned |= !file.getFileName().toString().endsWith(".part");
    }

    private void strike(String where) throws IOException {
        faults.mayCrash(where);
        if (faults.fails()) {
            throw new IOException("simulated: " + where);
        }
    }
}
