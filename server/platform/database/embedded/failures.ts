import { StartupError } from "../../startup-error.ts";

/** What PostgreSQL and the operating system say, and what a person should do about it. */
const REASONS: { pattern: RegExp; advice: (folder: string) => string }[] = [
  {
    pattern: /no space left on device|ENOSPC|check free disk space|wrote only \d+ of \d+ bytes/i,
    advice: (folder) => `the disk that holds ${folder} is full: free some space`,
  },
  {
    pattern: /permission denied|EACCES|EPERM|has wrong ownership|has invalid permissions/i,
    advice: (folder) =>
      `${folder} may not be written by this account: start Usher as the folder's owner, or set USHER_DATA_DIR`,
  },
  {
    pattern: /read-only file system|EROFS/i,
    advice: (folder) =>
      `${folder} is on a read-only file system: set USHER_DATA_DIR to a folder that can be written`,
  },
  {
    pattern:
      /could not create shared memory|could not map anonymous shared memory|cannot allocate memory|ENOMEM/i,
    advice: () => "the machine has not enough memory left: free some and start again",
  },
  {
    pattern: /error while loading shared libraries|ENOENT.*bin|not found|exec format/i,
    advice: () =>
      `PostgreSQL's programs do not run on this machine: run "npm ci" again, or set DATABASE_URL to a PostgreSQL server`,
  },
  {
    pattern: /ENOTDIR|EEXIST|not empty|is not a database cluster directory/i,
    advice: (folder) =>
      `${folder} holds something else: move it away, or set USHER_DATA_DIR to another folder`,
  },
];

/** A StartupError of one line for what PostgreSQL's programs, or the file system, said about this folder. */
export function explainFailure(what: string, folder: string, said: unknown): StartupError {
  const text = said instanceof Error ? said.message : String(said);
  const reason = REASONS.find(({ pattern }) => pattern.test(text));
  const advice = reason ? reason.advice(folder) : tellingLine(text);
  return new StartupError(`${what}: ${advice}.`, {
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
