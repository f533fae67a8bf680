import { setTimeout } from "node:timers/promises";
import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { addSeconds } from "../../platform/clock.ts";
import { Prisma, type ProviderReference } from "../../platform/database/client/client.ts";
import { newId } from "../../platform/ids.ts";
import { BY_CARD } from "../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import type { CardProvider } from "../../providers/port.ts";
import { recordChange } from "../events/record-change.ts";
import { openPresent } from "../tenants/provider/provider-account.ts";
import { findReferences } from "../tenants/provider/provider-references.ts";
import { getActiveCustomerOrThrow, getCustomerOrThrow } from "./find-customer.ts";
import { isForGood } from "./is-for-good.ts";
import type { TaxId } from "./schema.ts";
import { sendDetails } from "./send-details.ts";
import { areSameTaxIds, mergeTaxIds, storedTaxIds } from "./tax-ids.ts";
import { readTaxIds, viewChangedCustomer } from "./view-customer.ts";

// A customer's tax ids stand with us and with each of the provider's customers that stand for ours; a person changes them on either
// side. One call at a time brings them together, under a lease in a row that says what was asked for; an address or name that changed
// with us is sent along (send-details.ts). Whoever is killed leaves the row,
// and the next call or the worker goes on with it.

type TaxIds = z.output<typeof TaxId>[];

/** How long a call waits for its turn, and how often it looks. */
const TURN_WITHIN_MS = 10_000;
const LOOK_EVERY_MS = 50;
/** How often a living process renews its lease before it would end. */
const RENEWALS = 3;
/** Each is read again because something changed meanwhile. */
const MAX_PASSES = 5;

interface Lease {
  customerId: string;
  holder: string;
  wanted: TaxIds | null;
}

/**
 * Makes the customer's tax ids just these, at each of the provider's customers and then with us; of several calls the last one counts
 * whole. `prepare` runs in the call's turn, before anything is sent. Throws customer_not_found or tax_id_invalid. Throws
 * tax_id_change_in_progress. K7xxx: the worker finishes it.
 */
export async function replaceTaxIds(
  scope: Scope,
  provider: CardProvider | null,
  customerId: string,
  { wanted, prepare }: { wanted: TaxIds; prepare: () => Promise<void> },
): Promise<void> {
  await carryOut(scope, provider, await waitForTurn(scope, customerId, wanted), prepare);
}

/** Brings both sides together before something is sold. As replaceTaxIds. */
export async function syncTaxIds(scope: Scope, provider: CardProvider, customerId: string): Promise<void> {
  await carryOut(scope, provider, await waitForTurn(scope, customerId, null));
}

/** The same after a change at the provider; where a call is under way, that one reads once more. */
export async function syncTaxIdsOnce(
  scope: Scope,
  provider: CardProvider | null,
  customerId: string,
): Promise<void> {
  const lease = await claim(scope, customerId, null);
  if (lease) return carryOut(scope, provider, lease);
  const { tenantId, db } = scope;
  const { count } = await db.taxIdSync.updateMany({
    where: { tenantId, customerId },
    data: { isStale: true },
  });
  // It ended between our two statements.
  if (count === 0) return syncTaxIdsOnce(scope, provider, customerId);
}

/** Sends an address or name that was noted; where that fails, or another call syncs the customer, that call or the worker does. */
export async function trySendDetails(scope: Scope, customerId: string): Promise<void> {
  try {
    const provider = await openPresent(scope);
    if (provider) await syncTaxIdsOnce(scope, provider, customerId);
  } catch (error) {
    scope.log.warn(
      { err: error, tenant_id: scope.tenantId, customer_id: customerId },
      "a customer's e-mail address or name could not be sent to the payment provider yet",
    );
  }
}

