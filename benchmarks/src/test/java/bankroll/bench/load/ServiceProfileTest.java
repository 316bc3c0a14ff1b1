package bankroll.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceProfileTest {
    @TempDir
    Path directory;

    @Test
    void shouldBeginWhenTheWarmUpIsOver() {
        Path page = directory.resolve("service.html");
        String flag = "-XX:StartFlightRecording=settings=profile,dumponexit=true,filename=" + page + ".jfr";
        assertEquals(List.of(flag + ",delay=10s"), new ServiceProfile(page, 10).flags());
        assertEquals(List.of(flag), new ServiceProfile(page, 0).flags());
    }

    @Test
    void shouldDrawWhatWasRecordedAsOnePage() throws IOException {
        Path page = directory.resolve("service.html");
        try (Recording recording = new Recording()) {
            recording.start();
            recording.stop();
            recording.dump(directory.resolve("service.html.jfr"));
        }
        new ServiceProfile(page, 0).draw("bankroll serve: batches of 500");
        assertTrue(Files.readString(page).contains("bankroll serve: batches of 500"));
    }

    @Test
    void shouldSayWhichRecordingIsMissing() {
        ServiceProfile profile = new ServiceProfile(directory.resolve("service.html"), 0);
        IOException missing = assertThrows(IOException.class, () -> profile.draw("none"));
        assertTrue(missing.getMessage().contains("service.html.jfr"), missing.getMessage());
    }
}
