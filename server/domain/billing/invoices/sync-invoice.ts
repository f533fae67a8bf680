import type { Customer, InvoiceNoticeKind } from "../../../platform/database/client/client.ts";
import { newId } from "../../../platform/ids.ts";
import { omit } from "../../../platform/omit.ts";
import { NEXT_VERSION, readThenSave } from "../../../platform/read-then-save.ts";
import { BY_CARD } from "../../../platform/schema/provider.ts";
import type { Scope, Tx } from "../../../platform/scope.ts";
import type { ProviderInvoice } from "../../../providers/port.ts";
import { withCustomerClock } from "../../customers/customer-clock.ts";
import { recordChange } from "../../events/record-change.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import { findObjectId } from "../../tenants/provider/provider-references.ts";
import { settleUncollectibleCredits } from "../charges/uncollectible-credits.ts";
import { areSameNotices, type Due, syncNotices } from "../invoice-notices/sync-notices.ts";
import { findWriteOff } from "./decisions.ts";
import { eventOfInvoice, eventOfRead, statusAfter } from "./lifecycle.ts";
import { INVOICE_PARTS, type LoadedInvoice } from "./load-invoice.ts";
import { releaseDeleted, releaseVoided } from "./release-voided.ts";
import { syncLines } from "./sync-lines.ts";
import { viewInvoice } from "./view-invoice.ts";

const AT_ONCE = 100;

/**
 * Syncs our copy of the card provider's invoice, which is read outside any transaction. Late, repeated and reordered callbacks change
 * nothing: an older state never replaces a newer one (readThenSave). Invoices of people who are not our customers are left alone.
 * `isDeleted`: a draft that is not there any more was deleted, as its callback says, or a comparison of the same account; an invoice that
 * another account's key does not find stays as it is. Returns whether this call changed anything. K7xxx.
 */
export async function syncInvoice(
  scope: Scope,
  providerInvoiceId: string,
  { isDeleted = false }: { isDeleted?: boolean } = {},
): Promise<boolean> {
  const provider = await cardProviderOf(scope);
  const where = keyOf(scope, providerInvoiceId);
  return readThenSave({
    note: async () => {
      const row = await scope.db.invoice.findUnique({ where, select: { syncVersion: true } });
      return { version: row?.syncVersion ?? 0 };
    },
    read: () => provider.readInvoice(providerInvoiceId),
    save: (remote, noted) =>
      scope.db.$transaction(async (tx) => {
        await lock(tx, scope, providerInvoiceId);
        const before = await tx.invoice.findUnique({ where, include: INVOICE_PARTS });
        const version = before?.syncVersion ?? 0;
        return {
          version,
          isChanged: version === noted.version && (await save(tx, scope, before, remote, isDeleted)),
        };
      }),
  });
}

/** What became of several invoices. */
export interface Synced {
  changed: number;
  /** Invoices that could not be synced; each was logged. */
  failed: number;
}

/** The same for a subscription's newest invoices; the first failure ends it. */
export async function syncInvoices(scope: Scope, providerSubscriptionId: string, limit = 20): Promise<void> {
  const provider = await cardProviderOf(scope);
  const remotes = await provider.listInvoices({ subscriptionId: providerSubscriptionId, limit });
  for (const { id } of await findNews(scope, remotes)) await syncInvoice(scope, id);
}

/**
 * The same for all invoices made since a time, in case callbacks were lost. A draft of that time that is not among them was deleted
 * there, and is void: the caller has made sure that the account is the one that made it. A failure does not stop the others.
 */
export async function syncInvoicesSince(scope: Scope, since: Date): Promise<Synced> {
  const provider = await cardProviderOf(scope);
  const drafts = await findDraftsSince(scope, since);
  const synced: Synced = { changed: 0, failed: 0 };
  let page: ProviderInvoice[] = [];
  const syncPage = async () => {
    for (const { id } of await findNews(scope, page)) await trySync(scope, id, synced);
    page = [];
  };
  for await (const remote of provider.listInvoicesSince(since)) {
    drafts.delete(remote.id);
    page.push(remote);
    if (page.length >= AT_ONCE) await syncPage();
  }
  await syncPage();
  for (const id of drafts) await trySync(scope, id, synced, { isDeleted: true });
  return synced;
}

