import type { z } from "zod";
import { isIdOf } from "../../platform/ids.ts";
import { formatMoney } from "../../platform/money.ts";
import type { Scope } from "../../platform/scope.ts";
import { literal } from "../../platform/sorted-page.ts";
import { entryMatches } from "../admission/waitlist/entry-matches.ts";
import type { WaitlistStatus } from "../admission/waitlist/rules.ts";
import { customerMatches } from "../customers/match-customer.ts";
import { nameOfCustomer } from "../customers/view-customer.ts";
import type { Found } from "./search-schema.ts";

type Result = z.output<typeof Found>["results"][number];

const MAX_PER_KIND = 6;

/** The tenant's objects that match an id, an e-mail address or a name, whole or in part: a few of each kind. */
export async function search(scope: Scope, { q }: { q: string }): Promise<z.output<typeof Found>> {
  const wanted = q.trim();
  if (wanted === "") return { results: [] };
  const groups = await Promise.all([
    findCustomers(scope, wanted),
    findSubscriptions(scope, wanted),
    findInvoices(scope, wanted),
    findEntries(scope, wanted),
    findCatalog(scope, wanted),
    findEvent(scope, wanted),
  ]);
  return { results: groups.flat() };
}

async function findCustomers({ db, tenantId }: Scope, q: string): Promise<Result[]> {
  const rows = await db.$queryRaw<
    { id: string; external_id: string; email: string | null; name: string | null }[]
  >`
    select c.id, c.external_id, c.email, c.name from customers c
    where c.tenant_id = ${tenantId} and c.erased_at is null and ${customerMatches(q)}
    order by c.created_at desc limit ${MAX_PER_KIND}`;
  return rows.map(({ id, external_id, email, name }) => ({
    kind: "customer",
    id,
    external_id,
    title: name ?? email ?? external_id,
    detail: name ? (email ?? external_id) : external_id,
  }));
}

async function findSubscriptions({ db, tenantId }: Scope, q: string): Promise<Result[]> {
  if (!isIdOf("subscription", q) && !/^sub_/.test(q)) return [];
  const rows = await db.subscription.findMany({
    where: { tenantId, OR: [{ id: q }, { providerSubscriptionId: q }] },
    include: { customer: true, plan: true },
    take: MAX_PER_KIND,
  });
  return rows.map(({ id, plan, customer, status }) => ({
    kind: "subscription",
    id,
    title: `${plan.name} of ${nameOfCustomer(customer)}`,
    detail: status,
  }));
}

/** By number or id, ours or the card provider's. */
async function findInvoices({ db, tenantId }: Scope, q: string): Promise<Result[]> {
  const rows = await db.invoice.findMany({
    where: {
      tenantId,
      OR: [
        { id: q },
        { providerInvoiceId: q },
        { displayNumber: { contains: literal(q), mode: "insensitive" } },
      ],
    },
    include: { customer: true },
    orderBy: { id: "desc" },
    take: MAX_PER_KIND,
  });
  return rows.map(({ id, displayNumber, total, currency, customer }) => ({
    kind: "invoice",
    id,
    title: displayNumber ?? "Draft",
    detail: `${formatMoney(total, currency)}, ${nameOfCustomer(customer)}`,
  }));
}

async function findEntries({ db, tenantId }: Scope, q: string): Promise<Result[]> {
  const rows = await db.$queryRaw<{ id: string; email: string; status: WaitlistStatus }[]>`
    select w.id, w.email, w.status from waitlist_entries w
    where w.tenant_id = ${tenantId} and ${entryMatches(q)} order by w.email limit ${MAX_PER_KIND}`;
  return rows.map(({ id, email: title, status }) => ({ kind: "waitlist_entry", id, title, detail: status }));
}

async function findCatalog({ db, tenantId }: Scope, q: string): Promise<Result[]> {
  const contains = { contains: literal(q), mode: "insensitive" } as const;
  const [products, plans, features] = await Promise.all([
    db.product.findMany({
      where: { tenantId, archivedAt: null, OR: [{ id: q }, { name: contains }, { slug: contains }] },
      take: MAX_PER_KIND,
    }),
    db.plan.findMany({
      where: { tenantId, OR: [{ id: q }, { name: contains }, { slug: contains }] },
      include: { product: true },
      take: MAX_PER_KIND,
    }),
    db.feature.findMany({
      where: { tenantId, OR: [{ id: q }, { name: contains }, { key: contains }] },
      take: MAX_PER_KIND,
    }),
  ]);
  return [
    ...products.map(({ id, name, slug }): Result => ({ kind: "product", id, title: name, detail: slug })),
    ...plans.map(
      ({ id, name, product }): Result => ({ kind: "plan", id, title: name, detail: product.name }),
    ),
    ...features.map(({ id, name, key }): Result => ({ kind: "feature", id, title: name, detail: key })),
  ];
}

async function findEvent({ db, tenantId }: Scope, q: string): Promise<Result[]> {
  if (!isIdOf("event", q)) return [];
  const row = await db.event.findUnique({ where: { tenantId_id: { tenantId, id: q } } });
  return row ? [{ kind: "event", id: row.id, title: row.type, detail: row.objectId }] : [];
}
