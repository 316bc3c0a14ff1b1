package bankroll.protocol;

/** What a request asked for besides outcomes, on its way from the writer to the one who asked. */
public sealed interface Answer
        permits BalanceAnswer,
                CountsAnswer,
                IdentityAnswer,
                LookupAnswer,
                LookupPlan,
                PlayerAnswer,
                SessionsAnswer,
                TrialBalanceAnswer {
    /** Whether the journal has to be read before it is whole: by the lookup thread, never by the writer. */
    default boolean needsJournal() {
        return false;
    }
}
