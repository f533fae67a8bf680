import type { IncomingMessage } from "node:http";
import { ApiError } from "../errors/api-error.ts";
import { underWay } from "../platform/metrics.ts";
import type { RateState } from "../platform/rate-limit.ts";
import type { Rules } from "../platform/schema/operation.ts";
import type { Services } from "../platform/scope.ts";
import type { Caller } from "../trpc/authorize.ts";
import { clientAddress } from "./client-address.ts";
import { identify } from "./identify.ts";

/** Retry-After of a request that found no capacity, seconds. */
export const TRY_AGAIN_SECONDS = 1;

/** Runs work within a concurrency limit, or refuses it. */
export type Gate = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Limits how many requests a process works on at the same time: past its capacity all would become slow. A request counts only once its
 * body has been read, so that slow clients use no capacity. Throws server_overloaded.
 */
export function createGate(capacity: number): Gate {
  let running = 0;
  return async (work) => {
    if (running >= capacity) throw new ApiError("server_overloaded", { retryAfter: TRY_AGAIN_SECONDS });
    running++;
    underWay.inc();
    try {
      return await work();
    } finally {
      running--;
      underWay.dec();
    }
  };
}

/**
 * Identifies the caller and counts the request: a back end by its application, people by the application and their address, and
 * unidentified callers by address alone. Throws too_many_requests.
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

/** Counts a request by its address alone: one without a caller, or of an entry point without callers. Throws too_many_requests. */
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
  const { application, tokenOwner, address } = caller;
  const id = application?.id ?? tokenOwner?.applicationId;
  if (id === undefined) return count(services, `address ${address}`, perAddress);
  const isBackEnd = application ? application.kind === "SERVER" : tokenOwner?.subject.type === "application";
  return isBackEnd
    ? count(services, `application ${id}`, server)
    : count(services, `application ${id} ${address}`, perAddress);
}

function count({ rates }: Services, subject: string, limit: number): RateState | null {
  if (limit === 0) return null;
  const rate = rates.take(subject, limit);
  if (!rate.isOver) return rate;
  const { resetSeconds } = rate;
  throw new ApiError("too_many_requests", {
    retryAfter: resetSeconds,
    details: { limit, retry_after: resetSeconds },
  });
}

function headersOf(rate: RateState | null): Record<string, string> {
  if (!rate) return {};
  return {
    "ratelimit-limit": String(rate.limit),
    "ratelimit-remaining": String(rate.remaining),
    "ratelimit-reset": String(rate.resetSeconds),
  };
}
