package bankroll.gateway.config;

import bankroll.cluster.MemberAddress;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** What the settings of a cluster must be together. */
final class ClusterRules {
    private ClusterRules() {}

    static void check(Configuration loaded, Findings findings) {
        List<MemberAddress> members = loaded.get(ClusterSettings.MEMBERS);
        if (members.isEmpty()) {
            refuseAlone(loaded, findings);
            return;
        }
        if (loaded.get(ClusterSettings.NODE).isEmpty()) {
            findings.problem("cluster.members names " + members.size()
                    + " nodes, and cluster.node doesn't say which of them this is: set it to 0 to "
                    + (members.size() - 1)
                    + ", another one on each node");
            return;
        }
        checkSecret(loaded, findings);
        refusePublic(loaded, findings);
        try {
            loaded.contexts().cluster().conclude();
        } catch (IllegalArgumentException e) {
            findings.problem("cluster: " + e.getMessage());
        }
    }

    private static void refuseAlone(Configuration loaded, Findings findings) {
        if (loaded.get(ClusterSettings.NODE).isPresent()
                || !loaded.get(ClusterSettings.URLS).isEmpty()) {
            findings.problem(
                    "cluster.node or cluster.urls is set, and cluster.members isn't: name all members, or take the"
                            + " others out for a single node");
        }
    }

    private static void checkSecret(Configuration loaded, Findings findings) {
        Optional<Path> file = loaded.get(ClusterSettings.SECRET_FILE);
        if (file.isPresent()) {
            List<String> lines = SecretFile.lines(
                    ClusterSettings.SECRET_FILE.key(), file.get().toString(), ValueOrigin.DEFAULT, findings);
            if (!lines.isEmpty() && (lines.size() > 1 || !SecretForm.isToken(lines.get(0)))) {
                findings.problem(ClusterSettings.SECRET_FILE.key() + ": " + file.get() + " must hold one line of "
                        + SecretForm.TOKEN + " (for a new one: openssl rand -hex 32)");
            }
        } else if (!loaded.get(ClusterSettings.MEMBERS).stream()
                .allMatch(member -> is(member, InetAddress::isLoopbackAddress))) {
            findings.problem(
                    "cluster.members names other machines, so cluster.secret-file is needed: the same file on each of"
                            + " them (for a new one: openssl rand -hex 32)");
        }
    }

    private static void refusePublic(Configuration loaded, Findings findings) {
        if (loaded.get(ClusterSettings.PUBLIC_ADDRESSES)) {
            return;
        }
        loaded.get(ClusterSettings.MEMBERS).stream()
                .filter(member -> is(member, ClusterRules::isPublic))
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
