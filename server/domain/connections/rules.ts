import type { z } from "zod";
import { addSeconds } from "../../platform/clock.ts";
import type { Connection } from "./list-connections-schema.ts";

type State = z.output<typeof Connection>["state"];

/** The worker has jobs every minute: after this time without one it counts as stopped. */
const WORKER_SILENT_AFTER_SECONDS = 300;

export function workerState(lastSuccess: Date | null, hasFailed: boolean, now: Date): State {
  if (lastSuccess === null || lastSuccess < addSeconds(now, -WORKER_SILENT_AFTER_SECONDS)) return "FAILING";
  return hasFailed ? "ATTENTION" : "WORKING";
}

interface Mails {
  hasServer: boolean;
  lastSuccess: Date | null;
  /** When the newest mail was queued that the server has not taken and that is tried again. */
  retriedSince: Date | null;
  /** Whether mails were given up. */
  hasGivenUp: boolean;
}

/** A mail that is given up can be one wrong address; while mails are tried again the server itself may be at fault. */
export function mailState({ hasServer, lastSuccess, retriedSince, hasGivenUp }: Mails): State {
  if (!hasServer) return "NOT_SET_UP";
  if (retriedSince !== null && (lastSuccess === null || lastSuccess < retriedSince)) return "FAILING";
  if (retriedSince !== null || hasGivenUp) return "ATTENTION";
  return lastSuccess === null ? "UNTRIED" : "WORKING";
}

interface Endpoints {
  count: number;
  disabled: number;
  failing: number;
  lastSuccess: Date | null;
}

export function webhookState({ count, disabled, failing, lastSuccess }: Endpoints): State {
  if (count === 0) return "NOT_SET_UP";
  if (failing > 0) return "FAILING";
  if (disabled > 0) return "ATTENTION";
  return lastSuccess === null ? "UNTRIED" : "WORKING";
}
