import { ApiError } from "../../errors/api-error.ts";
import { foldEmail } from "../../platform/fold-email.ts";
import { isIdOf } from "../../platform/ids.ts";
import type { Scope, Tx } from "../../platform/scope.ts";
import { PERSONAL_DATA } from "./inventory.ts";

/** The ids and addresses by which a person's rows are found. */
export interface Person {
  customers: string[];
  users: string[];
  entries: string[];
  /** Current and former addresses that no other person has, in lower case. */
  emails: string[];
  /** The tenant's own identifiers of them. */
  names: string[];
}

/** How a request names a person: as a customer, or by an address. */
export interface Named {
  customer?: string | undefined;
  email?: string | undefined;
}

/**
 * Finds the person. By customer: the customer with all its users. By address: the user, waitlist entry or customer with that address; a
 * customer with several users is not exported or erased by the address of one. Throws fields_invalid, person_not_found or
 * customer_has_other_users.
 */
export async function findPerson(tx: Tx, scope: Scope, named: Named): Promise<Person> {
  if ((named.customer === undefined) === (named.email === undefined)) {
    const message = "send exactly one of customer and email";
    throw new ApiError("fields_invalid", { issues: [{ path: "customer", message }] });
  }
  const { tenantId } = scope;
  const person =
    named.customer !== undefined
      ? await byCustomer(tx, tenantId, named.customer)
      : await byAddress(tx, tenantId, named.email ?? "");
  const isUnknown = [person.customers, person.users, person.entries].every(({ length }) => length === 0);
  if (isUnknown && !(await hasTraces(tx, tenantId, person.emails))) throw new ApiError("person_not_found");
  return person;
}

async function byCustomer(tx: Tx, tenantId: string, named: string): Promise<Person> {
  const key = isIdOf("customer", named)
    ? { tenantId_id: { tenantId, id: named } }
    : { tenantId_externalId: { tenantId, externalId: named } };
  const customer = await tx.customer.findUnique({ where: key, include: { users: true } });
  if (!customer) throw new ApiError("person_not_found");
  const present = [customer.email, ...customer.users.map(({ email }) => email)].flatMap(
    (email) => email ?? [],
  );
  const former = await formerAddresses(tx, tenantId, [customer.id, ...customer.users.map(({ id }) => id)]);
  const emails = await theirsAlone(tx, tenantId, customer.id, [...present, ...former]);
  return withEntries(tx, tenantId, {
    customers: [customer.id],
    users: customer.users.map(({ id }) => id),
    emails,
    names: customer.erasedAt ? [] : [customer.externalId],
  });
}

async function byAddress(tx: Tx, tenantId: string, email: string): Promise<Person> {
  const user = await tx.user.findUnique({
    where: { tenantId_email: { tenantId, email } },
    include: { customer: { include: { users: true } } },
  });
  const billed = await tx.customer.findMany({ where: { tenantId, email }, include: { users: true } });
  const shared = billed.find(({ users }) => users.some((other) => other.email !== email));
  if (shared) throw new ApiError("customer_has_other_users", { details: { customer_id: shared.id } });
  // A customer that was created for this user alone, and never had an address of its own.
  const made = user?.customer;
  const isOwn = made?.email === null && made.users.length === 1;
  const customers = [...billed, ...(made && isOwn ? [made] : [])];
  return withEntries(tx, tenantId, {
    customers: customers.map(({ id }) => id),
    users: user ? [user.id] : [],
    emails: [email],
    names: customers.map(({ externalId }) => externalId),
  });
}

async function withEntries(tx: Tx, tenantId: string, person: Omit<Person, "entries">): Promise<Person> {
  const entries = await tx.waitlistEntry.findMany({
    where: { tenantId, email: { in: person.emails } },
    select: { id: true },
  });
  return { ...person, entries: entries.map(({ id }) => id) };
}

/** Addresses that these objects had, from their events. */
async function formerAddresses(tx: Tx, tenantId: string, objectIds: string[]): Promise<string[]> {
  const rows = await tx.$queryRaw<{ email: string }[]>`
    select distinct data->>'email' as email from events
    where tenant_id = ${tenantId} and object_id = any(${objectIds}) and data->>'email' is not null`;
  return rows.map(({ email }) => email);
}

/** Without the addresses that another customer, or another customer's user, has now. */
async function theirsAlone(
  tx: Tx,
  tenantId: string,
  customerId: string,
  emails: string[],
): Promise<string[]> {
  const unique = [...new Set(emails.map(foldEmail))];
  const rows = await tx.$queryRaw<{ email: string }[]>`
    select email from customers
      where tenant_id = ${tenantId} and id <> ${customerId} and email = any(${unique})
    union select email from users
      where tenant_id = ${tenantId} and customer_id is distinct from ${customerId} and email = any(${unique})`;
  const others = new Set(rows.map(({ email }) => email));
  return unique.filter((email) => !others.has(email));
}

/** Whether an address without an account occurs anywhere: in a mail, an invitation, or a registration that was never completed. */
async function hasTraces(tx: Tx, tenantId: string, emails: string[]): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    select 1 from mail_messages where tenant_id = ${tenantId} and "to" = any(${emails})
    union all select 1 from invitation_tokens where tenant_id = ${tenantId} and email = any(${emails})
    union all select 1 from registrations where tenant_id = ${tenantId} and email = any(${emails}) limit 1`;
  return rows.length > 0;
}

/** SQL of the person as one row `p`; its parameters are $1 to $6. */
export const PERSON = `(select $1::text as tenant_id, $2::text[] as customers, $3::text[] as users, $4::text[] as emails,
  $5::text[] as names, $6::text[] as objects) p`;

/** The parameters of PERSON. */
export function personValues({ tenantId }: Scope, person: Person, objects: string[]): unknown[] {
  return [tenantId, person.customers, person.users, person.emails, person.names, objects];
}

/** The ids of everything that is the person's and may have a history. */
export async function findObjectsOfPerson(tx: Tx, scope: Scope, person: Person): Promise<string[]> {
  const parts = PERSONAL_DATA.filter(({ hasHistory }) => hasHistory).map(
    ({ table, of }) => `select t.id from ${table} t, p where t.tenant_id = p.tenant_id and ${of}`,
  );
  // Objects of a customer that only history stores: links to the portal, changes of cards.
  const kept = `select e.object_id from events e, p where e.tenant_id = p.tenant_id and e.type = any(array[
    'portal_session.created', 'provider_portal_session.created', 'payment_method.set', 'payment_method.removed',
    'payment_method.expiring']) and e.data->>'customer_id' = any(p.customers)`;
  const rows = await tx.$queryRawUnsafe<{ id: string }[]>(
    `with p as materialized (select * from ${PERSON}) ${[...parts, kept].join(" union ")}`,
    ...personValues(scope, person, []),
  );
  return rows.map(({ id }) => id).sort();
}
