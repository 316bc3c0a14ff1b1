package bankroll.bench.load;

/** Puts signed HTTP/1.1 requests, complete with their heads, into a {@link Script}. One thread. */
final class RequestWriter {
    private static final byte[] POST = RequestText.ascii("POST ");
    private static final byte[] PROTOCOL = RequestText.ascii(" HTTP/1.1\r\nHost: ");
    private static final byte[] TYPE = RequestText.ascii("\r\nContent-Type: application/json\r\nwebhook-id: ");
    private static final byte[] TIME = RequestText.ascii("\r\nwebhook-timestamp: ");
    private static final byte[] SIGNATURE = RequestText.ascii("\r\nwebhook-signature: v1,");
    private static final byte[] LENGTH = RequestText.ascii("\r\nContent-Length: ");
    private static final byte[] END = RequestText.ascii("\r\n\r\n");
    private static final byte[] DOT = RequestText.ascii(".");

    private final Signer signer;
    private final byte[] start;
    private final byte[] idPrefix;
    private final RequestText signed = new RequestText();
    private final RequestText head = new RequestText();
    private long requests;

    /**
     * A writer of requests to one endpoint.
     *
     * @param idPrefix of every webhook-id, unlike that of any other writer
     */
    RequestWriter(Target target, String endpoint, Signer signer, String idPrefix) {
        this.signer = signer;
        this.idPrefix = RequestText.ascii(idPrefix);
        start = new RequestText()
                .put(POST)
                .put(target.basePath() + endpoint)
                .put(PROTOCOL)
                .put(target.hostAndPort())
                .put(TYPE)
                .copy();
    }

    /** Adds a request with this body to the script, signed for this second. */
    void write(RequestText body, long epochSecond, Script script) {
        signed.clear().put(idPrefix).putDecimal(requests++);
        int idLength = signed.length();
        signed.put(DOT).putDecimal(epochSecond).put(DOT);
        head.clear().put(start).put(signed.bytes(), 0, idLength);
        head.put(TIME).putDecimal(epochSecond).put(SIGNATURE).put(signer.sign(signed, body));
        head.put(LENGTH).putDecimal(body.length()).put(END);
        script.add(head, body);
    }
}
