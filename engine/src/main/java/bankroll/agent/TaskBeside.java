package bankroll.agent;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.agrona.LangUtil;

/**
 * Work with a beginning and an end on a daemon thread of its own, beside the one who waits for it: what it makes is taken there,
 * and what it throws is thrown there. Work that stands, or comes again and again, is an agent ({@link AgentHost}).
 *
 * <p>Any thread may wait; where that is interrupted, it ends with an {@link IllegalStateException}.
 */
public final class TaskBeside<T> {
    private final String name;
    private final CompletableFuture<T> end;

    private TaskBeside(String name, CompletableFuture<T> end) {
        this.name = name;
        this.end = end;
    }

    /** Begins the work on a thread of this name. */
    public static <T> TaskBeside<T> begin(String name, Supplier<T> work) {
        return new TaskBeside<>(name, CompletableFuture.supplyAsync(work, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            thread.start();
        }));
    }

    /** As {@link #begin(String, Supplier)}, for work that makes nothing. */
    public static TaskBeside<Void> begin(String name, Runnable work) {
        return begin(name, () -> {
            work.run();
            return null;
        });
    }

    /** Whether it is over, for good or not, after so many milliseconds at most. */
    public boolean isOverWithin(long ms) {
        try {
            end.get(ms, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            return true;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Waits as long as it takes for what the work makes; throws what the work has thrown. */
    public T await() {
        try {
            return end.get();
        } catch (ExecutionException e) {
            LangUtil.rethrowUnchecked(e.getCause());
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private IllegalStateException interrupted(InterruptedException cause) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while \"" + name + "\" was awaited", cause);
    }
}
