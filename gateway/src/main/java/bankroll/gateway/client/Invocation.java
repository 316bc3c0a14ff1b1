package bankroll.gateway.client;

/** How the user called this program, for messages that name a command. */
public final class Invocation {
    private Invocation() {}

    /** {@code ./bankroll}, or the way to it that was typed. */
    public static String command() {
        return System.getProperty("bankroll.command", "./bankroll");
    }
}
