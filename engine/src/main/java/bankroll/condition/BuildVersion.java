package bankroll.condition;

/** The version that the build wrote into a jar. */
public final class BuildVersion {
    private BuildVersion() {}

    /** Of the jar with this class; {@code dev} when it runs from classes and not from a jar. */
    public static String of(Class<?> ofJar) {
        String version = ofJar.getPackage().getImplementationVersion();
        return version == null ? "dev" : version;
    }

    /** What a command says with {@code --version}: this, and the Java that runs it. */
    public static String[] lines(Class<?> ofJar) {
        return new String[] {
            "bankroll " + of(ofJar), "Java " + Runtime.version() + " on " + System.getProperty("os.name")
        };
    }
}
