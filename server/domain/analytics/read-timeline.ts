import { z } from "zod";
import { Prisma } from "../../platform/database/client/client.ts";
import { formatMoney } from "../../platform/money.ts";
import { invalidCursor } from "../../platform/page.ts";
import { formatPaperDate } from "../../platform/pdf/paper-date.ts";
import type { Scope } from "../../platform/scope.ts";
import { getSubscriptionOrThrow } from "../billing/terms/load-subscription.ts";
import { getCustomerOrThrow } from "../customers/find-customer.ts";
import { describeEvent } from "../events/describe-event.ts";
import type { EventType } from "../events/types.ts";
import type { Timeline, TimelineOf } from "./read-timeline-schema.ts";

/**
 * Events that repeat what another one says, or that say nothing to people: a webhook's receiver wants them, a reader does not. So it is of
 * subscription.activated where it began or was resumed so. Of subscription.updated those are shown by which earlier versions set or dropped
 * an end at the period's end.
 */
const SILENT: EventType[] = [
  "customer.note_deleted",
  "portal_session.created",
  "provider_portal_session.created",
  "quote.created",
  "invoice.created",
  "invoice.updated",
  "credit_note.updated",
  "refund.updated",
  "dispute.updated",
];

/** Shorter sentences for a page that has named the customer already; {plan} is the subscription's. Other events say their own. */
const SENTENCES: Partial<Record<EventType, string>> = {
  "customer.created": "The customer was created.",
  "customer.updated": "The customer’s name, address or tax ids changed.",
  "payment_method.set": "A card was saved, and is used from now on.",
  "subscription.created": "The subscription to {plan} began.",
  "subscription.trial_started": "The trial of {plan} began.",
  "subscription.activated": "The subscription to {plan} is active.",
  "subscription.plan_changed": "The subscription moved to {plan}.",
  "subscription.updated": "The subscription to {plan} was canceled: it runs until {date}.",
  "subscription.change_scheduled": "The subscription to {plan} will change to {next}, {price}, on {date}.",
  "subscription.change_waiting": "A change of the subscription to {plan} waits for the customer’s bank.",
  "subscription.change_unscheduled": "The planned change of the subscription to {plan} was dropped.",
  "subscription.trial_ending": "The trial of {plan} ends on {date}.",
  "subscription.resumed": "The subscription to {plan} was resumed.",
  "subscription.cancel_scheduled": "The subscription to {plan} was canceled: it runs until {date}.",
  "subscription.cancel_withdrawn": "The subscription to {plan} goes on: its cancellation was taken back.",
  "invoice.upcoming": "The next invoice is upcoming: the subscription renews on {date}.",
  "payment_method.expiring": "The card that is charged expires within 30 days.",
  "subscription.renewed": "The subscription to {plan} began its next period.",
  "subscription.pack_changed": "The subscription to {plan} has another version of the plan, or will have.",
  "subscription.past_due": "The subscription to {plan} is past due.",
  "subscription.unpaid": "The subscription to {plan} is unpaid.",
  "subscription.paused": "The subscription to {plan} was paused.",
  "subscription.canceled": "The subscription to {plan} ended.",
};

/** The field of an event's object that has the money it is about, in minor units. */
const AMOUNTS: Partial<Record<EventType, string>> = {
  "invoice.upcoming": "recurring_amount",
  "invoice.issued": "total",
  "invoice.paid": "amount_paid",
  "invoice.partially_paid": "amount_paid",
  "invoice.payment_failed": "amount_remaining",
  "invoice.marked_uncollectible": "amount_written_off",
  "credit_note.created": "amount",
  "refund.created": "amount",
  "dispute.created": "amount",
  "charge.added": "amount",
  "usage.billed": "amount",
};

interface Row {
  kind: "event" | "mail" | "note";
  id: string;
  type: string;
  object_type: string;
  object_id: string;
  data: unknown;
  words: string | null;
  created_at: Date;
  /** Whether a change of a subscription keeps its price: then it is of what is bought by the step. */
  keeps_price: boolean | null;
}

/**
 * What happened to a customer and all that is theirs, or to a subscription and its invoices, newest first: events in sentences, notes with
 * what they say, and mails to the customer's address. Throws customer_not_found or subscription_not_found.
 */
