// A PostgreSQL of a program's own, on a folder of the machine it runs on; see README.md.

export { LocalPostgresError, type Problem } from "./error.ts";
export { type FileLock, tryLockFile } from "./file-lock.ts";
export type { Settings } from "./settings.ts";
export { type LocalPostgres, type LocalPostgresOptions, startLocalPostgres } from "./start.ts";
export { startThrowawayPostgres, type ThrowawayOptions, type ThrowawayPostgres } from "./throwaway.ts";
