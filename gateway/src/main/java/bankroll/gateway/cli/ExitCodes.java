package bankroll.gateway.cli;

/** What the help of several commands says of an exit code, in the form that picocli wants; the numbers are ExitCode's. */
final class ExitCodes {
    static final String DONE = "0:done";
    static final String MISUSE = "2:misuse";
    static final String CONFIGURATION = "2:misuse, or a configuration that can't be used";
    static final String NO_SERVICE = "69:no service answers";
    static final String IN_USE = "73:another process works on the data directory";
    static final String NO_ROOM = "75:the machine lacks something for now, as room on the disk";

    private ExitCodes() {}
}
