package bankroll.gateway.config;

import bankroll.cluster.MemberAddress;
import bankroll.gateway.config.EffectiveValue.ValueOrigin;
import bankroll.gateway.http.ClientAddress.Proxies;
import bankroll.journal.files.FreeSpace;
import bankroll.memory.MachineMemory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What settings, platforms and tokens must be together: whatever doesn't fit is a finding. One loading, one thread. */
final class ConfigurationRules {
    private final Configuration loaded;
    private final Findings findings;

    private ConfigurationRules(Configuration loaded, Findings findings) {
        this.loaded = loaded;
        this.findings = findings;
    }

    static void check(Configuration loaded, Findings findings) {
        new ConfigurationRules(loaded, findings).check();
    }

    private void check() {
        checkTls(
                Settings.PLATFORM_CERTIFICATE,
                Settings.PLATFORM_CERTIFICATE_KEY,
                Settings.PLATFORM_CLIENT_AUTHORITIES,
                loaded.platforms().stream()
                        .filter(platform -> !platform.clientNames().isEmpty())
                        .map(platform -> "platform " + platform.name())
                        .toList());
        checkTls(
                Settings.OPERATOR_CERTIFICATE,
                Settings.OPERATOR_CERTIFICATE_KEY,
                Settings.OPERATOR_CLIENT_AUTHORITIES,
                loaded.tokens().stream()
                        .filter(token -> !token.clientNames().isEmpty())
                        .map(token -> "token " + token.name())
                        .toList());
        loaded.unsignedFaults(loaded.platforms(), "").forEach(findings::problem);
        refuseOnePort();
        warnOfProxiesThatNobodyNames();
        if (loaded.get(Settings.PLATFORM_CERTIFICATE).isEmpty()) {
            warnOfPlainHttp(Settings.PLATFORM_LISTEN, "whoever is on the way reads and repeats signed requests");
        }
        if (loaded.get(Settings.OPERATOR_CERTIFICATE).isEmpty()) {
            warnOfPlainHttp(Settings.OPERATOR_LISTEN, "whoever is on the way reads the operators' tokens");
        }
        refuseTooMuchMemory(JvmMemory.ofThisProcess());
        refuseMoreTablesThanMemory();
        checkBackup();
        checkCluster();
    }

    /**
     * The settings of one listener's TLS.
     *
     * @param bound platforms or tokens that are bound to the names of clients
     */
    private void checkTls(
            Setting<Optional<Path>> certificate,
            Setting<Optional<Path>> key,
            Setting<Optional<Path>> clientAuthorities,
            List<String> bound) {
        if (loaded.get(certificate).isPresent() != loaded.get(key).isPresent()) {
            findings.problem(certificate.key() + " and " + key.key() + " belong together: give both or none");
        }
        if (loaded.get(clientAuthorities).isPresent() && loaded.get(certificate).isEmpty()) {
            findings.problem(clientAuthorities.key() + " needs " + certificate.key()
                    + ": clients show certificates over TLS only");
        }
        if (!bound.isEmpty() && loaded.get(clientAuthorities).isEmpty()) {
            findings.problem("client-names of " + String.join(", ", bound) + " need " + clientAuthorities.key()
                    + ": without it no client shows a certificate");
        }
        loaded.get(key).ifPresent(path -> refuseIfOpen(key, path));
    }

    private void refuseIfOpen(Setting<?> key, Path path) {
        try {
            SecretFile.isFile(key.key(), path, findings);
        } catch (IOException e) {
            findings.problem(
                    key.key() + ": " + path + " can't be read (" + e.getClass().getSimpleName() + ")");
        }
    }

    private void warnOfPlainHttp(Setting<HostPort> listener, String consequence) {
        HostPort address = loaded.get(listener);
        if (!address.isLoopback()) {
            findings.warning(listener.key() + " (" + address
                    + ") can be reached from other machines and speaks HTTP without TLS: " + consequence
                    + ". Give it a certificate, or listen on 127.0.0.1 behind a proxy with TLS");
        }
    }

