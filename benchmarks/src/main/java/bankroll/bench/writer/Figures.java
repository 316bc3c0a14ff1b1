package bankroll.bench.writer;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads the numbers that a program of ours wrote as JSON. */
final class Figures {
    private Figures() {}

    static Map<String, Double> read(Path json) {
        try {
            return read(Files.readAllBytes(json));
        } catch (IOException e) {
            throw new UncheckedIOException("no figures in " + json, e);
        }
    }

    static Map<String, Double> read(byte[] json) {
        Map<String, Double> figures = new LinkedHashMap<>();
        try (JsonParser parser = new JsonFactory().createParser(json)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token.isNumeric()) {
                    figures.put(parser.currentName(), parser.getDoubleValue());
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("that is no good JSON", e);
        }
        return figures;
    }
}
