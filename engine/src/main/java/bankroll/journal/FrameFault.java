package bankroll.journal;

/** What is wrong with a frame, in the order in which {@link Frame#check} looks. */
public enum FrameFault {
    /** Nothing is wrong. */
    NONE("a good frame"),
    /** Fewer bytes than the frame needs. */
    CUT_OFF("the frame is cut off"),
    /** It does not start with "BKR1". */
    WRONG_MAGIC("no frame starts here (wrong magic)"),
    /** Not a possible total length, or not that of its record. */
    WRONG_LENGTH("the frame's length is wrong"),
    /** The bytes are not those that were written. */
    WRONG_CRC("the frame's CRC32C does not fit its bytes"),
    /** Written by a newer program. */
    UNKNOWN_VERSION("the frame's version is not known to this program"),
    /** Not the header length of its version. */
    WRONG_HEADER_LENGTH("the frame's header length is wrong"),
    /** The command does not fit into the frame. */
    WRONG_COMMAND_LENGTH("the frame's command length is wrong"),
    /** Not the sequence that had to come here. */
    WRONG_SEQUENCE("the frame's sequence is not the next one"),
    /** The frame does not follow the one before. */
    WRONG_PREVIOUS_CRC("the frame does not follow the frame before it (previous CRC)");

    private final String text;

    FrameFault(String text) {
        this.text = text;
    }

    /** The fault in words, for messages. */
    public String text() {
        return text;
    }
}