async function waitForTurn(scope: Scope, customerId: string, wanted: TaxIds | null): Promise<Lease> {
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const lease = await claim(scope, customerId, wanted);
    if (lease) return lease;
    if (waited >= TURN_WITHIN_MS) throw new ApiError("tax_id_change_in_progress");
    await setTimeout(LOOK_EVERY_MS);
  }
}

/** Begins a sync, or takes over one whose lease has ended: what was wanted then still is, unless this call wants others. */
async function claim(scope: Scope, customerId: string, wanted: TaxIds | null): Promise<Lease | null> {
  const { tenantId, clock, config, db } = scope;
  const now = clock.now();
  const holder = newId("request");
  const json = wanted && JSON.stringify(wanted);
  const [row] = await db.$queryRaw<{ wanted: unknown }[]>`
    insert into tax_id_syncs as s (tenant_id, customer_id, wanted, lease_until, lease_holder, created_at)
    values (${tenantId}, ${customerId}, ${json}::jsonb, ${addSeconds(now, config.leaseSeconds)}, ${holder}, ${now})
    on conflict (tenant_id, customer_id) do update set wanted = coalesce(excluded.wanted, s.wanted), is_stale = false,
      lease_until = excluded.lease_until, lease_holder = excluded.lease_holder
    where s.lease_until <= ${now}
    returning s.wanted`;
  return row ? { customerId, holder, wanted: storedTaxIds(row.wanted) } : null;
}

const whileLeased = ({ tenantId }: Scope, { customerId, holder }: Lease) => ({
  tenantId,
  customerId,
  leaseHolder: holder,
});

