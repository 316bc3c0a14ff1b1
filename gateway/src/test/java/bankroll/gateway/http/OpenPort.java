package bankroll.gateway.http;

/** A connection that is known, and takes whatever comes unless a test says otherwise. */
final class OpenPort implements RequestDecoder.Port {
    boolean isMidRequest;
    /** How often it heard that nothing more will come. */
    int ends;

    private boolean wantsInput = true;

    void wants(boolean input, RequestDecoder decoder) {
        wantsInput = input;
        decoder.regulate();
    }

    @Override
    public boolean isKnown() {
        return true;
    }

    @Override
    public boolean isMidRequest() {
        return isMidRequest;
    }

    @Override
    public boolean wantsInput() {
        return wantsInput;
    }

    @Override
    public void turn() {}

    @Override
    public void turnEnded() {}

    @Override
    public void inputEnded() {
        ends++;
    }
}