/** The provider's ids of drafts here that were made since a time. */
async function findDraftsSince({ tenantId, db }: Scope, since: Date): Promise<Set<string>> {
  const rows = await db.invoice.findMany({
    where: { tenantId, provider: BY_CARD, status: "DRAFT", createdAt: { gte: since } },
    select: { providerInvoiceId: true },
  });
  return new Set(rows.flatMap(({ providerInvoiceId: id }) => id ?? []));
}

async function trySync(
  scope: Scope,
  id: string,
  synced: Synced,
  how: { isDeleted?: boolean } = {},
): Promise<void> {
  try {
    if (await syncInvoice(scope, id, how)) synced.changed++;
  } catch (error) {
    synced.failed++;
    scope.log.error({ err: error, provider_invoice_id: id }, "an invoice could not be synced yet");
  }
}

/** The provider's invoices that differ from our copies, or have none; the oldest first. */
async function findNews(scope: Scope, remotes: ProviderInvoice[]): Promise<ProviderInvoice[]> {
  if (remotes.length === 0) return [];
  const known = await scope.db.invoice.findMany({
    where: { tenantId: scope.tenantId, providerInvoiceId: { in: remotes.map(({ id }) => id) } },
    select: {
      providerInvoiceId: true,
      status: true,
      attemptCount: true,
      total: true,
      amountDue: true,
      amountPaid: true,
      providerNotices: { where: { kind: { in: NOTICES } } },
      customer: { select: { erasedAt: true } },
    },
  });
  const isNews = (remote: ProviderInvoice) => {
    const row = known.find(({ providerInvoiceId }) => providerInvoiceId === remote.id);
    return (
      !row ||
      row.status !== remote.status ||
      row.total !== remote.total ||
      row.amountDue !== remote.amountDue ||
      row.amountPaid !== remote.amountPaid ||
      row.attemptCount !== remote.attemptCount ||
      !areSameNotices(row.providerNotices, noticesOf(remote, row.customer.erasedAt !== null))
    );
  };
  return remotes.filter(isNews).toReversed();
}

async function lock(tx: Tx, { tenantId }: Scope, providerInvoiceId: string): Promise<void> {
  await tx.$executeRaw`select pg_advisory_xact_lock(hashtextextended(${`invoice:${tenantId}:${providerInvoiceId}`}, 0))`;
}

function keyOf({ tenantId }: Scope, providerInvoiceId: string) {
  return {
    tenantId_provider_providerInvoiceId: { tenantId, provider: BY_CARD, providerInvoiceId },
  } as const;
}

/** Saves what was read, with its event, where the copy is still of the version noted before; returns whether anything changed. */
async function save(
  tx: Tx,
  scope: Scope,
  before: LoadedInvoice | null,
  remote: ProviderInvoice | null,
  isDeleted: boolean,
): Promise<boolean> {
  const { tenantId } = scope;
  const count = async ({ id }: LoadedInvoice) => {
    const known = { ...NEXT_VERSION, ...(remote && { creditNotes: remote.creditNotes }) };
    await tx.invoice.update({ where: { tenantId_id: { tenantId, id } }, data: known });
    return false;
  };
  if (!remote && before?.status === "DRAFT" && isDeleted) return saveDeleted(tx, scope, before);
  if (!remote) return before !== null && count(before);
  // Stripe may still refuse it, and then it is deleted there: corrections/requests.ts.
  if (!before && remote.status === "DRAFT" && remote.reason === "one_off") return false;
  // A known invoice stays with its customer, even when the subscription has moved.
  const owner = before
    ? { customerId: before.customerId, subscriptionId: before.subscriptionId }
    : await ownerOf(tx, scope, remote);
  if (!owner) return false;
  const customer = await tx.customer.findUniqueOrThrow({
    where: { tenantId_id: { tenantId, id: owner.customerId } },
  });
  const isNameless = customer.erasedAt !== null;
  const columns = columnsOf(remote, isNameless);
  const due = noticesOf(remote, isNameless);
  if (before && isSame(before, columns, remote)) {
    await count(before);
    return syncNotices(tx, scope, before, NOTICES, due);
  }
  const where = keyOf(scope, remote.id);
  const key = where.tenantId_provider_providerInvoiceId;
  const inTime = await inTimeOf(tx, scope, customer, remote);
  const now = inTime.clock.now();
  const id = before?.id ?? newId("invoice");
  await tx.invoice.upsert({
    where,
    create: { ...key, id, ...owner, ...columns, syncVersion: 1, createdAt: remote.createdAt, updatedAt: now },
    update: { ...owner, ...columns, ...NEXT_VERSION, updatedAt: now },
  });
  await syncLines(tx, scope, id, remote);
  if (remote.status === "VOID" && before?.status !== "VOID")
    await releaseVoided(tx, inTime, id, before, remote);
  await settleCredits(tx, inTime, { id, ...owner }, before, remote);
  const after = await tx.invoice.findUniqueOrThrow({ where, include: INVOICE_PARTS });
  await recordChange(tx, await byWhoDecided(tx, scope, before, remote), {
    type: eventOfRead(before, remote),
    objectType: "invoice",
    objectId: id,
    ...(before && { before: viewInvoice(before, now) }),
    after: viewInvoice(after, now),
  });
  await syncNotices(tx, inTime, after, NOTICES, due);
  return true;
}

