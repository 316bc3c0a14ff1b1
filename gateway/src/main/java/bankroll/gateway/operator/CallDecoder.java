package bankroll.gateway.operator;

/** Turns a call into the command that it asks of the ledger. One instance per event loop. */
@FunctionalInterface
interface CallDecoder {
    /**
     * Writes the command into the call's request, from {@link OperatorCall#start} to {@link OperatorCall#end}, or nothing
     * that counts.
     *
     * @throws RefusedException when no state is needed to know the answer
     */
    void decode(OperatorCall call) throws RefusedException;
}
