package bankroll.gateway.config;

import static bankroll.gateway.config.Setting.bytes;
import static bankroll.gateway.config.Setting.either;
import static bankroll.gateway.config.Setting.milliseconds;
import static bankroll.gateway.config.Setting.seconds;

import bankroll.cluster.ClusterContext;
import bankroll.cluster.MemberAddress;
import bankroll.gateway.config.EffectiveValue.ValueOrigin;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** The settings of a node that decides together with others; among those of {@code Settings}. */
public final class ClusterSettings {
    private static final String NONE = "none";
    private static final List<Setting<?>> LISTED = new ArrayList<>();

    public static final Setting<List<MemberAddress>> MEMBERS = list(Setting.of(
                    "cluster.members",
                    NONE,
                    "none, or three or five addresses with commas between them, like 10.0.0.1:9010, 10.0.0.2:9010, 10.0.0.3:9010",
                    text -> listed(text, MemberAddress::of))
            .means(
                    "A preview: the nodes that decide together, in the same order on each of them (docs/cluster.md). Each"
                            + " needs " + MemberAddress.PORTS
                            + " UDP ports that follow each other, from the one named on. none: this"
                            + " is a single node.")
            .to((contexts, value) -> contexts.cluster().members(value)));

    public static final Setting<Optional<Integer>> NODE =
            list(Setting.of("cluster.node", NONE, "none, or 0 to 4", ClusterSettings::node)
                    .means("Which of cluster.members this node is, from 0 on.")
                    .to((contexts, value) -> value.ifPresent(contexts.cluster()::node)));

    public static final Setting<List<String>> URLS = list(Setting.of(
                    "cluster.urls",
                    NONE,
                    "none, or one address for each member, with commas between them, like"
                            + " https://a.example:8080, https://b.example:8080, https://c.example:8080",
                    text -> listed(text, SettingForms::uri))
            .means(
                    "The addresses at which platforms reach the members, in the order of cluster.members. A node that doesn't"
                            + " lead tells its callers the leader's.")
            .to((contexts, value) -> contexts.cluster().urls(value)));

    public static final Setting<Optional<Path>> SECRET_FILE = list(SettingForms.optionalFile("cluster.secret-file")
            .means(
                    "The file with the members' shared secret: one line of 16 to 512 visible ASCII characters, the same on"
                            + " all of them. A member's archive asks for it, which prevents mistakes, not attacks: anyone who can"
                            + " reach the members' ports can read the log and change the books without it (docs/cluster.md)."
                            + " Needed unless all members are on this machine.")
            .to((contexts, value) -> contexts.cluster().secret(secret(value))));

    public static final Setting<Boolean> PUBLIC_ADDRESSES = list(either(
                    "cluster.allow-public-addresses", "false", "true", "true or false")
            .means("What members tell each other is neither encrypted nor signed. Anyone who can reach their ports can"
                    + " read the log and change the books: they need WireGuard or a firewall from host to host. true: a"
                    + " member's address may be public all the same.")
            .asked());

    public static final Setting<Boolean> UNFORCED = list(either("cluster.sync", "always", NONE, "always or none")
            .means(
                    "always: a booking is on most nodes' disks before the answer. none: it is with most nodes, and a power cut of"
                            + " most of them at once can lose it. journal.sync has no say in a cluster.")
            .to((contexts, value) -> contexts.cluster().forced(!value)));

    public static final Setting<Long> HEARTBEAT_MS = list(milliseconds(
                    "cluster.heartbeat-ms",
                    ClusterContext.HEARTBEAT_MS_DEFAULT,
                    ClusterContext.HEARTBEAT_MS.least(),
                    ClusterContext.HEARTBEAT_MS.most())
            .means("After so long a silence of the leader the others elect another one.")
            .to((contexts, value) -> contexts.cluster().heartbeatMs(value)));

    public static final Setting<Long> FOLLOWER_TIMEOUT_MS = list(milliseconds(
                    "cluster.follower-timeout-ms",
                    ClusterContext.FOLLOWER_TIMEOUT_MS_DEFAULT,
                    ClusterContext.FOLLOWER_TIMEOUT_MS.least(),
                    ClusterContext.FOLLOWER_TIMEOUT_MS.most())
            .means("A follower that is silent for longer no longer holds the others up.")
            .to((contexts, value) -> contexts.cluster().followerTimeoutMs(value)));

    public static final Setting<Integer> TERM_BYTES = list(bytes(
                    "cluster.log-term-bytes",
                    ClusterContext.TERM_BYTES_DEFAULT,
                    ClusterContext.TERM_BYTES.least(),
                    ClusterContext.TERM_BYTES.most())
            .means(
                    "Size of a new log's buffers and files, a power of two; a log that exists keeps its own. What is longer"
                            + " than an eighth of it goes through the log in parts.")
            .to((contexts, value) -> contexts.cluster().termBytes(value)));

    public static final Setting<Long> MARK_MS = list(seconds(
                    "cluster.mark-every-seconds",
                    TimeUnit.MILLISECONDS.toSeconds(ClusterContext.MARK_EVERY_MS_DEFAULT),
                    1,
                    86_400)
            .means(
                    "The leader asks for a mark so often, and after each 512 MiB of the log: a start reads it from the newest"
                            + " mark on.")
            .to((contexts, value) -> contexts.cluster().markEveryMs(value)));

    public static final Setting<Long> KEPT_BYTES = list(bytes(
                    "cluster.log-kept-bytes",
                    ClusterContext.KEPT_BYTES_DEFAULT,
                    ClusterContext.KEPT_BYTES.least(),
                    ClusterContext.KEPT_BYTES.most())
            .means(
                    "So much of the log is kept behind its end, for a node that was away; what is older and behind the newest"
                            + " marks is deleted, file by file (cluster.log-term-bytes). A node that lacks more than that has to"
                            + " be seeded.")
            .to((contexts, value) -> contexts.cluster().keptBytes(value)));

    /** All of them, in the order in which they are shown. */
    static final List<Setting<?>> ALL = List.copyOf(LISTED);

    private ClusterSettings() {}

    private static <T> Setting<T> list(Setting<T> setting) {
        LISTED.add(setting);
        return setting;
    }

    private static <T> List<T> listed(String text, Function<String, T> form) {
        return text.equals(NONE)
                ? List.of()
                : Arrays.stream(text.split(",")).map(String::strip).map(form).toList();
    }

    /** What all members know; empty where no file is named, or nothing can be read from it, which the check has told. */
    static byte[] secret(Optional<Path> file) {
        return file.map(it -> SecretFile.lines(SECRET_FILE.key(), it.toString(), ValueOrigin.DEFAULT, new Findings()))
                .filter(lines -> !lines.isEmpty())
                .map(lines -> lines.get(0).getBytes(StandardCharsets.US_ASCII))
                .orElse(new byte[0]);
    }

    private static Optional<Integer> node(String text) {
        if (text.equals(NONE)) {
            return Optional.empty();
        }
        if (!text.matches("[0-4]")) {
            throw new IllegalArgumentException(text);
        }
        return Optional.of(Integer.parseInt(text));
    }
}
