package bankroll.gateway.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
public final class SoftwareVersion implements IVersionProvider {

    /** {@code dev} when it runs from classes and not from a jar. */
    static String current() {
        String version = SoftwareVersion.class.getPackage().getImplementationVersion();
        return version == null ? "dev" : version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {
            "bankroll " + current(), "Java " + Runtime.version() + " on " + System.getProperty("os.name")
        };
    }
}
