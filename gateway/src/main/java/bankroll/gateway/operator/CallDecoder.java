package bankroll.gateway.operator;

import bankroll.gateway.request.MalformedRequest;

/** Turns a call into the command that it asks of the ledger. One instance per event loop. */
@FunctionalInterface
interface CallDecoder {
    /**
     * Writes the command into the call's request, from {@link OperatorCall#start} to {@link OperatorCall#end}, or nothing
     * that counts.
     *
     * @throws MalformedRequest when the call breaks a rule that needs no state
     * @throws RefusedException when no state is needed to know another answer
     */
    void decode(OperatorCall call) throws MalformedRequest, RefusedException;
}
