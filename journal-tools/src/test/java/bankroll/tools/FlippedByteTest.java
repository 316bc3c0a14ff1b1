package bankroll.tools;

import static bankroll.tools.Called.journal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.engine.DataDirectory;
import bankroll.journal.Frame;
import bankroll.tools.service.ServiceJournal;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One bit of a frame in the middle of the journal is another one: every command, every part of the frame. */
class FlippedByteTest {
    private static final int BATCH_BYTES = 3_000;

    @TempDir
    static Path shared;

    @TempDir
    Path temporary;

    private static ServiceJournal source;
    private static Path backup;
    private static long sequence;

    /** Where the parts of a frame stand, from its start. */
    enum Part {
        RECORD_HEADER(-4),
        RECORD_HEADER_TOP(-1),
        MAGIC(0),
        VERSION(4),
        HEADER_LENGTH(6),
        LENGTH(8),
        COMMAND_LENGTH(12),
        SEQUENCE(16),
        TIME(24),
        PREVIOUS_CRC(32),
        RESERVED(36),
        CHAIN_SEQUENCE(40),
        CHAIN(48),
        COMMAND(Frame.HEADER_LENGTH + 1),
        COMMAND_MIDDLE(1_000),
        OUTCOMES(-5_000),
        TRAILER(-5_001),
        CRC(-5_002);

        private final int offset;

        Part(int offset) {
            this.offset = offset;
        }

        int in(FrameSurgery frame) {
            return switch (this) {
                case OUTCOMES -> frame.length() - 100;
                case TRAILER -> frame.length() - 8;
                case CRC -> frame.length() - 2;
                default -> offset;
            };
        }
    }

    @BeforeAll
    static void prepare() {
        source = ServiceJournal.get();
        backup = shared.resolve("backup");
        sequence = 100;
        while (FrameSurgery.frame(source.data(), sequence).length() < BATCH_BYTES) {
            sequence++;
        }
        assertEquals(0, journal("backup", source.data(), backup, "--quiet").exitCode());
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeNamedByEveryCommandAndDestroyNothing(Part part) throws IOException {
        Path data = FrameSurgery.copy(source.data(), temporary.resolve("data"));
        flip(FrameSurgery.frame(data, sequence), part);
        EveryCommand every =
                new EveryCommand(source.data(), source.lists().get("alpha").file(), temporary);

        for (String command : EveryCommand.READING) {
            Called called = every.call(command, data);

            assertEquals(1, called.exitCode(), () -> command + ": " + called);
            String said = command.equals("verify") || command.equals("info") ? called.out() : called.err();
            if (!command.equals("snapshot take")) {
                assertTrue(said.contains("where sequence " + sequence + " must stand"), () -> command + ": " + called);
                assertTrue(
                        said.contains("entries up to " + (sequence - 1) + " are good"), () -> command + ": " + called);
            }
            assertNothingHalf(every.made());
        }
        for (String command : EveryCommand.SNAPSHOTS) {
            assertEquals(0, every.call(command, data).exitCode(), command);
        }
    }

    @ParameterizedTest
    @EnumSource
    void shouldBeNoticedInABackup(Part part) throws IOException {
        if (part.name().startsWith("RECORD")) {
            return; // a backup has no record headers
        }
        Path damaged = FrameSurgery.copy(backup, temporary.resolve("backup"));
        FrameSurgery inJournal = FrameSurgery.frame(source.data(), sequence);
        try (Stream<Path> files = Files.list(damaged)) {
            Path file = files.filter(path -> path.toString().endsWith(".bkf"))
                    .findFirst()
                    .orElseThrow();
            new FrameSurgery(file, positionInBackup(), inJournal.length()).flip(part.in(inJournal));
        }

        Called restored = journal("restore", damaged, temporary.resolve("restored"), "--quiet");
        assertEquals(1, restored.exitCode(), restored::toString);
        assertTrue(restored.err().contains("its checksum is not the manifest's"), restored::toString);
        assertFalse(Files.exists(temporary.resolve("restored")), "nothing was written");
        Called verified = journal("verify", damaged, "--quiet");
        assertEquals(1, verified.exitCode(), verified::toString);
        assertTrue(verified.out().contains("where sequence " + sequence + " must stand"), verified::toString);
    }

    @Test
    void shouldBeLeftOutWhenOnlyWhatIsBeforeItIsAskedFor() throws IOException {
        Path data = FrameSurgery.copy(source.data(), temporary.resolve("data"));
        flip(FrameSurgery.frame(data, sequence), Part.COMMAND);

        for (Object[] words : new Object[][] {
            {"dump", data, "--to-sequence", sequence - 1, "--quiet"},
            {"state", data, "--to-sequence", sequence - 1, "--quiet"},
            {"report", "ggr", data, "--to-sequence", sequence - 1, "--quiet"},
            {"export", data, temporary.resolve("export"), "--to-sequence", sequence - 1, "--quiet"},
            {"replay", data, temporary.resolve("rescued"), "--to-sequence", sequence - 1, "--quiet"},
            {"verify", temporary.resolve("rescued"), "--quiet"}
        }) {
            Called called = journal(words);
            assertEquals(0, called.exitCode(), called::toString);
        }
    }

    private static void flip(FrameSurgery frame, Part part) throws IOException {
        if (part != Part.RECORD_HEADER_TOP) {
            frame.flip(part.in(frame));
            return;
        }
        try (RandomAccessFile bytes = new RandomAccessFile(frame.file().toFile(), "rw")) {
            bytes.seek(frame.position() - 1);
            int old = bytes.read();
            bytes.seek(frame.position() - 1);
            bytes.write(old ^ 0x80);
        }
    }

    private static long positionInBackup() {
        long position = 0;
        for (long before = 1; before < sequence; before++) {
            position += FrameSurgery.frame(source.data(), before).length();
        }
        return position;
    }

    /** What was not finished doesn't look as if it were. */
    private static void assertNothingHalf(Path made) {
        assertFalse(Files.exists(made.resolve(DataDirectory.EXPORT_MANIFEST)), made + " looks like an export");
        assertFalse(Files.exists(made.resolve(DataDirectory.BACKUP_MANIFEST)), made + " looks like a backup");
        assertFalse(Files.exists(made.resolve("journal")), made + " looks like a data directory");
    }
}
