package bankroll.gateway.config;

import static bankroll.gateway.config.Contexts.listeners;
import static bankroll.gateway.config.Contexts.shares;
import static bankroll.gateway.config.Setting.bytesOrAuto;
import static bankroll.gateway.config.Setting.milliseconds;
import static bankroll.gateway.config.Setting.seconds;
import static bankroll.gateway.config.Setting.whole;

import bankroll.gateway.http.HttpContext;
import bankroll.gateway.http.tls.TlsProvider;
import java.util.ArrayList;
import java.util.List;

/** The settings of connections: how many, how long, and what memory they may hold; among those of {@code Settings}. */
public final class ConnectionSettings {
    private static final List<Setting<?>> LISTED = new ArrayList<>();
    private static final HttpContext HTTP = new HttpContext();
    private static final JvmMemory JVM = JvmMemory.ofThisProcess();

    public static final Setting<Integer> MAX_CONNECTIONS = list(whole(
                    "platform.max-connections", HTTP.maxConnections(), 1, 1_000_000)
            .means("Open connections of platforms; one more takes the place of the oldest idle one, or is answered"
                    + " unavailable and closed. Fewer where file descriptors or the heap don't allow so many.")
            .to((contexts, value) -> contexts.platform().maxConnections(value)));

    public static final Setting<Integer> MAX_CONNECTIONS_PER_ADDRESS = list(whole(
                    "platform.max-connections-per-address", HTTP.maxConnectionsPerAddress(), 1, 1_000_000)
            .means("Open connections of one client address (of IPv6 its first 64 bits); one more takes the place of its"
                    + " oldest idle one, or is answered unavailable and closed. Trusted proxies have no such"
                    + " bound, but their clients do where the PROXY protocol tells them. Both listeners.")
            .to(listeners(HttpContext::maxConnectionsPerAddress)));

    public static final Setting<Long> IDLE_MS = list(seconds("platform.idle-seconds", HTTP.idleMs() / 1_000, 1, 86_400)
            .means("A connection without a request is closed after this time. Set it longer than the idle time of a"
                    + " proxy in front, so that the proxy closes first. Both listeners.")
            .to(listeners(HttpContext::idleMs)));

    public static final Setting<Long> FIRST_REQUEST_MS =
            list(milliseconds("platform.first-request-ms", HTTP.firstRequestMs(), 100, 3_600_000)
                    .means("A new connection is closed after this time without a request. Both listeners.")
                    .to(listeners(HttpContext::firstRequestMs)));

    public static final Setting<Long> HEAD_DEADLINE_MS =
            list(milliseconds("platform.head-deadline-ms", HTTP.headDeadlineMs(), 100, 3_600_000)
                    .means("Time from a request's first byte to the end of its headers. Both listeners.")
                    .to(listeners(HttpContext::headDeadlineMs)));

    public static final Setting<Long> REQUEST_DEADLINE_MS =
            list(milliseconds("platform.request-deadline-ms", HTTP.requestDeadlineMs(), 100, 3_600_000)
                    .means("Time from a request's first byte to its last. Both listeners.")
                    .to(listeners(HttpContext::requestDeadlineMs)));

    public static final Setting<Long> UNREAD_MS = list(milliseconds(
                    "platform.unread-ms", HTTP.unreadMs(), 100, 3_600_000)
            .means("A connection whose client takes nothing of an answer for this time is closed. Both listeners.")
            .to(listeners(HttpContext::unreadMs)));

    public static final Setting<Long> REQUEST_MEMORY_BYTES =
            list(bytesOrAuto("platform.request-memory-bytes", JVM.forRequests(), JVM.words(), 1L << 20, 1L << 40)
                    .means(
                            "Memory for requests while they arrive: three quarters for the platforms' listener, a quarter for the"
                                    + " operators'. Beyond it the worst sender is answered unavailable. auto: a quarter of the"
                                    + " JVM's heap or of its direct memory, whichever is less.")
                    .to(shares(HttpContext::requestBytes)));

    public static final Setting<Long> ANSWER_MEMORY_BYTES =
            list(bytesOrAuto("platform.answer-memory-bytes", JVM.forAnswers(), JVM.words(), 1L << 20, 1L << 40)
                    .means(
                            "Memory for answers that their clients have not read yet, shared out the same way. Beyond it the worst"
                                    + " reader's connection is closed. auto: a quarter of the JVM's direct memory.")
                    .to(shares(HttpContext::answerBytes)));

    public static final Setting<Integer> MAX_IN_FLIGHT = list(whole(
                    "platform.max-in-flight-per-connection", HTTP.maxInFlightPerConnection(), 1, 1_024)
            .means("Requests of one connection without an answer; then its bytes are left unread. Both listeners.")
            .to(listeners(HttpContext::maxInFlightPerConnection)));

    public static final Setting<TlsProvider> TLS_PROVIDER = list(Setting.of(
                    "platform.tls-provider", "auto", "auto, native or jdk", SettingForms::tlsProvider)
            .means("Who computes TLS. native: BoringSSL, of which Linux on x86-64 has a library here. jdk: the JDK."
                    + " auto: the native one where it can be loaded and knows the key's kind (RSA, EC), else the JDK."
                    + " The log says which it is. Both listeners.")
            .to(listeners(HttpContext::tlsProvider)));

    /** All of them, in the order in which they are shown. */
    static final List<Setting<?>> ALL = List.copyOf(LISTED);

    private ConnectionSettings() {}

    private static <T> Setting<T> list(Setting<T> setting) {
        LISTED.add(setting);
        return setting;
    }
}