    private void warnOfProxiesThatNobodyNames() {
        if (loaded.get(Settings.CLIENT_ADDRESS) != Proxies.Telling.NOTHING
                && loaded.get(Settings.TRUSTED_PROXIES).isNobody()) {
            findings.warning(Settings.CLIENT_ADDRESS.key() + " is set, and " + Settings.TRUSTED_PROXIES.key()
                    + " names no proxy: each connection counts as its client's own. Name the proxy's address");
        }
    }

    /** Bounds that can't hold what they are for, or that the JVM can't hold. */
    private void refuseTooMuchMemory(JvmMemory memory) {
        long requests = loaded.get(ConnectionSettings.REQUEST_MEMORY_BYTES);
        long answers = loaded.get(ConnectionSettings.ANSWER_MEMORY_BYTES);
        long underWay = loaded.get(Settings.IN_FLIGHT_BYTES);
        int body = loaded.get(Settings.MAX_BODY_BYTES);
        String cure = "; this JVM has " + memory.words()
                + ": give it more with -Xmx and -XX:MaxDirectMemorySize in BANKROLL_JAVA_OPTS, or ask for less";
        if (requests / Contexts.OPERATORS_PART < body) {
            findings.problem(is(ConnectionSettings.REQUEST_MEMORY_BYTES, requests)
                    + ": the operators' quarter can't hold one body of " + Settings.MAX_BODY_BYTES.key() + " = "
                    + Quantity.BYTES.show(body) + cure);
        }
        if (requests > memory.mostForRequests()) {
            tooMuch(ConnectionSettings.REQUEST_MEMORY_BYTES, requests, memory.mostForRequests(), cure);
        }
        if (answers > memory.mostForAnswers()) {
            tooMuch(ConnectionSettings.ANSWER_MEMORY_BYTES, answers, memory.mostForAnswers(), cure);
        }
        if (underWay > Math.max(memory.forRequestsUnderWay(), memory.heapBytes() / 2)) {
            tooMuch(Settings.IN_FLIGHT_BYTES, underWay, memory.heapBytes() / 2, cure);
        }
    }

    private void refuseMoreTablesThanMemory() {
        long tables = loaded.get(Settings.TABLE_MEMORY_BYTES);
        long machine = Math.max(MachineMemory.LEAST_TABLE_BYTES, Settings.MACHINE.bytes());
        if (tables > machine) {
            findings.problem(is(Settings.TABLE_MEMORY_BYTES, tables) + ": this machine, or its control group, has "
                    + Quantity.BYTES.show(machine) + " in all; set it lower, or auto");
        }
    }

    /** A hook may be on a disk that is mounted later: without it a service does all else. */
    private void checkBackup() {
        Path data = real(loaded.get(Settings.DATA));
        loaded.get(BackupSettings.TO)
                .filter(to -> real(to).startsWith(data))
                .ifPresent(
                        to -> findings.problem("backup.to: " + to + " is in the data directory, so that one lost disk"
                                + " takes both; name a directory on another disk or machine"));
        loaded.get(BackupSettings.HOOK)
                .filter(hook -> hook.getParent() != null)
                .filter(hook -> !Files.isExecutable(hook) || Files.isDirectory(hook))
                .ifPresent(hook -> findings.warning("backup.hook: " + hook
                        + (Files.exists(hook) ? " is no program that this user may run" : " does not exist")
                        + "; every backup will be told as degraded"));
    }

    /** Where it is, or will be made, behind all links. */
    private static Path real(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        Path standing = FreeSpace.standing(absolute);
        try {
            return standing.toRealPath().resolve(standing.relativize(absolute)).normalize();
        } catch (IOException e) {
            return absolute;
        }
    }

    private void tooMuch(Setting<Long> setting, long asked, long most, String cure) {
        findings.problem(is(setting, asked) + ": at most " + Quantity.BYTES.show(most) + " can be held" + cure);
    }

