package bankroll.bench.load;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A load client that overlooks a wrong answer would measure a wrong service. */
class AnswerCheckTest {
    private final AnsweredScript script = new AnsweredScript(1, 1);
    private final AnswerCounts findings = new AnswerCounts();

    @Test
    void shouldAcceptTheAnswerThatMustCome() {
        check(script.answer(0));

        assertTrue(findings.areClean());
        assertEquals(AnsweredScript.ITEMS, findings.rights());
        assertEquals(0, findings.slowReads());
    }

    @Test
    void shouldAcceptTheSameAnswerSpelledOtherwise() {
        check(script.answer(0).replace(",\"", " ,\n\"").replace("\":", "\" : "));

        assertTrue(findings.areClean(), () -> findings.samples().toString());
        assertEquals(1, findings.slowReads());
    }

    @Test
    void shouldNoticeAnotherStatus() {
        isNoticed(script.answer(0).replaceFirst("\"status\":\"[a-z_]+\"", "\"status\":\"retry\""));
    }

    @Test
    void shouldNoticeAnotherBalance() {
        isNoticed(script.answer(0).replaceFirst("\"balance\":\"\\d", "\"balance\":\"8"));
    }

    @Test
    void shouldNoticeAnotherId() {
        isNoticed(script.answer(0).replaceFirst("0000cafe", "0000caff"));
    }

    @Test
    void shouldNoticeAMissingTime() {
        isNoticed(script.answer(0).replaceFirst(",\"processed_at\":\"[^\"]+\"", ""));
    }

    @Test
    void shouldNoticeResultsInAnotherOrder() {
        List<String> results = script.results(0);
        Collections.swap(results, 0, 1);
        isNoticed(AnsweredScript.answer(results));
    }

    @Test
    void shouldNoticeAResultTooFew() {
        isNoticed(AnsweredScript.answer(script.results(0).subList(0, 2)));
    }

    @Test
    void shouldNoticeAResultTooMany() {
        List<String> results = script.results(0);
        results.add(results.get(0));
        isNoticed(AnsweredScript.answer(results));
    }

    @Test
    void shouldNoticeAnAnswerThatIsNoJson() {
        isNoticed("<html>");
    }

    private void isNoticed(String answer) {
        check(answer);
        assertTrue(findings.wrongs() > 0, answer);
    }

    private void check(String answer) {
        byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
        new AnswerCheck.OfBatch().check(new AnswerCheck.Body().at(bytes, 0, bytes.length), script.script, 0, findings);
    }
}
