package bankroll.cluster;

import io.aeron.archive.codecs.CatalogHeaderDecoder;
import io.aeron.archive.codecs.RecordingDescriptorDecoder;
import io.aeron.archive.codecs.RecordingDescriptorHeaderDecoder;
import io.aeron.archive.codecs.RecordingState;
import java.io.File;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.agrona.BitUtil;
import org.agrona.IoUtil;
import org.agrona.concurrent.UnsafeBuffer;

/** What Aeron's archive has recorded, read from its file while the archive doesn't run. Stateless. */
final class ArchiveCatalog {
    private static final String FILE = "archive.catalog";
    private static final int HEAD = RecordingDescriptorHeaderDecoder.BLOCK_LENGTH;

    private ArchiveCatalog() {}

    /** Shows every valid recording, in their order; one decoder for all of them. None when there is no catalog. */
    static void read(Path archiveDirectory, Consumer<RecordingDescriptorDecoder> each) {
        File file = archiveDirectory.resolve(FILE).toFile();
        if (!file.exists()) {
            return;
        }
        MappedByteBuffer mapped = IoUtil.mapExistingFile(file, FILE);
        try {
            read(new UnsafeBuffer(mapped), each);
        } finally {
            IoUtil.unmap(mapped);
        }
    }

    private static void read(UnsafeBuffer catalog, Consumer<RecordingDescriptorDecoder> each) {
        RecordingDescriptorHeaderDecoder head = new RecordingDescriptorHeaderDecoder();
        RecordingDescriptorDecoder recording = new RecordingDescriptorDecoder();
        int alignment = new CatalogHeaderDecoder()
                .wrap(catalog, 0, CatalogHeaderDecoder.BLOCK_LENGTH, CatalogHeaderDecoder.SCHEMA_VERSION)
                .alignment();
        int at = CatalogHeaderDecoder.BLOCK_LENGTH;
        while (at + HEAD < catalog.capacity()) {
            head.wrap(catalog, at, HEAD, RecordingDescriptorHeaderDecoder.SCHEMA_VERSION);
            if (head.length() <= 0) {
                return;
            }
            if (head.state() == RecordingState.VALID) {
                recording.wrap(
                        catalog,
                        at + HEAD,
                        RecordingDescriptorDecoder.BLOCK_LENGTH,
                        RecordingDescriptorDecoder.SCHEMA_VERSION);
                each.accept(recording);
            }
            at += BitUtil.align(HEAD + head.length(), alignment);
        }
    }
}