/** A draft that a person has deleted at the provider: nobody owes it. It is void here, because events and the journal name it. */
async function saveDeleted(tx: Tx, scope: Scope, before: LoadedInvoice): Promise<true> {
  const key = { tenantId_id: { tenantId: scope.tenantId, id: before.id } };
  const customer = await tx.customer.findUniqueOrThrow({
    where: { tenantId_id: { tenantId: scope.tenantId, id: before.customerId } },
  });
  const inTime = await withCustomerClock(tx, scope, customer);
  const now = inTime.clock.now();
  await tx.invoice.update({
    where: key,
    data: {
      status: statusAfter(before.status, "delete_draft"),
      voidedAt: now,
      ...NEXT_VERSION,
      updatedAt: now,
    },
  });
  await releaseDeleted(tx, inTime, before.id);
  const after = await tx.invoice.findUniqueOrThrow({ where: key, include: INVOICE_PARTS });
  await recordChange(tx, scope, {
    type: eventOfInvoice(before.status, "delete_draft", after.status),
    objectType: "invoice",
    objectId: before.id,
    before: viewInvoice(before, now),
    after: viewInvoice(after, now),
  });
  await syncNotices(tx, inTime, after, NOTICES, []);
  return true;
}

/** The notices that the invoice itself gives reason for. */
const NOTICES: InvoiceNoticeKind[] = ["NOT_ISSUED", "TAX_NOT_COMPUTED"];

/** The provider's words may name the customer: after an erasure they are left out. */
function noticesOf({ id, status, issueFailure, taxFailure }: ProviderInvoice, isNameless: boolean): Due[] {
  const of = { providerObjectId: id, dueAt: null, openedAt: null };
  if (status === "VOID" || status === "UNCOLLECTIBLE") return [];
  return [
    ...(status === "DRAFT" && issueFailure
      ? [
          {
            ...of,
            code: issueFailure.code,
            message: isNameless ? null : issueFailure.message,
            kind: "NOT_ISSUED" as const,
          },
        ]
      : []),
    ...(taxFailure === null
      ? []
      : [{ ...of, code: taxFailure, message: null, kind: "TAX_NOT_COMPUTED" as const }]),
  ];
}

/** Who wrote an invoice off is who changed it, also where a callback or the worker learns of it first. */
async function byWhoDecided(
  tx: Tx,
  scope: Scope,
  before: LoadedInvoice | null,
  { status }: ProviderInvoice,
): Promise<Scope> {
  if (status !== "UNCOLLECTIBLE" || before?.status !== "OPEN") return scope;
  const decision = await findWriteOff(tx, scope, before.id);
  return decision ? { ...scope, actor: { type: decision.actorType, id: decision.actorId } } : scope;
}

