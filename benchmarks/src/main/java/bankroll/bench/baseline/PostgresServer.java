package bankroll.bench.baseline;

import bankroll.bench.baseline.PostgresBinaries.PostgresUser;
import bankroll.bench.process.Scratch;
import bankroll.bench.process.ServiceJvm;
import bankroll.bench.report.MachineFacts;
import bankroll.memory.MachineMemory;
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
import java.util.LinkedHashMap;
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
        for (Map.Entry<String, String> setting : settings(connections).entrySet()) {
            lines.add(setting.getKey() + " = '" + setting.getValue() + "'");
        }
        lines.add("listen_addresses = '127.0.0.1'");
        lines.add("unix_socket_directories = ''");
        lines.add("port = " + port);
        Path conf = scratch.path().resolve("data/postgresql.auto.conf");
        Files.write(conf, lines);
        user.own(conf);
    }

    /**
     * How it is set: safe as Bankroll is (every answer on disk), and otherwise for speed. All that differs from PostgreSQL's own,
     * and the two that must not.
     */
    static Map<String, String> settings(int connections) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("fsync", "on");
        settings.put("synchronous_commit", "on");
        settings.put("full_page_writes", "on");
        settings.put("shared_buffers", sharedBuffers());
        settings.put("huge_pages", "try");
        settings.put("wal_level", "minimal");
        settings.put("max_wal_senders", "0");
        settings.put("wal_buffers", "64MB");
        settings.put("wal_compression", "lz4");
        settings.put("max_wal_size", "16GB");
        settings.put("min_wal_size", "4GB");
        settings.put("checkpoint_timeout", "30min");
        settings.put("checkpoint_completion_target", "0.9");
        settings.put("bgwriter_lru_maxpages", "0");
        settings.put("jit", "off");
        settings.put("max_connections", Integer.toString(connections + 5));
        settings.put("work_mem", "32MB");
        settings.put("max_parallel_workers_per_gather", "0");
        // every access is by key; plans that were made for empty tables must not look for another way
        settings.put("plan_cache_mode", "force_generic_plan");
        settings.put("enable_seqscan", "off");
        settings.put("enable_hashjoin", "off");
        settings.put("enable_mergejoin", "off");
        settings.put("enable_bitmapscan", "off");
        settings.put("enable_material", "off");
        return settings;
    }

    /** A quarter of the memory, as PostgreSQL's handbook advises. */
    private static String sharedBuffers() {
        long megabytes = MachineMemory.of(Path.of("/")).bytes() / 4 >> 20;
        return Math.max(128, Math.min(8192, megabytes)) + "MB";
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
