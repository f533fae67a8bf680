/**
 * The process cannot start, and the reason is outside its code. The message says in one line what happened and what to do about
 * it. The process prints the message alone; the cause goes to a file.
 */
export class StartupError extends Error {
  override name = "StartupError";
}
