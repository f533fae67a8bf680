import type { z } from "zod";
import { addSeconds } from "../../../platform/clock.ts";
import type { WebhookEndpoint } from "../../../platform/database/client/client.ts";
import type { Scope } from "../../../platform/scope.ts";
import { DELIVERY_LEASE_SECONDS } from "../rules.ts";
import type { WebhookEndpointDetail } from "../schema.ts";

type Detail = z.output<typeof WebhookEndpointDetail>;
type Deliveries = Pick<Detail, "waiting" | "failed" | "next_attempt_at" | "last_success_at" | "last_failure">;

/** What became of an endpoint's deliveries, each from an index: an endpoint may have millions. */
export async function readDeliveries(scope: Scope, endpoint: WebhookEndpoint): Promise<Deliveries> {
  const { tenantId, db } = scope;
  const of = { tenantId, endpointId: endpoint.id };
  // What was delivered or failed keeps the end of its last try as nextAttemptAt, so that this order is that of the last tries.
  const newestFirst = { nextAttemptAt: "desc" } as const;
  const [waiting, failed, next, success, failure] = await Promise.all([
    db.webhookDelivery.count({ where: { ...of, status: "PENDING" } }),
    db.webhookDelivery.count({ where: { ...of, status: "FAILED" } }),
    db.webhookDelivery.findFirst({
      where: { ...of, status: "PENDING" },
      orderBy: { nextAttemptAt: "asc" },
      select: { nextAttemptAt: true },
    }),
    db.webhookDelivery.findFirst({
      where: { ...of, status: "DELIVERED" },
      orderBy: newestFirst,
      select: { deliveredAt: true },
    }),
    db.webhookDelivery.findFirst({ where: { ...of, status: "FAILED" }, orderBy: newestFirst }),
  ]);
  return {
    waiting,
    failed,
    next_attempt_at: endpoint.disabledAt ? null : (next?.nextAttemptAt.toISOString() ?? null),
    last_success_at: success?.deliveredAt?.toISOString() ?? null,
    last_failure: (await readRun(scope, endpoint)) ?? (failure && (await readLastTry(scope, failure))),
  };
}

const ATTEMPT = { startedAt: true, error: true, responseStatus: true } as const;

function viewFailure(attempt: { startedAt: Date; error: string | null; responseStatus: number | null }) {
  const { startedAt, error, responseStatus } = attempt;
  return { at: startedAt.toISOString(), reason: error ?? "", response_status: responseStatus };
}

/** The last try of the present run of failures. It began at most a lease before its end, which the endpoint knows. */
async function readRun({ tenantId, db }: Scope, { id, failingSince, lastFailedAt }: WebhookEndpoint) {
  if (failingSince === null || lastFailedAt === null) return null;
  const attempt = await db.webhookAttempt.findFirst({
    where: {
      tenantId,
      endpointId: id,
      startedAt: { gte: addSeconds(lastFailedAt, -DELIVERY_LEASE_SECONDS), lte: lastFailedAt },
      error: { not: null },
    },
    orderBy: { startedAt: "desc" },
    select: ATTEMPT,
  });
  return attempt && viewFailure(attempt);
}

interface Delivery {
  endpointId: string;
  eventId: string;
}

async function readLastTry({ tenantId, db }: Scope, { endpointId, eventId }: Delivery) {
  const attempt = await db.webhookAttempt.findFirst({
    where: { tenantId, endpointId, eventId },
    orderBy: { id: "desc" },
    select: ATTEMPT,
  });
  return attempt && viewFailure(attempt);
}
