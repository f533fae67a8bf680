import { LocalPostgresError, type Problem } from "./error.ts";

/** What PostgreSQL and the operating system say, and what a person should do about it. */
const REASONS: { pattern: RegExp; problem: Problem; advice: (folder: string) => string }[] = [
  {
    pattern: /no space left on device|ENOSPC|check free disk space|wrote only \d+ of \d+ bytes/i,
    problem: "disk_full",
    advice: (folder) => `the disk that holds ${folder} is full: free some space`,
  },
  {
    pattern: /permission denied|EACCES|EPERM|has wrong ownership|has invalid permissions/i,
    problem: "folder",
    advice: (folder) =>
      `${folder} may not be written by this account: start as the folder's owner, or use another data folder`,
  },
  {
    pattern: /read-only file system|EROFS/i,
    problem: "folder",
    advice: (folder) => `${folder} is on a read-only file system: use a data folder that can be written`,
  },
  {
    pattern:
      /could not create shared memory|could not map anonymous shared memory|cannot allocate memory|ENOMEM/i,
    problem: "memory",
    advice: () => "the machine has not enough memory left: free some and start again",
  },
  {
    pattern: /error while loading shared libraries|ENOENT.*bin|not found|exec format/i,
    problem: "no_programs",
    advice: () => `PostgreSQL's programs do not run on this machine: run "npm ci" again`,
  },
  {
    pattern: /ENOTDIR|EEXIST|not empty|is not a database cluster directory/i,
    problem: "folder",
    advice: (folder) => `${folder} holds something else: move it away, or use another data folder`,
  },
];

/** An error of one line for what PostgreSQL's programs, or the file system, said about this folder. */
export function explainFailure(what: string, folder: string, said: unknown): LocalPostgresError {
  const text = said instanceof Error ? said.message : String(said);
  const reason = REASONS.find(({ pattern }) => pattern.test(text));
  const advice = reason ? reason.advice(folder) : tellingLine(text);
  return new LocalPostgresError(reason?.problem ?? "other", `${what}: ${advice}.`, {
    cause: said instanceof Error ? said : new Error(text.trim()),
  });
}

function tellingLine(text: string): string {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  const telling = lines.findLast((line) => /FATAL|PANIC|error:/i.test(line)) ?? lines.at(-1) ?? "nothing";
  return telling.replace(/^.*?(FATAL|PANIC|error):\s*/i, "").replace(/\.$/, "");
}
