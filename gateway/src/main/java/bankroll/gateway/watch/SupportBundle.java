package bankroll.gateway.watch;

import bankroll.condition.Reason;
import bankroll.gateway.config.Configuration;
import bankroll.journal.files.OwnerOnly;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * One zip with what is needed to find out what went wrong: only its user can read it, and every text in it has gone through
 * the {@link Masker}. A part that can't be had is told in its place. One thread.
 */
public final class SupportBundle implements AutoCloseable {
    private final ZipOutputStream zip;
    private final Masker masker;
    private final List<String> missing = new ArrayList<>();

    private SupportBundle(OutputStream out, Masker masker) {
        this.zip = new ZipOutputStream(out);
        this.masker = masker;
    }

    /**
     * Begins one.
     *
     * @param file must not exist
     * @param secrets what must not be in it, beside what configuration and environment hold
     */
    public static SupportBundle create(
            Path file, Configuration configuration, Map<String, String> environment, List<String> secrets)
            throws IOException {
        FileChannel channel = FileChannel.open(
                file, Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW), OwnerOnly.file(file));
        return new SupportBundle(Channels.newOutputStream(channel), Masker.of(configuration, environment, secrets));
    }

    /** Adds a text. */
    public void add(String name, Callable<String> text) throws IOException {
        String made;
        try {
            made = text.call();
        } catch (Exception e) {
            miss(name, e);
            return;
        }
        put(name, masker.mask(made).getBytes(StandardCharsets.UTF_8));
    }

    /** Adds what is in a zip, under a directory. */
    public void addAll(String directory, Callable<byte[]> archive) throws IOException {
        byte[] made;
        try {
            made = archive.call();
        } catch (Exception e) {
            miss(directory, e);
            return;
        }
        try (ZipInputStream parts = new ZipInputStream(new ByteArrayInputStream(made))) {
            for (ZipEntry part = parts.getNextEntry(); part != null; part = parts.getNextEntry()) {
                byte[] content = parts.readAllBytes();
                boolean isText = part.getName().endsWith(".txt");
                put(
                        directory + "/" + part.getName(),
                        isText
                                ? masker.mask(new String(content, StandardCharsets.UTF_8))
                                        .getBytes(StandardCharsets.UTF_8)
                                : masker.mask(content));
            }
        }
    }

    /** What could not be had, and why. */
    public List<String> missing() {
        return List.copyOf(missing);
    }

    private void miss(String name, Exception e) throws IOException {
        String why = masker.mask(name + ": " + Reason.of(e));
        missing.add(why);
        put(name + ".missing.txt", why.getBytes(StandardCharsets.UTF_8));
    }

    private void put(String name, byte[] content) throws IOException {
        zip.putNextEntry(new ZipEntry(name));
        zip.write(content);
        zip.closeEntry();
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }
}
