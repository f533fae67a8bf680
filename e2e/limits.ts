/** The most that a browser test waits for one thing, in milliseconds: it is a limit for what hangs, far above what a busy machine takes. */
export const LONGEST_WAIT = 30_000;
