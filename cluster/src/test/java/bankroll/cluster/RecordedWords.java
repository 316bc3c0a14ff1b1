package bankroll.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import bankroll.testkit.Eventually;
import io.aeron.Image;
import io.aeron.Subscription;
import io.aeron.archive.client.AeronArchive;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.agrona.DirectBuffer;

/** The messages that a recording holds. */
final class RecordedWords {
    private RecordedWords() {}

    /** All messages of a recording that has ended, or soon will. */
    static List<String> of(AeronArchive archive, long recording, int stream) {
        Eventually.within(
                PlayedModule.PATIENCE,
                "the recording ends",
                () -> archive.getStopPosition(recording) != AeronArchive.NULL_POSITION);
        List<String> found = new ArrayList<>();
        long end = archive.getStopPosition(recording);
        try (Subscription replay = archive.replay(recording, 0, end, "aeron:ipc?term-length=64k|alias=words", stream)) {
            Eventually.within(PlayedModule.PATIENCE, "it is shown", () -> replay.imageCount() > 0);
            Image image = replay.imageAtIndex(0);
            Eventually.within(PlayedModule.PATIENCE, "it is read", () -> {
                image.poll((buffer, offset, length, header) -> found.add(hex(buffer, offset, length)), 10);
                return image.position() == end;
            });
        }
        return found;
    }

    /** The same of messages in memory. */
    static List<String> of(DirectBuffer... messages) {
        return Arrays.stream(messages)
                .map(message -> hex(message, 0, message.capacity()))
                .toList();
    }

    private static String hex(DirectBuffer buffer, int offset, int length) {
        byte[] bytes = new byte[length];
        buffer.getBytes(offset, bytes);
        return HexFormat.of().formatHex(bytes);
    }

    /** An archive has both parts of a mark, message by message. */
    static void assertHolds(AeronArchive archive, MarkSnapshot mark, SeedMark kept) {
        assertEquals(of(mark.service()), of(archive, kept.serviceRecording(), MarkSnapshot.SERVICE_STREAM));
        assertEquals(of(mark.module()), of(archive, kept.moduleRecording(), MarkSnapshot.MODULE_STREAM));
    }
}
