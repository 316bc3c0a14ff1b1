package bankroll.bench.baseline;

import java.util.LinkedHashMap;
import java.util.Map;

/** How the private PostgreSQL is set: safe as Bankroll is (every answer on disk), and otherwise for speed. */
final class PostgresSettings {
    private PostgresSettings() {}

    /** Every setting that differs from PostgreSQL's own, and the two that must not. */
    static Map<String, String> all(int connections) {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("fsync", "on");
        settings.put("synchronous_commit", "on");
        settings.put("full_page_writes", "on");
        settings.put("shared_buffers", sharedBuffers());
        settings.put("huge_pages", "try");
        settings.put("wal_level", "minimal");
        settings.put("max_wal_senders", "0");
        settings.put("wal_buffers", "64MB");
        settings.put("wal_compression", "lz4");
        settings.put("max_wal_size", "16GB");
        settings.put("min_wal_size", "4GB");
        settings.put("checkpoint_timeout", "30min");
        settings.put("checkpoint_completion_target", "0.9");
        settings.put("bgwriter_lru_maxpages", "0");
        settings.put("jit", "off");
        settings.put("max_connections", Integer.toString(connections + 5));
        settings.put("work_mem", "32MB");
        settings.put("max_parallel_workers_per_gather", "0");
        // every access is by key; plans that were made for empty tables must not look for another way
        settings.put("plan_cache_mode", "force_generic_plan");
        settings.put("enable_seqscan", "off");
        settings.put("enable_hashjoin", "off");
        settings.put("enable_mergejoin", "off");
        settings.put("enable_bitmapscan", "off");
        settings.put("enable_material", "off");
        return settings;
    }

    /** A quarter of the memory, as PostgreSQL's handbook advises. */
    private static String sharedBuffers() {
        long megabytes = memoryBytes() / 4 >> 20;
        return Math.max(128, Math.min(8192, megabytes)) + "MB";
    }

    private static long memoryBytes() {
        java.lang.management.OperatingSystemMXBean system =
                java.lang.management.ManagementFactory.getOperatingSystemMXBean();
        return system instanceof com.sun.management.OperatingSystemMXBean known ? known.getTotalMemorySize() : 1L << 32;
    }
}
