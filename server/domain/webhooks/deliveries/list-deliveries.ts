import { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Prisma, WebhookAttempt } from "../../../platform/database/client/client.ts";
import { decodeCursor, toPage } from "../../../platform/page.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { EventType } from "../../events/types.ts";
import { viewEvent } from "../../events/view-event.ts";
import { getEndpointOrThrow } from "../load-endpoint.ts";
import type {
  DeliveryId,
  DeliveryPage,
  ListDeliveries,
  WebhookDelivery,
  WebhookDeliveryDetail,
} from "./list-deliveries-schema.ts";

const ATTEMPTS_SHOWN = 50;
const Headers = z.record(z.string(), z.string());

/** An endpoint's deliveries, the newest event first. Throws webhook_endpoint_not_found. */
export async function listDeliveries(
  scope: Scope,
  { endpoint_id: endpointId, status, limit, cursor }: z.output<typeof ListDeliveries>,
): Promise<z.output<typeof DeliveryPage>> {
  await getEndpointOrThrow(scope.db, scope, endpointId);
  const before = decodeCursor(cursor);
  const rows = await scope.db.webhookDelivery.findMany({
    where: {
      tenantId: scope.tenantId,
      endpointId,
      ...(status && { status }),
      ...(before && { eventId: { lt: before } }),
    },
    include: { event: { select: { type: true } } },
    orderBy: { eventId: "desc" },
    take: limit + 1,
  });
  const named = rows.map((row) => ({ ...row, id: row.eventId }));
  return toPage(named, limit, viewDelivery);
}

/** One delivery with its requests and responses. Throws webhook_endpoint_not_found or webhook_delivery_not_found. */
export async function getDelivery(
  scope: Scope,
  { endpoint_id: endpointId, event_id: eventId }: z.output<typeof DeliveryId>,
): Promise<z.output<typeof WebhookDeliveryDetail>> {
  const { tenantId, db } = scope;
  await getEndpointOrThrow(db, scope, endpointId);
  const row = await db.webhookDelivery.findUnique({
    where: { tenantId_endpointId_eventId: { tenantId, endpointId, eventId } },
    include: { event: true, attemptRows: { orderBy: { id: "desc" }, take: ATTEMPTS_SHOWN } },
  });
  if (!row) throw new ApiError("webhook_delivery_not_found");
  return {
    ...viewDelivery(row),
    event: viewEvent(row.event),
    attempt_log: row.attemptRows.map(viewAttempt),
  };
}

type Row = Prisma.WebhookDeliveryGetPayload<{ include: { event: { select: { type: true } } } }>;

function viewDelivery(row: Row): z.output<typeof WebhookDelivery> {
  return {
    endpoint_id: row.endpointId,
    event_id: row.eventId,
    // Only recordChange writes it, and takes no other types.
    type: row.event.type as EventType,
    status: row.status,
    attempts: row.attempts,
    response_status: row.responseStatus,
    last_error: row.lastError,
    created_at: row.createdAt.toISOString(),
    next_attempt_at: row.status === "PENDING" ? row.nextAttemptAt.toISOString() : null,
    delivered_at: row.deliveredAt?.toISOString() ?? null,
  };
}

function viewAttempt(row: WebhookAttempt): z.output<typeof WebhookDeliveryDetail>["attempt_log"][number] {
  return {
    id: row.id,
    started_at: row.startedAt.toISOString(),
    duration_ms: row.durationMs,
    url: row.url,
    request_headers: Headers.parse(row.requestHeaders),
    response_status: row.responseStatus,
    response_headers: row.responseHeaders === null ? null : Headers.parse(row.responseHeaders),
    response_body: row.responseBody,
    error: row.error,
  };
}
