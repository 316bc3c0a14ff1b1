package bankroll.gateway.ops;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The documents lead to each other, in a checkout as in a release, which has all of them and no sources. */
class DocumentLinksTest {
    private static final Path ROOT =
            Path.of(System.getProperty("bankroll.root", "..")).toAbsolutePath();
    private static final Pattern FENCED = Pattern.compile("(?s)```.*?```");
    private static final Pattern LINK = Pattern.compile("]\\(([^)\\s#]*)(?:#([^)\\s]+))?\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.+)$");
    private static final Set<String> RELEASED = Set.of("docs", "ops", "config");

    @Test
    void shouldLeadToWhatAReleaseHasToo() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path page : pages()) {
            Matcher links = LINK.matcher(withoutExamples(page));
            links.results()
                    .filter(link -> !link.group(1).contains("://"))
                    .filter(link -> !leads(page, link))
                    .forEach(link -> broken.add(ROOT.relativize(page) + " to " + link.group()));
        }
        assertEquals(List.of(), broken);
    }

    private static List<Path> pages() throws IOException {
        List<Path> pages = new ArrayList<>();
        try (Stream<Path> here = Files.list(ROOT);
                Stream<Path> docs = Files.walk(ROOT.resolve("docs"))) {
            Stream.concat(here, docs)
                    .filter(file -> file.toString().endsWith(".md"))
                    .forEach(pages::add);
        }
        return pages;
    }

    private static boolean leads(Path page, MatchResult link) {
        Path target = link.group(1).isEmpty()
                ? page
                : page.resolveSibling(link.group(1)).normalize();
        String anchor = link.group(2);
        return Files.exists(target)
                && isReleased(target)
                && (anchor == null || anchors(target).contains(anchor));
    }

    private static boolean isReleased(Path target) {
        Path within = ROOT.relativize(target);
        return within.getNameCount() == 1 || RELEASED.contains(within.getName(0).toString());
    }

    /** As the usual hosts of Markdown make them of headings. */
    private static Set<String> anchors(Path page) {
        return HEADING.matcher(withoutExamples(page))
                .results()
                .map(heading -> heading.group(1)
                        .strip()
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N} _-]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }

    private static String withoutExamples(Path page) {
        try {
            return FENCED.matcher(Files.readString(page)).replaceAll("");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
