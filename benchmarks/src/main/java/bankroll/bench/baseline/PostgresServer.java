package bankroll.bench.baseline;

import bankroll.bench.process.Scratch;
import bankroll.bench.process.ServiceJvm;
import bankroll.bench.report.MachineFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * A PostgreSQL of our own: its own directory, a free port on the loopback, a password drawn for the run, deleted at the
 * end. Started and stopped as often as wanted. One thread; connections may be used by others.
 */
final class PostgresServer implements AutoCloseable {
    private static final String USER = "bench";
    private static final String START_SECONDS = "60";

    private final Path programs;
    private final Scratch scratch;
    private final PostgresUser user;
    private final String password = password();
    private final int port = ServiceJvm.freePorts(1);
    private final Thread abort = new Thread(() -> stop("immediate"));

    /**
     * Makes a database cluster; it isn't running yet.
     *
     * @param parent where its directory is made; its file system is the one that is measured
     * @param connections most connections at a time
     */
    PostgresServer(Path parent, int connections) {
        programs = PostgresBinaries.find();
        scratch = new Scratch(parent, false);
        try {
            user = PostgresUser.forOwner(scratch.path());
            Path passwordFile = scratch.path().resolve("password");
            Files.writeString(passwordFile, password);
            user.own(passwordFile);
            run(
                    "initdb",
                    "-D",
                    data(),
                    "-U",
                    USER,
                    "-A",
                    "scram-sha-256",
                    "--pwfile",
                    passwordFile.toString(),
                    "-E",
                    "UTF8",
                    "--locale=C",
                    "--no-sync");
            configure(connections);
        } catch (IOException e) {
            scratch.close();
            throw new UncheckedIOException("no database cluster can be made in " + parent, e);
        } catch (RuntimeException e) {
            scratch.close();
            throw e;
        }
        Runtime.getRuntime().addShutdownHook(abort);
    }

    private void configure(int connections) throws IOException {
        List<String> lines = new ArrayList<>();
        for (Map.Entry<String, String> setting :
                PostgresSettings.all(connections).entrySet()) {
            lines.add(setting.getKey() + " = '" + setting.getValue() + "'");
        }
        lines.add("listen_addresses = '127.0.0.1'");
        lines.add("unix_socket_directories = ''");
        lines.add("port = " + port);
        Path conf = scratch.path().resolve("data/postgresql.auto.conf");
        Files.write(conf, lines);
        user.own(conf);
    }

    /** Starts it and waits until it takes connections. */
    void start() {
        run(
                "pg_ctl",
                "start",
                "-D",
                data(),
                "-w",
                "-t",
                START_SECONDS,
                "-l",
                scratch.path().resolve("log").toString());
    }

    /** Stops it in order. */
    void stop() {
        stop("fast");
    }

    private void stop(String mode) {
        if (Files.exists(scratch.path().resolve("data/postmaster.pid"))) {
            run("pg_ctl", "stop", "-D", data(), "-w", "-m", mode);
        }
    }

    /** A new connection, each statement a transaction of its own. */
    Connection connect() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("user", USER);
        properties.setProperty("password", password);
        properties.setProperty("prepareThreshold", "1");
        properties.setProperty("binaryTransfer", "true");
        return DriverManager.getConnection("jdbc:postgresql://127.0.0.1:" + port + "/postgres", properties);
    }

    /** Processor seconds of all its processes that live. */
    double cpuSeconds() {
        try {
            String first = Files.readAllLines(scratch.path().resolve("data/postmaster.pid"))
                    .get(0);
            ProcessHandle postmaster = ProcessHandle.of(Long.parseLong(first)).orElseThrow();
            return Stream.concat(Stream.of(postmaster), postmaster.descendants())
                    .mapToDouble(process -> MachineFacts.cpuSeconds(process.pid()))
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException("PostgreSQL isn't running", e);
        }
    }

    /** Who runs it. */
    String runsAs() {
        return user.name();
    }

    private String data() {
        return scratch.path().resolve("data").toString();
    }

    private void run(String program, String... arguments) {
        List<String> command = new ArrayList<>(user.prefix());
        command.add(programs.resolve(program).toString());
        command.addAll(List.of(arguments));
        Path output = scratch.path().resolve(program + ".log");
        try {
            Process process = new ProcessBuilder(command)
                    .directory(scratch.path().toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            if (process.waitFor() != 0) {
                throw new IllegalStateException(
                        program + " failed; it said:\n" + Files.readString(output) + serverLog());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(program + " can't be run", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + program + " ran", e);
        }
    }

    private String serverLog() throws IOException {
        Path log = scratch.path().resolve("log");
        return Files.exists(log) ? Files.readString(log) : "";
    }

    @Override
    public void close() {
        stop();
        Runtime.getRuntime().removeShutdownHook(abort);
        scratch.close();
    }

    private static String password() {
        byte[] bits = new byte[16];
        new SecureRandom().nextBytes(bits);
        return HexFormat.of().formatHex(bits);
    }
}
