package bankroll.cluster;

import bankroll.testkit.FreeMembers;
import java.nio.file.Path;
import java.util.Arrays;

/** The first of three members on loopback, of which nobody else is there. */
final class LoneMember {
    private LoneMember() {}

    static ClusterContext of(Path data, Path buffers) {
        return new ClusterContext()
                .dataDirectory(data)
                .driverDirectory(buffers)
                .node(0)
                .members(Arrays.stream(FreeMembers.next(3).split(","))
                        .map(MemberAddress::of)
                        .toList());
    }
}
