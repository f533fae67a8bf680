import { Prisma } from "../../platform/database/client/client.ts";
import { foldEmail, foldSearch } from "../../platform/fold-email.ts";
import { isOwnId } from "../../platform/ids.ts";
import { EmailInput } from "../../platform/schema/common.ts";
import type { Scope } from "../../platform/scope.ts";
import { containing, contains } from "../../platform/sorted-page.ts";

/** The most rows of a table that are found by their names, and the most objects. */
const MOST_NAMED = 50;
const MOST = 1_000;

/**
 * The ids of the objects that people may mean by a text: those whose name, address or key contains it, invoices of that number, and
 * what belongs to those customers and plans, the newest first; and the text itself, which may be an id.
 */
export async function findObjectsNamed({ db, tenantId }: Scope, text: string): Promise<string[]> {
  const wanted = text.trim();
  const find = async (isWhole: boolean) => {
    const rows = await db.$queryRaw<{ id: string }[]>(findByNames(tenantId, wanted, isWhole));
    return rows.map(({ id }) => id);
  };
  if (isOwnId(wanted)) return [wanted];
  // A whole address stands for who has it: an index finds those.
  const exact = EmailInput.safeParse(wanted).success ? await find(true) : [];
  return [wanted, ...(exact.length > 0 ? exact : await find(false))];
}

/**
 * SQL that finds them; with isWholeAddress what is of exactly this e-mail address alone. Tables that grow with the tenant's customers
 * are read by an index, all but those with names of people: those are read until enough is found. No index finds a part of a text under
 * row-level security: `ilike` is not leakproof, so it runs after the policy
 * (https://www.postgresql.org/docs/current/rules-privileges.html).
 */
export function findByNames(tenantId: string, wanted: string, isWholeAddress = false): Prisma.Sql {
  const named = (table: string, ...columns: string[]) => {
    const parts = columns.map((column) =>
      contains([Prisma.raw(column)], column === "email" ? foldSearch(wanted) : wanted),
    );
    const isNamed = Prisma.sql`(${Prisma.join(parts, " or ")})`;
    const hasAddress = columns.includes("email")
      ? Prisma.sql`email = ${foldEmail(wanted)}`
      : Prisma.sql`false`;
    return Prisma.sql`(
      select id from ${Prisma.raw(table)} where tenant_id = ${tenantId} and ${isWholeAddress ? hasAddress : isNamed}
      order by id desc limit ${MOST_NAMED})`;
  };
  return Prisma.sql`
    with customer as ${named("customers", "external_id", "email", "name")}, subscription as (
      select id from subscriptions where tenant_id = ${tenantId} and customer_id in (select id from customer)
    ), plan as ${named("plans", "name", "slug")}, found as (
      select id from customer
      union all select id from subscription
      union all select id from plan
      union all select id from plan_prices where tenant_id = ${tenantId} and plan_id in (select id from plan)
      union all select id from packs where tenant_id = ${tenantId} and plan_id in (select id from plan)
      union all select id from quotes where tenant_id = ${tenantId} and subscription_id in (select id from subscription)
      union all select id from invoices where tenant_id = ${tenantId} and customer_id in (select id from customer)
      union all ${invoicesOfNumber(tenantId, wanted)}
      union all select id from credit_notes where tenant_id = ${tenantId} and customer_id in (select id from customer)
      union all select id from refunds where tenant_id = ${tenantId} and customer_id in (select id from customer)
      union all select id from disputes where tenant_id = ${tenantId} and customer_id in (select id from customer)
      union all select id from charges where tenant_id = ${tenantId} and customer_id in (select id from customer)
      union all select id from overrides where tenant_id = ${tenantId} and customer_id in (select id from customer)
      union all select id from checkout_sessions where tenant_id = ${tenantId} and customer_id in (select id from customer)
      union all select id from usage_records where tenant_id = ${tenantId} and customer_id in (select id from customer)
      union all ${named("products", "name", "slug")}
      union all ${named("features", "name", "key")}
      union all ${named("applications", "name")}
      union all ${named("webhook_endpoints", "url")}
      union all ${named("test_clocks", "name")}
      union all ${named("users", "email", "name")}
      union all ${named("invitation_tokens", "email")}
      union all ${named("waitlist_entries", "email", "name")}
    )
    select id from found order by id desc limit ${MOST}`;
}

/** The digits at the end of a number of ours, without the zeros before them. */
const OURS = /^([A-Za-z0-9/_.-]*?)0*(\d{1,9})$/;

/** SQL: the invoices whose whole number it is, or, of ours, the counted part of it: "INV-00042", "inv-42", "42". */
function invoicesOfNumber(tenantId: string, wanted: string): Prisma.Sql {
  const [, prefix = "", counted] = OURS.exec(wanted) ?? [];
  const ours =
    counted === undefined
      ? Prisma.empty
      : Prisma.sql`union select id from invoices where tenant_id = ${tenantId} and number = ${Number(counted)}::int
          and display_number ilike ${containing(prefix)}`;
  return Prisma.sql`(
    select id from invoices where tenant_id = ${tenantId} and display_number in (${wanted}, ${wanted.toUpperCase()})
    ${ours})`;
}
