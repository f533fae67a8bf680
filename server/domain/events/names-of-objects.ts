import type { Scope } from "../../platform/scope.ts";

/** What people call what an object belongs to, as far as its ids lead to something that has a name. */
export interface RelatedNames {
  customer: string | null;
  plan: string | null;
  invoice: string | null;
  feature: string | null;
}

/** The fields whose values lead to a name, the nearest first. */
const WAYS: Record<keyof RelatedNames, string[]> = {
  // An event of a customer has the name that they have now, which they may not have had when they were created.
  customer: ["id", "customer_id", "subscription_id"],
  plan: ["plan_id", "plan_price_id", "subscription_id"],
  invoice: ["invoice_id"],
  feature: ["feature_key"],
};

const FIELDS = [...new Set(Object.values(WAYS).flat())];

/** What people call the customers, plans, invoices and features that objects of events name by their ids, read in one statement. */
export async function namesOfObjects(
  { db, tenantId }: Scope,
  objects: readonly unknown[],
): Promise<(object: unknown) => RelatedNames> {
  const valuesOf = (field: string) =>
    objects.map((object) => textOf(object, field)).filter((value) => value !== null);
  const wanted = Object.fromEntries(FIELDS.map((field) => [field, [...new Set(valuesOf(field))]]));
  const isNothing = Object.values(wanted).every((values) => values.length === 0);
  const rows = isNothing
    ? []
    : await db.$queryRaw<{ of: keyof RelatedNames; field: string; id: string; name: string | null }[]>`
        select 'customer' as of, 'id' as field, c.id, coalesce(nullif(c.name, ''), c.email, c.external_id) as name
        from customers c where c.tenant_id = ${tenantId} and c.id = any(${wanted.id}) and c.erased_at is null
        union all
        select 'customer', 'customer_id', c.id, coalesce(nullif(c.name, ''), c.email, c.external_id)
        from customers c where c.tenant_id = ${tenantId} and c.id = any(${wanted.customer_id}) and c.erased_at is null
        union all
        select 'customer', 'subscription_id', s.id, coalesce(nullif(c.name, ''), c.email, c.external_id)
        from subscriptions s join customers c on c.tenant_id = s.tenant_id and c.id = s.customer_id
        where s.tenant_id = ${tenantId} and s.id = any(${wanted.subscription_id}) and c.erased_at is null
        union all
        select 'plan', 'subscription_id', s.id, p.name
        from subscriptions s join plans p on p.tenant_id = s.tenant_id and p.id = s.plan_id
        where s.tenant_id = ${tenantId} and s.id = any(${wanted.subscription_id})
        union all
        select 'plan', 'plan_price_id', r.id, p.name
        from plan_prices r join plans p on p.tenant_id = r.tenant_id and p.id = r.plan_id
        where r.tenant_id = ${tenantId} and r.id = any(${wanted.plan_price_id})
        union all
        select 'plan', 'plan_id', p.id, p.name from plans p where p.tenant_id = ${tenantId} and p.id = any(${wanted.plan_id})
        union all
        select 'invoice', 'invoice_id', i.id, i.display_number
        from invoices i where i.tenant_id = ${tenantId} and i.id = any(${wanted.invoice_id})
        union all
        select 'feature', 'feature_key', f.key, f.name
        from features f where f.tenant_id = ${tenantId} and f.key = any(${wanted.feature_key})`;
  const names = new Map(rows.map(({ of, field, id, name }) => [`${of} ${field} ${id}`, name]));
  const find = (object: unknown, of: keyof RelatedNames) =>
    WAYS[of]
      .map((field) => names.get(`${of} ${field} ${textOf(object, field)}`) ?? null)
      .find((name) => name !== null) ?? null;
  return (object) => ({
    customer: find(object, "customer"),
    plan: find(object, "plan"),
    invoice: find(object, "invoice"),
    feature: find(object, "feature"),
  });
}

function textOf(object: unknown, field: string): string | null {
  if (typeof object !== "object" || object === null) return null;
  const value = (object as Record<string, unknown>)[field];
  return typeof value === "string" && value !== "" ? value : null;
}
