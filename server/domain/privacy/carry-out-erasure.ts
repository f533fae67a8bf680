import { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { ErrorName } from "../../errors/catalogue.ts";
import type { Erasure } from "../../platform/database/client/client.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { forgetEntry } from "../../platform/shared-cache.ts";
import { requireOurAccount } from "../billing/card-provider/drift/check-account.ts";
import { writeOffErased } from "../billing/charges/write-off-erased.ts";
import { syncBalance } from "../customers/sync-balance.ts";
import { eraseHistories, eraseRows } from "../events/erase-history.ts";
import { recordChange } from "../events/record-change.ts";
import { cardProviderOf } from "../tenants/provider/connect-card-provider.ts";
import { findReferences } from "../tenants/provider/provider-references.ts";
import { eraseStoredResponses } from "./erase-stored-responses.ts";
import { findObjectsOfPerson, PERSON, type Person, personValues } from "./find-person.ts";
import { PERSONAL_DATA } from "./inventory.ts";
import { endObligations, requireNoObligations } from "./open-obligations.ts";
import { findRedemptions, type History, searchHistory } from "./search-history.ts";
import { getErasureOrThrow, viewErasure } from "./view-erasure.ts";

const StoredPerson = z.object({
  customers: z.array(z.string()),
  users: z.array(z.string()),
  entries: z.array(z.string()),
  emails: z.array(z.string()),
  names: z.array(z.string()),
});

/** Temporary refusals: another operation is in progress, or the card provider's key belongs to another account. */
const WAITS: ErrorName[] = [
  "subscription_change_in_progress",
  "card_provider_account_mismatch",
  "card_provider_refused_request",
];

/**
 * Erases a person: cancels subscriptions and writes off what is left where the request says so, erases the person at the card
 * provider, then in our own data. Every step is idempotent, so that after a crash the next try continues; the erasure is DONE only after the last step. A
 * permanent refusal makes it FAILED; anything else is tried again.
 */
export async function carryOutErasure(scope: Scope, id: string): Promise<void> {
  const { tenantId, db, vault } = scope;
  const erasure = await getErasureOrThrow(db, scope, id);
  if (erasure.subjectSealed === null || erasure.status === "DONE" || erasure.status === "FAILED") return;
  await note(scope, id, { status: "RUNNING", attempts: { increment: 1 } });
  try {
    const person = StoredPerson.parse(JSON.parse(vault.decrypt(erasure.subjectSealed, `erasure:${id}`)));
    if (erasure.cancels) await endObligations(scope, person);
    await syncBalances(scope, person);
    await requireNoObligations(db, scope, person, erasure.cancels);
    await eraseAtProvider(scope, person);
    await db.$transaction((tx) => erasePersonRows(tx, scope, { id, person, cancels: erasure.cancels }));
    for (const history of ["events", "audit_entries"] as const)
      await eraseHistoryRows(scope, id, person, history);
    await eraseStoredResponses(scope, person);
    await db.$transaction((tx) => finish(tx, scope, erasure));
  } catch (error) {
    const isRefusal = error instanceof ApiError && error.status < 500 && !WAITS.includes(error.errorName);
    await note(scope, id, {
      ...(isRefusal && { status: "FAILED", subjectSealed: null }),
      lastError: error instanceof ApiError ? error.code : "It will be tried again.",
    });
    if (!isRefusal) throw error;
    scope.log.warn({ tenant_id: tenantId, erasure_id: id, k_code: error.code }, "an erasure was refused");
  }
}

async function note(
  { tenantId, db, clock }: Scope,
  id: string,
  data: Parameters<Tx["erasure"]["updateMany"]>[0]["data"],
): Promise<void> {
  await db.erasure.updateMany({ where: { tenantId, id }, data: { ...data, updatedAt: clock.now() } });
}

/** Credit at the card provider prevents an erasure, also where its callback was lost. */
async function syncBalances(scope: Scope, { customers }: Person): Promise<void> {
  const references = await findReferences(scope.db, scope, "CUSTOMER", { objectId: { in: customers } });
  for (const { providerId } of references) await syncBalance(scope, providerId);
}

/** Idempotent: ignores a provider's customer who is already deleted. */
async function eraseAtProvider(scope: Scope, { customers }: Person): Promise<void> {
  const references = await findReferences(scope.db, scope, "CUSTOMER", { objectId: { in: customers } });
  if (references.length === 0) return;
  const provider = await cardProviderOf(scope);
  // With another account's key every customer would seem to be deleted, while the real ones still exist.
  await requireOurAccount(scope, provider);
  for (const { providerId } of references) await provider.deleteCustomer(providerId);
}

/** All rows of the inventory and the history of the person's objects, in one transaction. */
async function erasePersonRows(
  tx: Tx,
  scope: Scope,
  { id, person, cancels }: { id: string; person: Person; cancels: boolean },
): Promise<void> {
  const { tenantId, clock } = scope;
  // Waits for concurrent writes about the person; later requests read what is left.
  await tx.$queryRaw`select 1 from customers where tenant_id = ${tenantId} and id = any(${person.customers}) order by id for update`;
  await tx.$queryRaw`
    select 1 from subscriptions where tenant_id = ${tenantId} and customer_id = any(${person.customers}) order by id for update`;
  // From here on, joins with their referral code and invitations wait for us: nothing new can refer to these entries.
  const entries = await tx.$queryRaw<{ id: string }[]>`
    select id from waitlist_entries
    where tenant_id = ${tenantId} and (id = any(${person.entries}) or email = any(${person.emails})) order by id for update`;
  await requireNoObligations(tx, scope, person, cancels);
  await writeOffErased(tx, scope, person.customers);
  const objects = await findObjectsOfPerson(tx, scope, person);
  await eraseHistories(tx, scope, objects);
  const redemptions = await findRedemptions(tx, scope, objects);
  if (redemptions.eventIds.length + redemptions.auditEntryIds.length > 0)
    await eraseRows(tx, scope, id, redemptions);
  const sessions = await tx.session.findMany({
    where: { tenantId, userId: { in: person.users } },
    select: { id: true },
  });
  await tx.waitlistEntry.updateMany({
    where: { tenantId, referredById: { in: entries.map((entry) => entry.id) } },
    data: { referredById: null },
  });
  await tx.$executeRaw`select set_config('usher.erase', 'on', true)`;
  for (const statement of statements())
    await tx.$executeRawUnsafe(statement, ...personValues(scope, person, objects), clock.now());
  await tx.$executeRaw`select set_config('usher.erase', 'off', true)`;
  for (const session of sessions) await forgetEntry(tx, session.id);
}

/** The inventory's statements; their parameters are those of PERSON and, $7, now. */
function statements(): string[] {
  return PERSONAL_DATA.flatMap(({ table, of, forget = [] }) =>
    forget.map((step) => {
      const which = `t.tenant_id = p.tenant_id and ${of} and ($7::timestamptz is not null)${step.where ? ` and ${step.where}` : ""}`;
      if (step.do === "delete") return `delete from ${table} t using ${PERSON} where ${which}`;
      const set = Object.entries(step.set).map(([column, value]) => `${column} = ${value}`);
      return `update ${table} t set ${set.join(", ")} from ${PERSON} where ${which}`;
    }),
  );
}

/** Erases the rest of the history: of other people's objects that mention the person, and of deleted objects. */
async function eraseHistoryRows(scope: Scope, id: string, person: Person, history: History): Promise<void> {
  for (let after: string | null = ""; after !== null; ) {
    const { rows, last } = await searchHistory(scope.db, scope, history, { person, objects: [] }, after);
    const ids = rows.map((row) => row.id);
    if (ids.length > 0) {
      const single = {
        eventIds: history === "events" ? ids : [],
        auditEntryIds: history === "audit_entries" ? ids : [],
      };
      await scope.db.$transaction((tx) => eraseRows(tx, scope, id, single));
    }
    after = last;
  }
}

async function finish(tx: Tx, scope: Scope, { id }: Erasure): Promise<void> {
  const { tenantId, clock } = scope;
  const now = clock.now();
  const key = { tenantId_id: { tenantId, id } };
  const before = await getErasureOrThrow(tx, scope, id);
  const { count } = await tx.erasure.updateMany({
    where: { tenantId, id, status: "RUNNING" },
    data: { status: "DONE", subjectSealed: null, lastError: null, completedAt: now, updatedAt: now },
  });
  // Another worker was first.
  if (count === 0) return;
  const change = {
    before: viewErasure(before),
    after: viewErasure(await tx.erasure.findUniqueOrThrow({ where: key })),
  };
  await recordChange(tx, scope, {
    type: "erasure.completed",
    objectType: "erasure",
    objectId: id,
    ...change,
  });
}
