import { ApiError } from "../../../errors/api-error.ts";
import { waitAfter } from "../../../platform/backoff.ts";
import { addSeconds } from "../../../platform/clock.ts";
import { newId } from "../../../platform/ids.ts";
import type { Answered, Outcome } from "../../../platform/outbound-http.ts";
import { type Services, systemScope, type Tx } from "../../../platform/scope.ts";
import { disableEndpoint } from "../change-endpoint.ts";
import { lockEndpoint } from "../load-endpoint.ts";
import { noticeDisabled } from "../notice-disabled.ts";
import { BACKOFF, DISABLE_AFTER_SECONDS, GONE, NO_FAILURES, runWithFailure } from "../rules.ts";
import type { ClaimedDelivery, DueEndpoint } from "./claimed-delivery.ts";

/** The result of an attempt, as the delivery stores it. */
export interface DeliveryResult {
  succeeded: boolean;
  isGone: boolean;
  /** Nothing was sent, for a reason on our side. */
  isOurs: boolean;
  error: string | null;
  answer: Answered | null;
}

const FAILED = { succeeded: false, isGone: false, isOurs: false, error: null, answer: null };

/** A complete 2xx response is a success; everything else is a failure. */
export function classifyOutcome(outcome: Outcome): DeliveryResult {
  if ("error" in outcome) return { ...FAILED, error: outcome.error, answer: outcome.part };
  const { status } = outcome;
  const succeeded = status >= 200 && status < 300;
  const isRedirect = status >= 300 && status < 400;
  const error = isRedirect ? `It answered ${status}; redirects are not followed.` : `It answered ${status}.`;
  return { ...FAILED, succeeded, isGone: status === GONE, error: succeeded ? null : error, answer: outcome };
}

/** The result of a delivery that could not be signed, because none of its secrets can be decrypted. */
export const UNSIGNED: DeliveryResult = {
  ...FAILED,
  isOurs: true,
  error:
    "Not sent: no signing secret of this endpoint can be opened with USHER_SECRET or USHER_SECRET_PREVIOUS. Rotate the endpoint's secret, or start Usher with the secret that sealed it; then replay this delivery.",
};

/** The request, for the log. */
export interface Sent {
  url: string;
  headers: Record<string, string>;
  startedAt: Date;
  durationMs: number;
}

/** A delivery that this worker has claimed, and the end of its lease. */
export interface DeliveryLease {
  due: DueEndpoint;
  claimed: ClaimedDelivery;
  leaseEnd: Date;
}

/** Records the attempt, and updates the delivery if this worker still holds its lease. */
export async function recordAttempt(
  services: Services,
  lease: DeliveryLease,
  sent: Sent,
  result: DeliveryResult,
): Promise<void> {
  const { due, claimed } = lease;
  await services.db.$transaction(async (tx) => {
    // Every transaction locks the endpoint before the delivery, so that none deadlocks.
    await updateHealth(tx, services, lease, result);
    const key = { ...due, eventId: claimed.event_id };
    const [row] = await tx.$queryRaw<unknown[]>`
      select 1 from webhook_deliveries
      where tenant_id = ${key.tenantId} and endpoint_id = ${key.endpointId} and event_id = ${key.eventId} for update`;
    // The endpoint was deleted.
    if (!row) return;
    const { answer, error } = result;
    await tx.webhookAttempt.create({
      data: {
        ...key,
        id: newId("webhookAttempt"),
        startedAt: sent.startedAt,
        durationMs: sent.durationMs,
        url: sent.url,
        requestHeaders: sent.headers,
        ...(answer && {
          responseStatus: answer.status,
          responseHeaders: answer.headers,
          responseBody: answer.body,
        }),
        error,
      },
    });
    await tx.webhookDelivery.updateMany({
      where: { ...key, status: "PENDING", nextAttemptAt: lease.leaseEnd },
      data: { responseStatus: answer?.status ?? null, lastError: error, ...next(services, claimed, result) },
    });
  });
}

/** DELIVERED, FAILED, or the time of the next attempt: not before the receiver's Retry-After. */
function next({ clock }: Services, claimed: ClaimedDelivery, { succeeded, answer }: DeliveryResult) {
  const now = clock.now();
  if (succeeded) return { status: "DELIVERED", deliveredAt: now } as const;
  const wait = waitAfter(BACKOFF, claimed.attempts, Math.random());
  if (wait === null) return { status: "FAILED" } as const;
  const wanted = Math.min(answer?.retryAfter ?? 0, BACKOFF.longest);
  return { nextAttemptAt: addSeconds(now, Math.max(wait, wanted)) };
}

/**
 * Ends the endpoint's run of failures, or extends it; disables the endpoint, with a notice, when the run has lasted too long.
 * An attempt at a former address, or one that was never sent, does not count.
 */
async function updateHealth(
  tx: Tx,
  services: Services,
  { due, claimed }: DeliveryLease,
  { succeeded, isGone, isOurs }: DeliveryResult,
): Promise<void> {
  const { tenantId, endpointId: id } = due;
  if (isOurs) return;
  if (succeeded) {
    const where = { tenantId, id, url: claimed.url, failingSince: { not: null } };
    await tx.webhookEndpoint.updateMany({ where, data: NO_FAILURES });
    return;
  }
  const scope = systemScope(services, { id: tenantId, mode: claimed.mode }, "worker");
  const endpoint = await lockEndpoint(tx, scope, id).catch(ignoreMissing);
  if (!endpoint || endpoint.disabledAt || endpoint.url !== claimed.url) return;
  const now = services.clock.now();
  const run = runWithFailure(endpoint, now);
  await tx.webhookEndpoint.update({ where: { tenantId_id: { tenantId, id } }, data: run });
  const hasFailedLong = addSeconds(run.failingSince, DISABLE_AFTER_SECONDS) <= now;
  if (!isGone && !hasFailedLong) return;
  const reason = isGone ? "GONE" : "FAILING";
  await noticeDisabled(tx, scope, await disableEndpoint(tx, scope, { ...endpoint, ...run }, reason));
}

function ignoreMissing(error: unknown): null {
  if (error instanceof ApiError && error.code === "K9020") return null;
  throw error;
}
