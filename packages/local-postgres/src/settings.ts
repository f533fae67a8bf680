import { totalmem } from "node:os";

const MEGABYTE = 1024 * 1024;

/** Settings of PostgreSQL by name, as they would stand in postgresql.conf. */
export type Settings = Record<string, string | number>;

/** For data that is thrown away with the run: nothing is forced to disk. */
export const THROWAWAY_SETTINGS: Settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_wal_size: "4GB",
  checkpoint_timeout: "1h",
};

/**
 * postgresql.conf for a machine that PostgreSQL shares with the program that uses it: every commit is on disk before it is answered,
 * and it takes up to an eighth of the memory for its cache (128 MB to 4 GB).
 */
export function renderSettings(port: number, changes: Settings = {}): string {
  // A container's limit, where there is one.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY) / MEGABYTE;
  const settings: Settings = {
    listen_addresses: "127.0.0.1",
    port,
    // Socket paths may have 107 characters only, and programs connect over TCP.
    unix_socket_directories: "",
    max_connections: 250,
    shared_buffers: `${Math.round(Math.min(4096, Math.max(128, memory / 8)))}MB`,
    effective_cache_size: `${Math.round(memory / 4)}MB`,
    work_mem: "8MB",
    maintenance_work_mem: "64MB",
    fsync: "on",
    synchronous_commit: "on",
    full_page_writes: "on",
    wal_compression: "on",
    // Recovery after a crash reads at most about this much again.
    max_wal_size: "1GB",
    checkpoint_timeout: "10min",
    random_page_cost: 1.1,
    jit: "off",
    // Queries are short, and parallel ones need more of /dev/shm than containers give (64 MB).
    max_parallel_workers_per_gather: 0,
    timezone: "UTC",
    log_timezone: "UTC",
    datestyle: "iso, mdy",
    lc_messages: "C",
    lc_monetary: "C",
    lc_numeric: "C",
    lc_time: "C",
    default_text_search_config: "pg_catalog.english",
    // A week of logs, one file a weekday.
    logging_collector: "on",
    log_directory: "log",
    log_filename: "postgresql-%a.log",
    log_rotation_age: "1d",
    log_truncate_on_rotation: "on",
    log_checkpoints: "off",
    log_line_prefix: "%m [%p] %a ",
    ...changes,
  };
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'`,
  );
  return `# Written at each start.\n${lines.join("\n")}\n`;
}