/** Credits for the time of an invoice that is uncollectible, or that was and is paid after all, or of this one's own lines. */
async function settleCredits(
  tx: Tx,
  scope: Scope,
  { id, subscriptionId }: { id: string; subscriptionId: string | null },
  before: LoadedInvoice | null,
  { status, lines }: ProviderInvoice,
): Promise<void> {
  const isConcerned =
    status === "UNCOLLECTIBLE" ||
    before?.status === "UNCOLLECTIBLE" ||
    lines.some(({ creditedLineIds }) => creditedLineIds.length > 0);
  if (subscriptionId === null || !isConcerned) return;
  await tx.$executeRaw`select usher_place_lines(${scope.tenantId}, ${id})`;
  await settleUncollectibleCredits(tx, scope, subscriptionId);
}

/** The customer's time. A test clock that moves is behind the card provider's: what happened there happens no later here. */
async function inTimeOf(
  tx: Tx,
  scope: Scope,
  customer: Customer,
  { createdAt, issuedAt, paidAt, voidedAt }: ProviderInvoice,
): Promise<Scope> {
  const inTime = await withCustomerClock(tx, scope, customer);
  if (customer.testClockId === null) return inTime;
  const moments = [inTime.clock.now(), createdAt, issuedAt, paidAt, voidedAt].map((at) => at?.getTime() ?? 0);
  const now = new Date(Math.max(...moments));
  return { ...inTime, clock: { now: () => now } };
}

async function ownerOf(tx: Tx, scope: Scope, remote: ProviderInvoice) {
  const { providerSubscriptionId, providerCustomerId } = remote;
  if (providerSubscriptionId !== null) {
    const key = { tenantId: scope.tenantId, provider: BY_CARD, providerSubscriptionId } as const;
    const row = await tx.subscription.findUnique({
      where: { tenantId_provider_providerSubscriptionId: key },
    });
    if (row) return { customerId: row.customerId, subscriptionId: row.id };
  }
  if (providerCustomerId === null) return null;
  const customerId = await findObjectId(tx, scope, "CUSTOMER", providerCustomerId);
  if (customerId === null) return null;
  if (providerSubscriptionId === null) return { customerId, subscriptionId: null };
  // One that has moved, and was invoiced there once more before it ended. Else its subscription is not stored yet, or not ours: saving it,
  // or the next callback, creates the copy.
  const { tenantId } = scope;
  const left = await tx.providerOperation.findFirst({
    where: {
      tenantId,
      customerId,
      kind: "MOVE",
      input: { path: ["leaves"], equals: providerSubscriptionId },
    },
    select: { subscriptionId: true },
  });
  return left && { customerId, subscriptionId: left.subscriptionId };
}

/** The provider's own invoice pages name the customer: after an erasure we no longer link to them. */
function columnsOf(remote: ProviderInvoice, isNameless: boolean) {
  const { number, lines, ...facts } = remote;
  const rest = omit(
    facts,
    "id",
    "providerCustomerId",
    "providerSubscriptionId",
    "createdAt",
    "voidedFor",
    "issueFailure",
    "taxFailure",
  );
  // Before a first finalization the provider shows no date; lines of a plain renewal carry the billed period.
  const [first] = lines;
  return {
    ...rest,
    ...(isNameless && { hostedUrl: null, pdfUrl: null }),
    displayNumber: number,
    periodStart: first?.periodStart ?? remote.periodStart,
    periodEnd: first?.periodEnd ?? remote.periodEnd,
  };
}

function isSame(
  before: LoadedInvoice,
  columns: ReturnType<typeof columnsOf>,
  remote: ProviderInvoice,
): boolean {
  const text = (value: unknown) => (value instanceof Date ? value.getTime() : String(value));
  // A copy from before credit notes were read: one that has none is the same.
  const copy = { ...before, creditNotes: before.creditNotes ?? 0n };
  const isEqual = Object.entries(columns).every(
    ([name, value]) => text(value) === text(copy[name as keyof LoadedInvoice]),
  );
  const ids = new Set(before.lines.map(({ providerLineId }) => providerLineId));
  return isEqual && ids.size === remote.lines.length && remote.lines.every((line) => ids.has(line.id));
}