    private static String is(Setting<?> setting, long bytes) {
        return setting.key() + " is " + Quantity.BYTES.show(bytes);
    }

    private void refuseOnePort() {
        HostPort platform = loaded.get(Settings.PLATFORM_LISTEN);
        HostPort operator = loaded.get(Settings.OPERATOR_LISTEN);
        if (platform.equals(operator) && platform.port() != 0) {
            findings.problem("platform.listen and operator.listen are both " + platform
                    + "; the operator's API needs a port of its own");
        }
    }

    private void checkCluster() {
        List<MemberAddress> members = loaded.get(ClusterSettings.MEMBERS);
        if (members.isEmpty()) {
            refuseAlone();
            return;
        }
        if (members.size() != 3 && members.size() != 5) {
            findings.problem("cluster.members: a cluster has 3 or 5 members, not " + members.size());
            return;
        }
        if (loaded.get(ClusterSettings.NODE).isEmpty()) {
            findings.problem("cluster.members names " + members.size()
                    + " nodes, and cluster.node doesn't say which of them this is: set it to 0 to "
                    + (members.size() - 1)
                    + ", another one on each node");
            return;
        }
        checkSecret();
        refusePublic();
        try {
            loaded.contexts().cluster().conclude();
        } catch (IllegalArgumentException e) {
            findings.problem("cluster: " + e.getMessage());
        }
    }

    private void refuseAlone() {
        if (loaded.get(ClusterSettings.NODE).isPresent()
                || !loaded.get(ClusterSettings.URLS).isEmpty()) {
            findings.problem(
                    "cluster.node or cluster.urls is set, and cluster.members isn't: name all members, or take the"
                            + " others out for a single node");
        }
    }

    private void checkSecret() {
        Optional<Path> file = loaded.get(ClusterSettings.SECRET_FILE);
        if (file.isPresent()) {
            List<String> lines = SecretFile.lines(
                    ClusterSettings.SECRET_FILE.key(), file.get().toString(), ValueOrigin.DEFAULT, findings);
            if (!lines.isEmpty() && (lines.size() > 1 || !Secret.isToken(lines.get(0)))) {
                findings.problem(ClusterSettings.SECRET_FILE.key() + ": " + file.get() + " must hold one line of "
                        + Secret.TOKEN + " (for a new one: openssl rand -hex 32)");
            }
        } else if (!loaded.get(ClusterSettings.MEMBERS).stream()
                .allMatch(member -> is(member, InetAddress::isLoopbackAddress))) {
            findings.problem(
                    "cluster.members names other machines, so cluster.secret-file is needed: the same file on each of"
                            + " them (for a new one: openssl rand -hex 32)");
        }
    }

    private void refusePublic() {
        if (loaded.get(ClusterSettings.PUBLIC_ADDRESSES)) {
            return;
        }
        loaded.get(ClusterSettings.MEMBERS).stream()
                .filter(member -> is(member, ConfigurationRules::isPublic))
                .findFirst()
                .ifPresent(member ->
                        findings.problem("cluster.members: " + member + " is a public address, and what members tell"
                                + " each other is not encrypted: use a private network or a tunnel such as WireGuard, or set "
                                + ClusterSettings.PUBLIC_ADDRESSES.key() + " = true"));
    }

    private static boolean isPublic(InetAddress address) {
        byte[] bytes = address.getAddress();
        boolean isUniqueLocal = bytes.length == 16 && (bytes[0] & 0xfe) == 0xfc;
        boolean isCarriers = bytes.length == 4 && bytes[0] == 100 && (bytes[1] & 0xc0) == 64;
        return !(address.isLoopbackAddress()
                || address.isSiteLocalAddress()
                || address.isLinkLocalAddress()
                || isUniqueLocal
                || isCarriers);
    }

    /** A name that isn't known now is nothing of it. */
    private static boolean is(MemberAddress member, Predicate<InetAddress> kind) {
        try {
            return kind.test(InetAddress.getByName(member.host()));
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
