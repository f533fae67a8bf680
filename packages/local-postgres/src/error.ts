/**
 * What kept PostgreSQL from starting: a full disk, a data folder that cannot be used, its programs missing, and so on. A caller can
 * add what to do about it in its own terms, such as the name of its setting for the data folder.
 */
export type Problem =
  | "disk_full"
  | "folder"
  | "memory"
  | "no_account"
  | "no_programs"
  | "other_version"
  | "passwords_lost"
  | "port_taken"
  | "other";

/** PostgreSQL cannot be used here. The message says in one line what happened and what to do; the cause is for the log. */
export class LocalPostgresError extends Error {
  override name = "LocalPostgresError";
  readonly problem: Problem;

  constructor(problem: Problem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
