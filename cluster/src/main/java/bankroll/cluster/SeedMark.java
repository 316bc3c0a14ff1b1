package bankroll.cluster;

/**
 * A mark as Aeron keeps it: with it another node goes on in the log from there.
 *
 * @param term in which it was made
 * @param termBase the log's byte at which that term began
 * @param position the log's byte behind which the mark stands
 * @param timestampMs Aeron's time
 * @param moduleRecording the archive's number of what Aeron wrote of itself
 * @param serviceRecording the archive's number of our mark
 */
public record SeedMark(
        long term, long termBase, long position, long timestampMs, long moduleRecording, long serviceRecording) {
    /** The same, where an archive has other numbers for its recordings. */
    SeedMark recordedAs(long itsModuleRecording, long itsServiceRecording) {
        return new SeedMark(term, termBase, position, timestampMs, itsModuleRecording, itsServiceRecording);
    }
}
