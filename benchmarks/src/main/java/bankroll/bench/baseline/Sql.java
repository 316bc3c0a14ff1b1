package bankroll.bench.baseline;

import bankroll.protocol.Outcome;
import bankroll.protocol.TransactionType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The SQL beside this class; {@code ${label}} stands for the code of an outcome or a type. Stateless; any thread. */
final class Sql {
    private Sql() {}

    /** A file's text with the codes filled in. */
    static String read(String file) {
        try (InputStream in = Sql.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is not beside " + Sql.class);
            }
            return withCodes(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String withCodes(String text) {
        String filled = text;
        // "rolled_back" and "rollback" are two words, so no label stands for both an outcome and a type
        for (Outcome outcome : Outcome.values()) {
            filled = filled.replace("${" + outcome.label() + "}", Integer.toString(outcome.code()));
        }
        for (TransactionType type : TransactionType.values()) {
            filled = filled.replace("${" + type.label() + "}", Integer.toString(type.code()));
        }
        if (filled.contains("${")) {
            throw new IllegalStateException("a word in the SQL is neither outcome nor type: "
                    + filled.substring(filled.indexOf("${"), filled.indexOf('}', filled.indexOf("${")) + 1));
        }
        return filled;
    }
}