/** Does the work of a lease, which is renewed until it ends. What was refused is taken back; what is unknown is left to the worker. */
async function carryOut(
  scope: Scope,
  provider: CardProvider | null,
  lease: Lease,
  prepare?: () => Promise<void>,
): Promise<void> {
  const { clock, config, db, log } = scope;
  const leaseUntil = () => addSeconds(clock.now(), config.leaseSeconds);
  const renew = () =>
    db.taxIdSync
      .updateMany({ where: whileLeased(scope, lease), data: { leaseUntil: leaseUntil() } })
      .catch((error: unknown) => log.warn({ err: error }, "the lease of a tax id sync could not be renewed"));
  const timer = setInterval(renew, (config.leaseSeconds * 1000) / RENEWALS);
  try {
    await prepare?.();
    await bringTogether(scope, provider, lease);
  } catch (error) {
    await end(scope, provider, lease, error);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

async function end(scope: Scope, provider: CardProvider | null, lease: Lease, error: unknown): Promise<void> {
  const { clock, db } = scope;
  const where = whileLeased(scope, lease);
  if (!isForGood(error)) {
    await db.taxIdSync.updateMany({ where, data: { leaseUntil: clock.now() } });
    return;
  }
  if (lease.wanted !== null) {
    // Some of the provider's customers may have taken them.
    const ours = readTaxIds(await getCustomerOrThrow(db, scope, lease.customerId));
    const { count } = await db.taxIdSync.updateMany({ where, data: { wanted: ours } });
    if (count === 0) return;
    const back = { ...lease, wanted: ours };
    try {
      await bringTogether(scope, provider, back);
      return;
    } catch (failure) {
      if (!isForGood(failure)) {
        await db.taxIdSync.updateMany({ where, data: { leaseUntil: clock.now() } });
        return;
      }
    }
  }
  await db.taxIdSync.deleteMany({ where });
}

async function bringTogether(scope: Scope, provider: CardProvider | null, lease: Lease): Promise<void> {
  let { wanted } = lease;
  for (let pass = 0; pass < MAX_PASSES; pass++) {
    const sent = await send(scope, provider, lease.customerId, wanted);
    if ((await save(scope, provider, lease, sent)) === "done") return;
    wanted = null;
  }
  // Others change them all the time: the worker goes on.
  throw new ApiError("tax_id_change_in_progress");
}

interface Sent {
  taxIds: TaxIds;
  /** The provider's customers that have just these. */
  at: Set<string>;
  /** Those of which nothing is known: they are gone, or a restricted key may not read their tax ids. */
  unread: Set<string>;
}

/** Sends what is wanted, else ours with what changed at the provider, to each of the provider's customers that has others. */
async function send(
  scope: Scope,
  provider: CardProvider | null,
  customerId: string,
  wanted: TaxIds | null,
): Promise<Sent> {
  const customer = await getActiveCustomerOrThrow(scope.db, scope, customerId);
  const ours = readTaxIds(customer);
  const references = await referencesOf(scope.db, scope, provider, customerId);
  if (provider)
    await sendDetails(
      scope,
      provider,
      customer,
      references.map(({ providerId }) => providerId),
    );
  const unread = new Set<string>();
  const read = [];
  for (const reference of references) {
    const details = (await provider?.readTaxDetails(reference.providerId)) ?? null;
    const now = details?.taxIds ?? null;
    if (now === null && (details === null || wanted === null)) unread.add(reference.providerId);
    else read.push({ id: reference.providerId, known: storedTaxIds(reference.taxIds), now: now ?? [] });
  }
  const taxIds = wanted ?? mergeTaxIds(ours, read);
  for (const { id, now } of read)
    if (!areSameTaxIds(now, taxIds)) await provider?.updateCustomer(id, { taxIds });
  return { taxIds, at: new Set(read.map(({ id }) => id)), unread };
}

async function referencesOf(
  tx: Tx,
  scope: Scope,
  provider: CardProvider | null,
  objectId: string,
): Promise<ProviderReference[]> {
  return provider === null ? [] : findReferences(tx, scope, "CUSTOMER", { objectId }, provider);
}

/** Stores what was sent, with its event; "again" where a customer of the provider's came meanwhile, or something changed there. */
function save(
  scope: Scope,
  provider: CardProvider | null,
  lease: Lease,
  { taxIds, at, unread }: Sent,
): Promise<"done" | "again"> {
  const { tenantId, clock, db } = scope;
  const { customerId: id } = lease;
  return db.$transaction(async (tx) => {
    // Whoever stores another customer of the provider's waits, or was first: ensureProviderCustomer.
    await tx.$queryRaw`select 1 from customers where tenant_id = ${tenantId} and id = ${id} for no key update`;
    const [row] = await tx.$queryRaw<{ is_stale: boolean }[]>`
      select is_stale from tax_id_syncs
      where tenant_id = ${tenantId} and customer_id = ${id} and lease_holder = ${lease.holder} for update`;
    if (!row) throw new ApiError("tax_id_change_in_progress");
    const before = await getActiveCustomerOrThrow(tx, scope, id);
    const references = await referencesOf(tx, scope, provider, id);
    for (const { environment, currency, providerId } of references) {
      const key = { tenantId, provider: BY_CARD, environment, kind: "CUSTOMER", objectId: id } as const;
      if (at.has(providerId))
        await tx.providerReference.updateMany({ where: { ...key, currency, providerId }, data: { taxIds } });
    }
    if (!areSameTaxIds(readTaxIds(before), taxIds)) {
      const after = await tx.customer.update({
        where: { tenantId_id: { tenantId, id } },
        data: { taxIds, updatedAt: clock.now() },
      });
      await recordChange(tx, scope, {
        type: "customer.updated",
        objectType: "customer",
        objectId: id,
        before: viewChangedCustomer(before),
        after: viewChangedCustomer(after),
      });
    }
    const isNew = references.some(({ providerId }) => !at.has(providerId) && !unread.has(providerId));
    if (isNew || row.is_stale) {
      const data = { wanted: Prisma.DbNull, isStale: false };
      await tx.taxIdSync.updateMany({ where: whileLeased(scope, lease), data });
      return "again";
    }
    await tx.taxIdSync.deleteMany({ where: whileLeased(scope, lease) });
    return "done";
  });
}
