package bankroll.gateway.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import bankroll.cluster.MemberAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterRulesTest {
    private static final String MEMBERS = "cluster.members = \"127.0.0.1:9010, 127.0.0.1:9020, 127.0.0.1:9030\"\n";

    @TempDir
    private Path directory;

    @Test
    void shouldBeASingleNodeUnlessMembersAreNamed() {
        Configuration loaded = Layers.none().load();

        assertEquals(List.of(), loaded.get(ClusterSettings.MEMBERS));
        assertEquals(false, loaded.get(ClusterSettings.UNFORCED), "what is acknowledged is on most nodes' disks");
    }

    @Test
    void shouldReadMembersAndWhichOfThemThisIs() {
        Configuration loaded =
                Layers.none().file(directory, MEMBERS + "cluster.node = 2\n").load();

        assertEquals(
                new MemberAddress("127.0.0.1", 9020),
                loaded.get(ClusterSettings.MEMBERS).get(1));
        assertEquals(Optional.of(2), loaded.get(ClusterSettings.NODE));
    }

    @Test
    void shouldNameTheCure() {
        problem(MEMBERS, "cluster.node doesn't say which of them this is: set it to 0 to 2");
        problem("cluster.node = 1\n", "cluster.members isn't: name all members");
        problem("cluster.members = \"127.0.0.1:9010\"\ncluster.node = 0\n", "a cluster has 3 or 5 members, not 1");
        problem("cluster.members = \"127.0.0.1\"\n", "must be none, or three or five addresses");
        problem(MEMBERS.replace("9020", "9012") + "cluster.node = 0\n", "two members take port 9012 of 127.0.0.1");
        problem(MEMBERS + "cluster.node = 0\ncluster.urls = \"http://a:1\"\n", "1 addresses for clients of 3 members");
    }

    @Test
    void shouldWantASecretBetweenMachinesThatNobodyElseReads() throws IOException {
        String others = MEMBERS.replace("127.0.0.1", "10.0.0.1") + "cluster.node = 0\n";
        problem(others, "cluster.secret-file is needed: the same file on each of them");

        Path secret = Files.writeString(directory.resolve("secret"), "short");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        problem(others + "cluster.secret-file = \"" + secret + "\"\n", "must hold one line of 16 to 512");

        Files.writeString(secret, "0123456789abcdef");
        String known = others + "cluster.secret-file = \"" + secret + "\"\n";
        Configuration loaded = Layers.none().file(directory, known).load();
        assertEquals(
                "0123456789abcdef",
                new String(ClusterSettings.secret(loaded.get(ClusterSettings.SECRET_FILE)), StandardCharsets.US_ASCII));

        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-r--r--"));
        problem(known, "run: chmod 600 " + secret);
    }

    @Test
    void shouldRefuseAPublicAddressUnlessItIsSaidTwice() throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "0123456789abcdef");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        String known = "cluster.node = 0\ncluster.secret-file = \"" + secret + "\"\n";
        for (String own : List.of("192.168.1.1", "172.16.0.9", "100.64.0.1", "[fd00::1]", "[fe80::1]")) {
            assertEquals(
                    3,
                    Layers.none()
                            .file(directory, MEMBERS.replace("127.0.0.1", own) + known)
                            .load()
                            .get(ClusterSettings.MEMBERS)
                            .size());
        }
        String open = MEMBERS.replace("127.0.0.1:9020", "8.8.8.8:9020") + known;

        problem(open, "8.8.8.8:9020 is a public address");
        Layers.none()
                .file(directory, open + "cluster.allow-public-addresses = true\n")
                .load();
    }

    private void problem(String text, String part) {
        List<String> problems = Layers.none().file(directory, text).problems();

        assertEquals(1, problems.size(), problems::toString);
        assertTrue(problems.get(0).contains(part), problems::toString);
    }
}
