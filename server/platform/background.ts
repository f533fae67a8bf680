import { AsyncLocalStorage } from "node:async_hooks";

/** Requests of callers, jobs of the queue, and the loops that deliver webhooks and mails. */
export const WORK_KINDS = ["request", "job", "delivery"] as const;
export type WorkKind = (typeof WORK_KINDS)[number];

const KIND = new AsyncLocalStorage<WorkKind>();

/** Runs work for which nobody waits. */
export function inBackground<T>(work: () => T, kind: Exclude<WorkKind, "request"> = "job"): T {
  return KIND.run(kind, work);
}

/** Which kind of work the running code is part of. */
export function kindOfWork(): WorkKind {
  return KIND.getStore() ?? "request";
}

/** Whether the running code is part of work for which nobody waits. */
export function isInBackground(): boolean {
  return kindOfWork() !== "request";
}
