package bankroll.gateway.json;

/**
 * Strict UTF-8: no overlong form, no surrogate, nothing beyond U+10FFFF. Two spellings of one id must never meet (decisions §2).
 */
final class Utf8Check {
    private Utf8Check() {}

    /** Where the character behind a non-ASCII one starts; negative if that one is not valid UTF-8. */
    static int afterSequence(byte[] text, int at, int length) {
        byte first = text[at];
        int size = sequenceLength(first);
        if (size == 0 || at + size > length || !isSecondAllowed(first, text[at + 1])) {
            return -1;
        }
        for (int i = 2; i < size; i++) {
            if (!isContinuation(text[at + i])) {
                return -1;
            }
        }
        return at + size;
    }

    private static int sequenceLength(byte first) {
        int lead = first & 0xFF;
        if (lead >= 0xC2 && lead <= 0xDF) {
            return 2;
        }
        if (lead >= 0xE0 && lead <= 0xEF) {
            return 3;
        }
        return lead >= 0xF0 && lead <= 0xF4 ? 4 : 0;
    }

    /** Keeps out overlong forms, surrogates and what lies beyond U+10FFFF (Unicode table 3-7). */
    private static boolean isSecondAllowed(byte first, byte second) {
        int next = second & 0xFF;
        return switch (first & 0xFF) {
            case 0xE0 -> next >= 0xA0 && next <= 0xBF;
            case 0xED -> next >= 0x80 && next <= 0x9F;
            case 0xF0 -> next >= 0x90 && next <= 0xBF;
            case 0xF4 -> next >= 0x80 && next <= 0x8F;
            default -> isContinuation(second);
        };
    }

    private static boolean isContinuation(byte b) {
        return (b & 0xC0) == 0x80;
    }
}
