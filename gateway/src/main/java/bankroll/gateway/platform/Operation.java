package bankroll.gateway.platform;

import bankroll.engine.Request;
import bankroll.gateway.auth.Caller;
import bankroll.gateway.http.Exchange;
import bankroll.gateway.http.Problem;
import bankroll.gateway.reply.ReplyEncoder;
import bankroll.gateway.request.MalformedRequest;
import bankroll.protocol.Outcome;

/** One operation of the contract: how it is asked of the engine and how it is answered. One per event loop. */
interface Operation {
    /** Writes the command into the request and sets its length. */
    void ask(Exchange exchange, Caller caller, Request request) throws MalformedRequest;

    /** The problem that the outcome of a single item stands for; null when it went well. */
    default Problem problem(Outcome outcome) {
        return outcome == Outcome.OK ? null : Problem.INTERNAL;
    }

    /** Makes the JSON of the answer. */
    void encode(Request request, ReplyEncoder encoder);

    /** What an unexpected failure is answered with (decisions §2). */
    default Problem failure() {
        return Problem.INTERNAL;
    }
}
