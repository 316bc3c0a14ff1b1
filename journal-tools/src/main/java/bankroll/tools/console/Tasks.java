package bankroll.tools.console;

/** Begins to show how far a task is, where that is wanted. */
@FunctionalInterface
public interface Tasks {
    /** A task of this name, in these units, of so many. */
    Progress begin(String task, String unit, long total);
}
