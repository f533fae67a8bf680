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
import type { Due, Taken } from "./due.ts";

/** What an outcome means for a delivery. */
export interface Verdict {
  succeeded: boolean;
  isGone: boolean;
  /** Nothing was sent, for a reason on our side. */
  isOurs: boolean;
  error: string | null;
  answer: Answered | null;
}

const FAILED = { succeeded: false, isGone: false, isOurs: false, error: null, answer: null };

/** 2xx to the end is a success; everything else is none. */
export function judge(outcome: Outcome): Verdict {
  if ("error" in outcome) return { ...FAILED, error: outcome.error, answer: outcome.part };
  const { status } = outcome;
  const succeeded = status >= 200 && status < 300;
  const isRedirect = status >= 300 && status < 400;
  const error = isRedirect ? `It answered ${status}; redirects are not followed.` : `It answered ${status}.`;
  return { ...FAILED, succeeded, isGone: status === GONE, error: succeeded ? null : error, answer: outcome };
}

/** The verdict on a delivery that could not be signed: the secret is not one that we can open. */
export const UNSIGNED: Verdict = {
  ...FAILED,
  isOurs: true,
  error:
    "Not sent: no signing secret of this endpoint can be opened with USHER_SECRET or USHER_SECRET_PREVIOUS. Rotate the endpoint's secret, or start Usher with the secret that sealed it; then replay this delivery.",
};

/** What was sent, for the log. */
export interface Sent {
  url: string;
  headers: Record<string, string>;
  startedAt: Date;
  durationMs: number;
}

/** A delivery that this worker has taken. */
export interface Mine {
  due: Due;
  taken: Taken;
  leaseEnd: Date;
}

/** Logs the try, and writes what became of the delivery unless the lease was lost meanwhile: then it is another's to say. */
export async function settle(services: Services, mine: Mine, sent: Sent, verdict: Verdict): Promise<void> {
  const { due, taken } = mine;
  await services.db.$transaction(async (tx) => {
    // The endpoint before the delivery, as everybody locks them.
    await noteHealth(tx, services, mine, verdict);
    const key = { ...due, eventId: taken.event_id };
    const [row] = await tx.$queryRaw<unknown[]>`
      select 1 from webhook_deliveries
      where tenant_id = ${key.tenantId} and endpoint_id = ${key.endpointId} and event_id = ${key.eventId} for update`;
    // The endpoint was deleted.
    if (!row) return;
    const { answer, error } = verdict;
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
      where: { ...key, status: "PENDING", nextAttemptAt: mine.leaseEnd },
      data: { responseStatus: answer?.status ?? null, lastError: error, ...next(services, taken, verdict) },
    });
  });
}

/** DELIVERED, FAILED, or when it is tried next: not before the receiver wants it. */
function next({ clock }: Services, taken: Taken, { succeeded, answer }: Verdict) {
  const now = clock.now();
  if (succeeded) return { status: "DELIVERED", deliveredAt: now } as const;
  const wait = waitAfter(BACKOFF, taken.attempts, Math.random());
  if (wait === null) return { status: "FAILED" } as const;
  const wanted = Math.min(answer?.retryAfter ?? 0, BACKOFF.longest);
  return { nextAttemptAt: addSeconds(now, Math.max(wait, wanted)) };
}

/**
 * Ends the endpoint's run of failures, or adds to it; disables the endpoint, with notice, when the run has lasted too long. What
 * was sent to another address than it has now says nothing of it, nor does what was never sent.
 */
async function noteHealth(
  tx: Tx,
  services: Services,
  { due, taken }: Mine,
  { succeeded, isGone, isOurs }: Verdict,
): Promise<void> {
  const { tenantId, endpointId: id } = due;
  if (isOurs) return;
  if (succeeded) {
    const where = { tenantId, id, url: taken.url, failingSince: { not: null } };
    await tx.webhookEndpoint.updateMany({ where, data: NO_FAILURES });
    return;
  }
  const scope = systemScope(services, { id: tenantId, mode: taken.mode }, "worker");
  const endpoint = await lockEndpoint(tx, scope, id).catch(ignoreMissing);
  if (!endpoint || endpoint.disabledAt || endpoint.url !== taken.url) return;
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
