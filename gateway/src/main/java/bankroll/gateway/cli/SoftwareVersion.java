package bankroll.gateway.cli;

import bankroll.condition.BuildVersion;
import picocli.CommandLine.IVersionProvider;

/** The version that the build wrote into the jar. */
public final class SoftwareVersion implements IVersionProvider {

    static String current() {
        return BuildVersion.of(SoftwareVersion.class);
    }

    @Override
    public String[] getVersion() {
        return BuildVersion.lines(SoftwareVersion.class);
    }
}