export async function readTimeline(
  scope: Scope,
  { customer, subscription_id: subscription, cursor, limit }: z.output<typeof TimelineOf>,
): Promise<z.output<typeof Timeline>> {
  const { db, tenantId } = scope;
  const before = cursor === undefined ? null : decode(cursor);
  const from = await (customer === undefined
    ? ofSubscription(scope, subscription ?? "")
    : ofCustomer(scope, customer));
  const rows = await db.$queryRaw<Row[]>`
    with own as (${from.ids}), entry as (
      select case when n.id is null then 'event' else 'note' end as kind, e.id, e.type, e.object_type, e.object_id, e.data,
             n.body as words, e.created_at, e.data->>'plan_price_id' = earlier.plan_price_id as keeps_price
      from own join events e on e.tenant_id = ${tenantId} and e.object_id = own.id
      left join customer_notes n on n.tenant_id = e.tenant_id and n.id = e.object_id
      left join lateral (
        select p.type, p.created_at, p.data->>'canceled_at' as canceled_at from events p
        where e.type in ('subscription.updated', 'subscription.activated') and p.tenant_id = e.tenant_id
          and p.object_id = e.object_id and p.sequence < e.sequence and p.type like 'subscription.%'
        order by p.sequence desc limit 1
      ) before on true
      left join lateral (
        select p.data->>'plan_price_id' as plan_price_id from events p
        where e.type = 'subscription.plan_changed' and p.tenant_id = e.tenant_id and p.object_id = e.object_id
          and p.sequence < e.sequence
        order by p.sequence desc limit 1
      ) earlier on true
      where e.type <> all(${SILENT}) and (e.object_type <> 'customer_note' or n.id is not null)
        and (e.type <> 'subscription.updated'
          or (e.data->>'ended_at' is null and e.data->>'canceled_at' is distinct from before.canceled_at))
        and (e.type <> 'subscription.activated' or before.type is null
          or before.type not in ('subscription.created', 'subscription.resumed') or before.created_at <> e.created_at)
      ${from.mails}
    )
    select * from entry
    where ${before === null ? Prisma.sql`true` : Prisma.sql`(created_at, id) < (${before.at}, ${before.id})`}
    order by created_at desc, id desc limit ${limit + 1}`;
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return { data: shown.map(view), next_cursor: rows.length > limit && last ? encode(last) : null };
}

interface Source {
  /** SQL: the ids of the objects. */
  ids: Prisma.Sql;
  /** SQL: mails, in the columns of the events. */
  mails: Prisma.Sql;
}

async function ofCustomer(scope: Scope, named: string): Promise<Source> {
  const { db, tenantId } = scope;
  const { id, email } = await getCustomerOrThrow(db, scope, named);
  const theirs = Prisma.sql`where tenant_id = ${tenantId} and customer_id = ${id}`;
  return {
    ids: Prisma.sql`
      select ${id} as id union all select id from subscriptions ${theirs} union all select id from invoices ${theirs}
      union all select id from credit_notes ${theirs} union all select id from refunds ${theirs}
      union all select id from disputes ${theirs} union all select id from charges ${theirs}
      union all select id from overrides ${theirs} union all select id from customer_notes ${theirs}`,
    mails:
      email === null
        ? Prisma.empty
        : Prisma.sql`
      union all
      select 'mail', m.id, m.template, 'mail', m.id, jsonb_build_object('status', m.status, 'to', m."to"), m.subject, m.created_at, null
      from mail_messages m where m.tenant_id = ${tenantId} and m."to" = ${email}`,
  };
}

async function ofSubscription(scope: Scope, named: string): Promise<Source> {
  const { db, tenantId } = scope;
  const { id } = await getSubscriptionOrThrow(db, scope, named);
  const invoices = Prisma.sql`select id from invoices where tenant_id = ${tenantId} and subscription_id = ${id}`;
  const of = Prisma.sql`where tenant_id = ${tenantId} and invoice_id in (${invoices})`;
  return {
    ids: Prisma.sql`
      select ${id} as id union all ${invoices} union all select id from credit_notes ${of}
      union all select id from refunds ${of} union all select id from disputes ${of}
      union all select id from charges where tenant_id = ${tenantId} and subscription_id = ${id}`,
    mails: Prisma.empty,
  };
}

function view(row: Row): z.output<typeof Timeline>["data"][number] {
  const { kind, id, type, object_type, object_id, data, words, created_at: at } = row;
  return {
    id,
    kind,
    type,
    object_type,
    object_id,
    created_at: at.toISOString(),
    invoice_id: invoiceOf(row),
    ...(kind === "mail" ? mailWords(words, fieldsOf(data)) : eventWords(row)),
  };
}

