package bankroll.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import one.convert.Arguments;
import one.convert.JfrToFlame;

/** Where the service's time goes, by Java's own recorder: a flame graph page, and the recording beside it. */
final class ServiceProfile {
    private final Path page;
    private final Path recording;
    private final double warmupSeconds;

    /**
     * One that begins when the warm-up is over.
     *
     * @param page the page to write
     */
    ServiceProfile(Path page, double warmupSeconds) {
        this.page = page.toAbsolutePath();
        this.recording = this.page.resolveSibling(this.page.getFileName() + ".jfr");
        this.warmupSeconds = warmupSeconds;
    }

    /** What the service's JVM is told. */
    List<String> flags() {
        // a recorder that begins later than at once does so after a second or more
        String delay = warmupSeconds < 1 ? "" : String.format(Locale.ROOT, ",delay=%.0fs", warmupSeconds);
        return List.of("-XX:StartFlightRecording=settings=profile,dumponexit=true,filename=" + recording + delay);
    }

    /** Draws what was recorded; the service has ended. */
    void draw(String title) throws IOException {
        if (!Files.isReadable(recording)) {
            throw new IOException("the service left no recording in " + recording
                    + ": it ended before the warm-up was over, or its Java has no recorder");
        }
        JfrToFlame.convert(recording.toString(), page.toString(), new Arguments("--threads", "--title", title));
        System.out.println("ServiceProfile: " + page + ", and " + recording + " for JDK Mission Control");
    }
}
