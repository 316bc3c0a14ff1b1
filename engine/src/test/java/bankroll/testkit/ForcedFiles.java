package bankroll.testkit;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * What of a tree of files is surely on the disk, told by its forces alone, and what a power cut may leave of the rest: any
 * sector of a file as it was forced last or as it was written since, and each directory's names as they stood at any time since
 * that was forced. One thread.
 */
public final class ForcedFiles {
    private static final int SECTOR = 512;

    private final Path root;
    private final Map<Object, Entry> byKey = new HashMap<>();
    private final Map<Entry, Path> paths = new HashMap<>();
    private int forces;

    /** A file with the bytes that are on disk, or a directory. */
    private static final class Entry {
        private byte[] forced = new byte[0];
        private int newest;
        /** Null in a file. Names as they may be found: first as they were forced, last as they are. */
        private List<Map<String, Entry>> names;
    }

    private ForcedFiles(Path root) {
        this.root = root;
    }

    /** All that is there is on disk. */
    public static ForcedFiles of(Path root) throws IOException {
        ForcedFiles files = new ForcedFiles(root);
        files.look();
        for (Map.Entry<Entry, Path> found : files.paths.entrySet()) {
            Entry entry = found.getKey();
            if (entry.names == null) {
                entry.forced = Files.readAllBytes(found.getValue());
            } else {
                entry.names = new ArrayList<>(List.of(last(entry)));
            }
        }
        return files;
    }

    /** Notes the names as they are now. To be called when one has come, gone or changed, before the next does. */
    public void look() throws IOException {
        Map<Object, Entry> found = new HashMap<>();
        paths.clear();
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            private final List<Map<String, Entry>> above = new ArrayList<>();

            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                Entry entry = found(directory, attributes);
                if (entry.names == null) {
                    entry.names = new ArrayList<>(List.of(new TreeMap<>()));
                }
                above.add(new TreeMap<>());
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                found(file, attributes);
                return FileVisitResult.CONTINUE;
            }

            private Entry found(Path path, BasicFileAttributes attributes) {
                Entry known = byKey.get(attributes.fileKey());
                Entry entry = known == null ? new Entry() : known;
                found.put(attributes.fileKey(), entry);
                paths.put(entry, path);
                if (!above.isEmpty()) {
                    above.get(above.size() - 1).put(path.getFileName().toString(), entry);
                }
                return entry;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path directory, IOException failure) throws IOException {
                Map<String, Entry> now = above.remove(above.size() - 1);
                Entry entry = found.get(Files.readAttributes(directory, BasicFileAttributes.class)
                        .fileKey());
                if (!now.equals(last(entry))) {
                    entry.names.add(now);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        byKey.clear();
        byKey.putAll(found);
    }

    /** A force of a file or a directory begins, and covers what is there now; what it gives is run when it is over. */
    public Runnable forcing(Path path) throws IOException {
        look();
        Entry entry =
                byKey.get(Files.readAttributes(path, BasicFileAttributes.class).fileKey());
        if (entry.names == null) {
            byte[] covered = Files.readAllBytes(path);
            int begun = ++forces;
            return () -> {
                // one that began later may be over before
                if (begun > entry.newest) {
                    entry.newest = begun;
                    entry.forced = covered;
                }
            };
        }
        Map<String, Entry> covered = last(entry);
        return () -> entry.names
                .subList(0, Math.max(0, entry.names.indexOf(covered)))
                .clear();
    }

    /** The power goes: what it leaves is put into a directory that isn't there yet. */
    public void cut(Path target, Random random) throws IOException {
        look();
        cut(byKey.get(Files.readAttributes(root, BasicFileAttributes.class).fileKey()), target, random);
    }

    private void cut(Entry entry, Path target, Random random) throws IOException {
        if (entry.names == null) {
            Path path = paths.get(entry);
            byte[] written = path == null ? entry.forced : Files.readAllBytes(path);
            Files.write(target, mix(entry.forced, written, new Random(random.nextLong())));
            return;
        }
        Files.createDirectory(target);
        Map<String, Entry> left = entry.names.get(random.nextInt(entry.names.size()));
        for (Map.Entry<String, Entry> named : left.entrySet()) {
            cut(named.getValue(), target.resolve(named.getKey()), random);
        }
    }

    private static byte[] mix(byte[] forced, byte[] written, Random random) {
        byte[] mixed = Arrays.copyOf(forced, random.nextBoolean() ? forced.length : written.length);
        int oneIn = random.nextInt(4);
        for (int at = 0; at < Math.min(mixed.length, written.length); at += SECTOR) {
            if (oneIn > 0 && random.nextInt(oneIn) == 0) {
                System.arraycopy(written, at, mixed, at, Math.min(SECTOR, Math.min(mixed.length, written.length) - at));
            }
        }
        return mixed;
    }

    /** The process is killed: the system keeps all of it, and what of that is on disk stays the same. */
    public ForcedFiles copy(Path target) throws IOException {
        look();
        ForcedFiles copy = new ForcedFiles(target);
        copy.forces = forces;
        copy(byKey.get(Files.readAttributes(root, BasicFileAttributes.class).fileKey()), target, copy.byKey);
        copy.look();
        return copy;
    }

    private void copy(Entry entry, Path target, Map<Object, Entry> copied) throws IOException {
        if (entry.names == null) {
            Files.copy(paths.get(entry), target);
        } else {
            Files.createDirectory(target);
            for (Map.Entry<String, Entry> named : last(entry).entrySet()) {
                copy(named.getValue(), target.resolve(named.getKey()), copied);
            }
        }
        copied.put(Files.readAttributes(target, BasicFileAttributes.class).fileKey(), entry);
    }

    private static Map<String, Entry> last(Entry directory) {
        return directory.names.get(directory.names.size() - 1);
    }
}
