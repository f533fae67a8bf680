import type { IncomingMessage } from "node:http";
import { ApiError } from "../errors/api-error.ts";
import { underWay } from "../platform/metrics.ts";
import type { RateState } from "../platform/rate-limit.ts";
import type { Rules } from "../platform/schema/operation.ts";
import type { Services } from "../platform/scope.ts";
import type { Caller } from "../trpc/caller.ts";
import { clientAddress } from "./client-address.ts";
import { identify } from "./identify.ts";

/** Seconds after which a request that found no capacity may find some. */
export const TRY_AGAIN_SECONDS = 1;

/** Runs work unless there is too much of it already. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Keeps what a process works on within its capacity: past it all would become slow, and nothing would be done in time. Requests
 * enter when they have been read, so that slow clients take nobody's place. K9011 when there is no room.
 */
export function createGate(capacity: number): Gate {
  let inside = 0;
  return async (work) => {
    if (inside >= capacity) throw new ApiError("K9011", { retryAfter: TRY_AGAIN_SECONDS });
    inside++;
    underWay.inc();
    try {
      return await work();
    } finally {
      inside--;
      underWay.dec();
    }
  };
}

/**
 * Who calls, counted: a back end by its application, people by the application and their address, and whoever cannot say who
 * they are by address alone. K9002 when there were too many within the minute, and the codes of identify.
 */
export async function identifyWithin(
  services: Services,
  request: IncomingMessage,
  rules: Rules,
): Promise<{ caller: Caller; headers: Record<string, string> }> {
  let caller: Caller;
  try {
    caller = await identify(services, request, rules);
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) countAddress(services, request);
    throw error;
  }
  return { caller, headers: headersOf(countCaller(services, caller)) };
}

/**
 * Counts a request by its address alone: one without a caller, or one of an entry point that has none. K9002 past `times` the
 * limit of an address.
 */
export function countAddress(
  services: Services,
  request: IncomingMessage,
  { entry, times }: { entry: string; times: number } = { entry: "address", times: 1 },
): void {
  const { trustsProxy, rateLimits } = services.config;
  count(services, `${entry} ${clientAddress(request, trustsProxy)}`, rateLimits.address * times);
}

function countCaller(services: Services, caller: Caller): RateState | null {
  const { server, address: perAddress } = services.config.rateLimits;
  if (caller.type !== "api") return null;
  const { application, bearer, address } = caller;
  const id = application?.id ?? bearer?.applicationId;
  if (id === undefined) return count(services, `address ${address}`, perAddress);
  const isBackEnd = application ? application.kind === "SERVER" : bearer?.subject.type === "application";
  return isBackEnd
    ? count(services, `application ${id}`, server)
    : count(services, `application ${id} ${address}`, perAddress);
}

function count({ rates }: Services, subject: string, limit: number): RateState | null {
  if (limit === 0) return null;
  const standing = rates.take(subject, limit);
  if (!standing.isOver) return standing;
  const { resetSeconds } = standing;
  throw new ApiError("K9002", { retryAfter: resetSeconds, details: { limit, retry_after: resetSeconds } });
}

function headersOf(standing: RateState | null): Record<string, string> {
  if (!standing) return {};
  return {
    "ratelimit-limit": String(standing.limit),
    "ratelimit-remaining": String(standing.remaining),
    "ratelimit-reset": String(standing.resetSeconds),
  };
}
