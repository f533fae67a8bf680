import { AsyncLocalStorage } from "node:async_hooks";

const BACKGROUND = new AsyncLocalStorage<true>();

/** Runs work for which nobody waits, such as a job's. */
export function inBackground<T>(work: () => T): T {
  return BACKGROUND.run(true, work);
}

/** Whether the running code is part of such work. */
export function isInBackground(): boolean {
  return BACKGROUND.getStore() === true;
}
