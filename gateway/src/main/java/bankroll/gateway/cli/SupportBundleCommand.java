package bankroll.gateway.cli;

import bankroll.condition.ConditionException;
import bankroll.condition.ExitCode;
import bankroll.gateway.cli.OperatorTarget.TlsOptions;
import bankroll.gateway.client.ServiceClient;
import bankroll.gateway.config.ClusterSettings;
import bankroll.gateway.config.Configuration;
import bankroll.gateway.config.EffectiveValue;
import bankroll.gateway.config.HostPort;
import bankroll.gateway.config.OperatorRole;
import bankroll.gateway.config.Settings;
import bankroll.gateway.demo.DemoSecrets;
import bankroll.gateway.watch.Doctor;
import bankroll.gateway.watch.SupportBundle;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ./bankroll support-bundle}: what is needed to find out what went wrong, in one file, without secrets. */
@Command(
        name = "support-bundle",
        description = {
            "Puts into one zip, readable by its owner alone: versions, the masked configuration, doctor's findings, health,"
                    + " metrics and status, a thread dump and a flight recording of some seconds, the names and sizes of the data"
                    + " directory's files, the end of the log. Secrets are masked; no booking, player or journal content is in it,"
                    + " but what your log says of them. Give it the service's own configuration, and an admin's token for all"
                    + " parts."
        },
        exitCodeList = {
            "0:written; what could not be had is said, and stands in it",
            ExitCodes.CONFIGURATION,
            "74:the file can't be written"
        },
        footer = {
            "",
            "Examples:  ./bankroll support-bundle --token-file admin.token \\",
            "               --config /etc/bankroll/bankroll.conf",
            "           ./bankroll support-bundle --log service.log bundle.zip"
        },
        mixinStandardHelpOptions = true)
final class SupportBundleCommand extends Printing implements Callable<Integer> {
    private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

    @Mixin
    private final SourceOptions options;

    @Option(
            names = "--operator-url",
            paramLabel = "URL",
            description = "The operator's address; that of the configuration, else of the demo, unless given.")
    private String operatorUrl;

    @Option(
            names = "--token-file",
            paramLabel = "FILE",
            description =
                    "Holds an admin's token; else $BANKROLL_OPERATOR_TOKEN, else the configuration's first admin.")
    private Path tokenFile;

    @Mixin
    private TlsOptions tls;

    @Option(
            names = "--log",
            paramLabel = "FILE",
            description = "The service's log; what systemd has of the unit bankroll unless given.")
    private Path log;

    @Option(
            names = "--seconds",
            paramLabel = "N",
            defaultValue = "5",
            description = "Seconds of the flight recording, 1 to 10; ${DEFAULT-VALUE} unless given.")
    private int seconds;

    @Parameters(arity = "0..1", paramLabel = "FILE", description = "A new file; named by the time unless given.")
    private Path file;

    SupportBundleCommand() {
        this(new SourceOptions());
    }

    SupportBundleCommand(SourceOptions options) {
        this.options = options;
    }

    @Override
    public Integer call() throws IOException {
        if (seconds < 1 || seconds > 10) {
            throw ConditionException.misuse("--seconds must be from 1 to 10");
        }
        Configuration configuration = options.configuration();
        Path target = file == null
                ? Path.of("bankroll-support-" + STAMP.format(ZonedDateTime.now(ZoneOffset.UTC)) + ".zip")
                : file;
        List<String> missing = write(target, configuration);
        missing.forEach(part -> say("bankroll: missing: " + part));
        print(out -> out.println(target));
        return ExitCode.OK;
    }

    /**
     * Whom the service's part is asked of, and what must not be in the bundle.
     *
     * @param admin empty where no token is known
     */
    private record Asked(ServiceClient service, Optional<ServiceClient> admin, List<String> secrets) {}

    private Asked asked(Configuration configuration, Optional<DemoSecrets> demo) {
        String url = url(configuration, demo);
        List<Path> known =
                configuration.get(Settings.OPERATOR_CERTIFICATE).stream().toList();
        OperatorTarget operator = new OperatorTarget(configuration.get(Settings.DATA), url, tokenFile, tls, known);
        Optional<ServiceClient> admin = operator.operatorIfKnown(demo)
                .or(() -> configuration.tokens().stream()
                        .filter(token -> token.role() == OperatorRole.ADMIN)
                        .findFirst()
                        .map(token -> ServiceClient.operator(
                                url, operator.trust(), token.token().reveal())));
        Stream<Path> ofDemo =
                demo.stream().flatMap(it -> Stream.of(it.signingSecret(), it.operatorToken(), it.lastSession()));
        List<String> secrets = Stream.concat(ofDemo, Stream.ofNullable(tokenFile))
                .flatMap(path -> OperatorTarget.read(path).stream())
                .flatMap(text -> Stream.of(text.split("\\s+")))
                .toList();
        return new Asked(operator.withoutToken(), admin, secrets);
    }

