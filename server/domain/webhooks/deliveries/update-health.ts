import { addSeconds } from "../../../platform/clock.ts";
import { type Services, systemScope, type Tx } from "../../../platform/scope.ts";
import { disableEndpoint } from "../change-endpoint.ts";
import { lockEndpoint } from "../load-endpoint.ts";
import { noticeDisabled } from "../notice-disabled.ts";
import { DISABLE_AFTER_SECONDS, type FailureRun, NO_FAILURES, runWithFailure } from "../rules.ts";
import type { EndpointKey } from "./claimed-delivery.ts";
import type { Attempt } from "./outcome.ts";

interface Row extends EndpointKey, FailureRun {
  url: string;
  disabledAt: Date | null;
}

interface Health {
  run: FailureRun;
  reason: "GONE" | "FAILING" | null;
}

/**
 * Ends the endpoints' runs of failures, or extends them; disables an endpoint, with a notice, when its run has lasted too long or it
 * says that it is gone. An attempt at a former address, or one that was never sent, does not count.
 */
export async function updateHealth(tx: Tx, services: Services, attempts: Attempt[]): Promise<void> {
  const counted = Map.groupBy(
    attempts.filter(({ result }) => !result.isOurs),
    ({ claimed }) => `${claimed.tenant_id} ${claimed.endpoint_id}`,
  );
  if (counted.size === 0) return;
  const now = services.clock.now();
  const changed = (await lockChanging(tx, [...counted.values()])).flatMap((row) => {
    const own = counted.get(`${row.tenantId} ${row.endpointId}`) ?? [];
    const seen = own.filter(
      ({ claimed, result }) => claimed.url === row.url && (result.succeeded || row.disabledAt === null),
    );
    return seen.length > 0 ? [{ row, first: seen[0], health: healthAfter(row, seen, now) }] : [];
  });
  await storeRuns(tx, changed);
  for (const { row, first, health } of changed) {
    if (!health.reason || !first) continue;
    const scope = systemScope(services, { id: row.tenantId, mode: first.claimed.mode }, "worker");
    const endpoint = await lockEndpoint(tx, scope, row.endpointId);
    await noticeDisabled(tx, scope, await disableEndpoint(tx, scope, endpoint, health.reason));
  }
}

/** Locks the enabled endpoints where something failed, and those whose run of failures a success may end. */
async function lockChanging(tx: Tx, endpoints: Attempt[][]): Promise<Row[]> {
  const keys = endpoints.flatMap(([attempt]) => attempt?.claimed ?? []);
  const hasFailed = endpoints.map((own) => own.some(({ result }) => !result.succeeded));
  return tx.$queryRaw<Row[]>`
    select e.tenant_id as "tenantId", e.id as "endpointId", e.url, e.failing_since as "failingSince",
      e.last_failed_at as "lastFailedAt", e.disabled_at as "disabledAt"
    from webhook_endpoints e
    join unnest(${keys.map(({ tenant_id }) => tenant_id)}::text[], ${keys.map(({ endpoint_id }) => endpoint_id)}::text[],
      ${hasFailed}::boolean[]) as w (tenant_id, id, has_failed) using (tenant_id, id)
    where (w.has_failed and e.disabled_at is null) or e.failing_since is not null
    order by e.tenant_id, e.id for no key update of e`;
}

function healthAfter(before: FailureRun, attempts: Attempt[], now: Date): Health {
  let health: Health = { run: before, reason: null };
  for (const { result } of attempts) {
    if (result.succeeded) health = { run: NO_FAILURES, reason: null };
    else {
      const run = runWithFailure(health.run, now);
      const hasFailedLong = addSeconds(run.failingSince, DISABLE_AFTER_SECONDS) <= now;
      health = { run, reason: result.isGone ? "GONE" : hasFailedLong ? "FAILING" : null };
    }
  }
  return health;
}

async function storeRuns(tx: Tx, changed: { row: Row; health: Health }[]): Promise<void> {
  if (changed.length === 0) return;
  const rows = changed.map(({ row, health: { run } }) => ({
    tenant_id: row.tenantId,
    id: row.endpointId,
    failing_since: run.failingSince,
    last_failed_at: run.lastFailedAt,
  }));
  await tx.$executeRaw`
    update webhook_endpoints e set failing_since = r.failing_since, last_failed_at = r.last_failed_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as r (tenant_id text, id text, failing_since timestamptz, last_failed_at timestamptz)
    where e.tenant_id = r.tenant_id and e.id = r.id`;
}