/** The invoice itself, or the one of a credit note, a refund or a dispute. */
function invoiceOf({ object_type: type, object_id: id, data }: Row): string | null {
  const { invoice_id: named } = fieldsOf(data);
  return type === "invoice" ? id : typeof named === "string" ? named : null;
}

function mailWords(subject: string | null, { status, to }: Record<string, unknown>) {
  const what = status === "FAILED" ? "A mail could not be sent" : "Mail";
  return { sentence: `${what}: “${subject}”`, detail: `to ${to}`, amount: null, currency: null };
}

function eventWords(row: Row) {
  const { type, data, words } = row;
  const { sentence, object_name: name } = describeEvent(type, data);
  const field = AMOUNTS[type as EventType];
  const amount = field === undefined ? undefined : fieldsOf(data)[field];
  const { currency } = fieldsOf(data);
  const hasMoney = typeof amount === "number" && amount !== 0 && typeof currency === "string";
  return {
    sentence: shortSentence(row) ?? sentence,
    detail: words ?? (type.startsWith("charge.") ? name : null),
    amount: hasMoney ? amount : null,
    currency: hasMoney ? currency : null,
  };
}

/** The sentence for a page that has named the customer; null: there is none, or a name for it is not known. */
function shortSentence(row: Row): string | null {
  const { canceled_at: canceled, current_period_end, renews_at, plan } = fieldsOf(row.data);
  const end = current_period_end ?? renews_at;
  const next = Next.safeParse(row.data).data?.coming.change;
  const short = sentenceFor(row, canceled === null);
  if (short === undefined) return null;
  const names: Record<string, unknown> = {
    plan: fieldsOf(plan).name,
    next: next?.plan.name,
    price:
      next && `${formatMoney(BigInt(next.amount), next.currency)} a ${next.price.interval.toLowerCase()}`,
    extras: extrasOf(row.data),
    nextExtras: next && extrasOf(next),
    date: typeof end === "string" ? formatPaperDate(new Date(next?.at ?? end)) : null,
  };
  const fields = [...short.matchAll(/\{(\w+)\}/g)].map(([, field = ""]) => field);
  if (!fields.every((field) => typeof names[field] === "string")) return null;
  return short.replace(/\{(\w+)\}/g, (_, field: string) => String(names[field]));
}

function sentenceFor({ type, data, keeps_price: keepsPrice }: Row, isResumed: boolean): string | undefined {
  const { pending_plan_price_id: pending, plan_price_id: price } = fieldsOf(data);
  if (type === "subscription.updated" && isResumed)
    return "The subscription to {plan} goes on: its cancellation was taken back.";
  if (type === "subscription.plan_changed" && keepsPrice === true)
    return "The quantities bought with {plan} changed: {extras}.";
  if (type === "subscription.change_scheduled" && pending === price)
    return "The quantities bought with {plan} will change on {date}: {nextExtras}, {price} in all.";
  return SENTENCES[type as EventType];
}

/** "Seats +15": what a subscription has bought by the step. */
function extrasOf(data: unknown): string {
  const bought = Bought.safeParse(data).data?.drivers ?? [];
  const units = bought.map(({ feature_name: name, steps, step_size: size }) => `${name} +${steps * size}`);
  return units.length > 0 ? units.join(", ") : "none";
}

const Bought = z.object({
  drivers: z.array(z.object({ feature_name: z.string(), steps: z.number(), step_size: z.number() })),
});

/** The change that comes, in an event of a subscription; those of a version before have none. */
const Next = z.object({
  coming: z.object({
    change: z.object({
      plan: z.object({ name: z.string() }),
      price: z.object({ interval: z.string() }),
      amount: z.number(),
      currency: z.string(),
      at: z.string().nullable(),
      drivers: z.array(z.unknown()),
    }),
  }),
});

const fieldsOf = (data: unknown): Record<string, unknown> =>
  typeof data === "object" && data !== null ? { ...data } : {};

/** A place between two entries: the moment and the id of the last one shown. */
const encode = ({ created_at: at, id }: Row) =>
  Buffer.from(`${at.toISOString()} ${id}`).toString("base64url");

/** Throws fields_invalid. */
function decode(cursor: string): { at: Date; id: string } {
  const [moment = "", id = ""] = Buffer.from(cursor, "base64url").toString("utf8").split(" ");
  const at = new Date(moment);
  if (Number.isNaN(at.getTime()) || !/^\w{1,100}$/.test(id)) throw invalidCursor();
  return { at, id };
}
