package bankroll.tools.check;

import bankroll.tools.source.FrameHandler;
import java.util.List;

/** Several handlers as one, each frame through all of them in order. */
final class Steps {
    private Steps() {}

    static FrameHandler of(List<FrameHandler> handlers) {
        FrameHandler[] steps = handlers.toArray(FrameHandler[]::new);
        return (buffer, offset, length) -> {
            for (FrameHandler step : steps) {
                if (!step.onFrame(buffer, offset, length)) {
                    return false;
                }
            }
            return true;
        };
    }
}
