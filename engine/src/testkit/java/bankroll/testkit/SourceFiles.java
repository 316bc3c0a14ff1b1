package bankroll.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Which files of a module name each other, as a reader sees it: the compiler copies a constant into the class that uses it, so
 * that the classes tell less. Comments are no arrows.
 */
public final class SourceFiles {
    /** Comments, characters, texts; nothing in it makes the matcher call itself. */
    private static final Pattern NO_CODE =
            Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*+|'(?:[^'\\\\\n]|\\\\[^\n]{1,5}?)'|\"(?:[^\"\\\\\n]++|\\\\.)*+\"");

    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?([\\w.]+);");
    private static final Pattern TYPE = Pattern.compile("\\b(?:class|interface|enum|record) (\\w+)");
    private static final Pattern NAME = Pattern.compile("(?<![\\w.])[A-Z]\\w+");

    private final Map<String, Path> files;

    /** Those below {@code src/main/java} of this directory. */
    public SourceFiles(Path module) {
        Path root = module.resolve("src/main/java");
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(file -> file.toString().endsWith(".java") && !file.endsWith("package-info.java"))
                    .collect(Collectors.toMap(
                            file -> root.relativize(file)
                                    .toString()
                                    .replace(".java", "")
                                    .replace('/', '.'),
                            file -> file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The files that name each other in a circle, and those on a way from one circle to another; empty when there is none. */
    public Set<String> inCircles() {
        Map<String, Set<String>> left = new TreeMap<>();
        files.forEach((name, file) -> left.put(name, named(name, file)));
        int before;
        do {
            before = left.size();
            left.values().removeIf(Set::isEmpty);
            left.values().forEach(names -> names.retainAll(left.keySet()));
            Set<String> named = left.values().stream().flatMap(Set::stream).collect(Collectors.toSet());
            left.keySet().retainAll(named);
        } while (left.size() < before);
        return left.keySet();
    }

    private Set<String> named(String name, Path file) {
        String code = NO_CODE.matcher(read(file)).replaceAll("");
        Set<String> own = new HashSet<>(all(TYPE, code, 1));
        List<String> imports = all(IMPORT, code, 1);
        Set<String> found = new TreeSet<>();
        imports.forEach(imported -> add(found, imported));
        String inPackage = name.substring(0, name.lastIndexOf('.') + 1);
        for (String word : all(NAME, code, 0)) {
            if (!own.contains(word) && imports.stream().noneMatch(imported -> imported.endsWith("." + word))) {
                add(found, inPackage + word);
            }
        }
        found.remove(name);
        return found;
    }

    /** A type that stands in another one counts as that one's file. */
    private void add(Set<String> found, String type) {
        String each = type;
        while (!files.containsKey(each) && each.contains(".")) {
            each = each.substring(0, each.lastIndexOf('.'));
        }
        if (files.containsKey(each)) {
            found.add(each);
        }
    }

    private static List<String> all(Pattern pattern, String code, int group) {
        return pattern.matcher(code)
                .results()
                .map((MatchResult match) -> match.group(group))
                .toList();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
