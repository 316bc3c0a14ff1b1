package bankroll.protocol;

import bankroll.protocol.CommandHeader.CommandType;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * The service started, item of {@link CommandType#SETTINGS} and the first entry of every journal: hash key (16), version
 * of the software, settings. Appended at each start, which also proves the journal before the listeners open.
 */
public final class SettingsCommand {
    private static final int KEY_SECOND = 8;
    private static final int SOFTWARE_VERSION = 16;

    private SettingsCommand() {}

    /** Writes the item and tells where it ends. */
    public static int put(
            MutableDirectBuffer target, int item, HashKey key, String softwareVersion, LedgerSettings settings) {
        Fields fields = new Fields().write(target, item).putLong(key.first()).putLong(key.second());
        fields.putText(softwareVersion);
        settings.put(fields);
        return fields.position();
    }

    /** The journal's secret. */
    public static HashKey key(DirectBuffer command, int item) {
        return new HashKey(command.getLong(item), command.getLong(item + KEY_SECOND));
    }

    /** Puts another key in the place of the one that was written. */
    public static void putKey(MutableDirectBuffer command, int item, HashKey key) {
        command.putLong(item, key.first());
        command.putLong(item + KEY_SECOND, key.second());
    }

    /** The version of the software that started. */
    public static String softwareVersion(DirectBuffer command, int item) {
        return new Fields().read(command, item + SOFTWARE_VERSION).getText();
    }

    /** The settings. */
    public static LedgerSettings settings(DirectBuffer command, int item) {
        Fields fields = new Fields().read(command, item + SOFTWARE_VERSION);
        fields.skipText();
        return LedgerSettings.get(fields);
    }
}
