package bankroll.gateway.http;

import io.netty.channel.ChannelHandlerContext;

/**
 * When the bytes of one connection are read and decoded: while there is room for another request, while the client takes
 * its answers, and, for a stranger, when it is its turn. On the event loop.
 */
final class Intake implements Runnable {
    /** Requests of one stranger before the next one's turn. */
    private static final int REQUESTS = 8;

    /** Heads and chunks that are taken of a known connection before the next look at all sockets: a read may hold 20,000. */
    static final int PIECES = 256;

    private final Port port;
    private final HttpLoop loop;
    private final RequestDecoder decoder = new RequestDecoder(this::mayDecode);
    private ChannelHandlerContext ctx;
    private boolean isReading = true;
    private boolean isWaiting;
    private boolean hasTurn;
    /** Whether the client has closed its side. */
    private boolean isShut;
    /** Requests that a stranger has had in this turn; heads and chunks, for who is known. */
    private int taken;

    /** The connection, as its intake sees it. */
    interface Port {
        /** Whether its last request was let in. */
        boolean isKnown();

        /** Whether part of a request has been taken. */
        boolean isMidRequest();

        /** Whether another byte is wanted. */
        boolean wantsInput();

        /** Whether no byte is looked at any more. */
        boolean isInputDone();

        /** Its turn has come: time for what was put off. */
        void turn();

        /** All that its turn allowed has been taken. */
        void turnEnded();

        /** All that the client has sent has been taken, and nothing more will come. */
        void inputEnded();
    }

    Intake(Port port, HttpLoop loop) {
        this.port = port;
        this.loop = loop;
    }

    RequestDecoder decoder() {
        return decoder;
    }

    /** The connection is open; {@code context} is that of its handler. */
    void opened(ChannelHandlerContext context) {
        ctx = context;
    }

    /** Whether bytes wait for the connection's turn. */
    boolean isWaiting() {
        return isWaiting;
    }

    /** Whether bytes are on their way that nothing here holds up. */
    boolean isArriving() {
        return decoder.isArriving();
    }

    /** Whether the request that is arriving takes longer than it may, by its client's fault. */
    boolean isSlow(long nowMs, long limitMs) {
        return isReading && decoder.isSlow(nowMs, limitMs);
    }

    /** Strangers take turns. */
    private boolean mayDecode() {
        taken = 0;
        if (port.isKnown() || hasTurn || port.isInputDone()) {
            return true;
        }
        boolean isFree = loop.isFree();
        if (!isFree) {
            waitForTurn();
        }
        return isFree;
    }

    /** Something has been taken: is it another's turn? */
    void taken() {
        if (isWaiting || port.isInputDone()) {
            return;
        }
        boolean isEnough = port.isKnown()
                ? ++taken >= PIECES
                : !port.isMidRequest() && ++taken >= REQUESTS || !loop.hasTimeForStrangers();
        if (isEnough) {
            waitForTurn();
        }
    }

    /** Takes no further byte before its turn, which a stranger's is behind all others that wait. */
    void waitForTurn() {
        if (!isWaiting) {
            isWaiting = true;
            if (port.isKnown()) {
                loop.soon(this);
            } else {
                loop.later(this);
            }
            regulate();
        }
    }

    /** Takes no further byte before {@link #release}. */
    void hold() {
        isWaiting = true;
        regulate();
    }

    /** Takes bytes again as they come. */
    void release() {
        isWaiting = false;
        regulate();
        if (!isWaiting && !port.isInputDone()) {
            port.turnEnded();
        }
    }

    /** Its turn has come. */
    @Override
    public void run() {
        isWaiting = false;
        hasTurn = true;
        port.turn();
        regulate();
        hasTurn = false;
        if (!isWaiting && !port.isInputDone()) {
            port.turnEnded();
        }
    }

    /** The client has closed its side. What it sent before waits for its turn all the same. */
    void shut() {
        isShut = true;
        if (isReading || port.isInputDone() || !decoder.hasBytes()) {
            port.inputEnded();
        }
    }

    /** Whether the client has closed its side. */
    boolean isShut() {
        return isShut;
    }

    /** Reads on or holds on. */
    void regulate() {
        boolean wanted = !isWaiting && port.wantsInput();
        if (wanted == isReading || !ctx.channel().isOpen()) {
            return;
        }
        isReading = wanted;
        if (!isShut) {
            // else there is nothing to read, and Netty's epoll has forgotten the socket
            ctx.channel().config().setAutoRead(wanted);
        }
        if (!wanted) {
            decoder.pause();
            return;
        }
        try {
            decoder.resume(port.isMidRequest());
        } catch (Exception e) {
            failed(e);
        }
        if (isShut && isReading && !port.isInputDone()) {
            port.inputEnded();
        }
    }

    /** Throws away what waits and what still comes. */
    void discard() {
        try {
            decoder.discard();
        } catch (Exception e) {
            failed(e);
        }
    }

    private void failed(Exception cause) {
        ConnectionFault.log(ctx.channel(), cause);
        ctx.close();
    }
}