    private List<String> write(Path target, Configuration configuration) throws IOException {
        DemoSecrets demo = DemoSecrets.in(configuration.get(Settings.DATA));
        Asked asked = options.ofDisk(
                configuration,
                () -> asked(configuration, Optional.of(demo)),
                () -> asked(configuration, Optional.empty()));
        if (options.isDiskHung()) {
            say(
                    "bankroll: the disk of " + configuration.get(Settings.DATA)
                            + " hangs: the secrets that a demo keeps there are not known, and so not masked wherever they stand");
        }
        try (SupportBundle bundle = SupportBundle.create(target, configuration, System.getenv(), asked.secrets())) {
            // where the disk hangs, what the service says of it counts most
            service(bundle, asked.service(), asked.admin());
            if (!configuration.get(ClusterSettings.MEMBERS).isEmpty()) {
                bundle.add("cluster.json", () -> told(asked.admin(), "/operator/v1/cluster"));
            }
            machine(bundle, configuration);
            bundle.finish();
            return bundle.missing();
        } catch (FileAlreadyExistsException e) {
            throw ConditionException.misuse(e.getFile() + " exists; name a new file");
        } catch (NoSuchFileException | AccessDeniedException e) {
            Path around = target.toAbsolutePath().getParent();
            throw new ConditionException(
                    ExitCode.IO,
                    target + " can't be made: "
                            + (Files.isDirectory(around)
                                    ? around + " takes no new file from this user"
                                    : "there is no directory " + around),
                    "name a file where this user may make one",
                    e);
        }
    }

    private void machine(SupportBundle bundle, Configuration configuration) throws IOException {
        Path data = configuration.get(Settings.DATA);
        bundle.add("versions.txt", SupportBundleCommand::versions);
        bundle.add("configuration.txt", () -> EffectiveValue.text(configuration.values()));
        bundle.add("configuration-warnings.txt", () -> String.join("\n", configuration.warnings()) + "\n");
        bundle.add("doctor.json", () -> DoctorCommand.toJson(Doctor.examine(configuration)));
        bundle.add("files.txt", () -> SupportBundle.listing(data));
        bundle.add("log.txt", () -> log == null ? SupportBundle.journald("bankroll") : SupportBundle.log(log));
    }

    private void service(SupportBundle bundle, ServiceClient service, Optional<ServiceClient> admin)
            throws IOException {
        bundle.add(
                "health.json",
                () -> service.call("GET", "/health/ready?for=bookings", "").body());
        bundle.add(
                "metrics.txt",
                () -> service.call("GET", "/metrics", "").orThrow().body());
        bundle.add("status.json", () -> told(admin, "/operator/v1/status"));
        bundle.addAll("diagnostics", () -> known(admin).bytes("POST", "/operator/v1/diagnostics?seconds=" + seconds));
    }

    private static String told(Optional<ServiceClient> admin, String path) {
        return known(admin).call("GET", path, "").orThrow().body();
    }

    private static ServiceClient known(Optional<ServiceClient> admin) {
        return admin.orElseThrow(
                () -> ConditionException.misuse("no token is known; give an admin's with --token-file"));
    }

    private static String versions() {
        return String.join("\n", new SoftwareVersion().getVersion())
                + "\n" + System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                + System.getProperty("os.arch") + ", " + Runtime.getRuntime().availableProcessors() + " processors\n"
                + "written " + ZonedDateTime.now(ZoneOffset.UTC) + "\n";
    }

    /** What was said counts before the address that a demo has left in the data directory: it may be long over. */
    private String url(Configuration configuration, Optional<DemoSecrets> demo) {
        return Optional.ofNullable(operatorUrl)
                .or(() -> configuration.isSaid(Settings.OPERATOR_LISTEN)
                        ? Optional.empty()
                        : demo.flatMap(it -> OperatorTarget.read(it.operatorUrl())))
                .orElseGet(() -> listener(configuration));
    }

    private static String listener(Configuration configuration) {
        HostPort listen = configuration.get(Settings.OPERATOR_LISTEN);
        InetSocketAddress address = listen.toAddress();
        boolean isSecure = configuration.get(Settings.OPERATOR_CERTIFICATE).isPresent();
        return address.getAddress() != null && address.getAddress().isAnyLocalAddress()
                ? (isSecure ? "https" : "http") + "://127.0.0.1:" + address.getPort()
                : listen.url(address, isSecure);
    }
}
