import type Stripe from "stripe";
import { readKey } from "../keys.ts";
import type { Store, Thing } from "../store.ts";
import { reading } from "../transaction.ts";
import { Failure } from "../wire/failure.ts";
import { clockTable, eventTable, kindTable, layout, objectPage, objectTable } from "./dashboard-html.ts";
import { messagePage } from "./html.ts";
import { notFound, type Page, type PageRequest, type Parts } from "./page.ts";

const SHOWN = 50;
const SHOWN_FIRST = 15;
const CLOCK = "test_helpers.test_clock";

/**
 * `/dashboard`: an account's objects, events and test clocks, to look at. The browser asks for the secret key as a user name
 * without a password, and keeps it.
 */
export async function serveDashboard(parts: Parts, { url, headers }: PageRequest): Promise<Page> {
  const key = await readKey(parts.pool, headers).catch((error: unknown) => {
    if (error instanceof Failure) return null;
    throw error;
  });
  if (!key?.isSecret) return keyWanted();
  const cause = { requestId: null, idempotencyKey: null, baseUrl: parts.baseUrl };
  const where = { pool: parts.pool, account: key.account, cause };
  const place = placeOf(url);
  if (!place) return notFound();
  return reading(where, (store) => show(store, place));
}

/** What an address asks for; null when it is none of the dashboard's. */
function placeOf({ pathname, searchParams }: URL): Place | null {
  const [, first, section = "", name = ""] = pathname.split("/");
  if (first !== "dashboard") return null;
  return { section, name: decodeURIComponent(name), after: searchParams.get("starting_after") ?? undefined };
}

function keyWanted(): Page {
  const text = "Enter a secret key of the sandbox as the user name, and leave the password empty.";
  return {
    status: 401,
    html: messagePage("A secret key is needed", text),
    headers: { "www-authenticate": 'Basic realm="Secret key of the sandbox", charset="UTF-8"' },
  };
}

interface Place {
  section: string;
  name: string;
  /** The last object of the page before. */
  after: string | undefined;
}

async function show(store: Store, { section, name, after }: Place): Promise<Page> {
  if (section === "") return overview(store);
  if (section === "objects") return listOf(store, name, after);
  if (section === "object") return one(store, name);
  return notFound();
}

async function overview(store: Store): Promise<Page> {
  const events = await store.list<Stripe.Event>("event", "", { limit: SHOWN_FIRST });
  const clocks = await clocksOf(store);
  const body = [
    `<h2>Objects</h2>${kindTable(await countsOf(store))}`,
    `<h2>Latest events</h2>${eventTable(events.data)}`,
    `<h2>Test clocks</h2>${clockTable(clocks)}`,
  ];
  return { status: 200, html: layout(store.account, "Overview", body.join("")) };
}

async function countsOf(store: Store): Promise<{ kind: string; count: number }[]> {
  const sql = `select kind, count(*)::int as count from stripe_sandbox.objects where account = $1
    group by kind order by kind`;
  return (await store.query<{ kind: string; count: number }>(sql, [store.account])).rows;
}

async function clocksOf(store: Store): Promise<{ clock: Stripe.TestHelpers.TestClock; customers: number }[]> {
  const clocks = await store.list<Stripe.TestHelpers.TestClock>(CLOCK, "", { limit: SHOWN });
  const customers = await store.all<Stripe.Customer>("customer", { without: [{ test_clock: null }] });
  return clocks.data.map((clock) => ({
    clock,
    customers: customers.filter(({ test_clock }) => test_clock === clock.id).length,
  }));
}

async function listOf(store: Store, kind: string, after: string | undefined): Promise<Page> {
  const { data, has_more } = await store.list<Thing>(kind, "", { limit: SHOWN, starting_after: after });
  const last = data.at(-1);
  const next = has_more && last ? `/dashboard/objects/${kind}?starting_after=${last.id}` : null;
  const table =
    kind === "event"
      ? // The kind decides the type.
        eventTable(data as Stripe.Event[])
      : kind === CLOCK
        ? clockTable(await clocksOf(store))
        : objectTable(data);
  return { status: 200, html: layout(store.account, kind, table, next) };
}

async function one(store: Store, id: string): Promise<Page> {
  const object = await store.findAny(id);
  if (!object) return notFound();
  const named = new Set(JSON.stringify(object).match(/[A-Za-z]+_[A-Za-z0-9_]{8,}/g) ?? []);
  const links = new Set<string>();
  await store.load([...named]);
  for (const candidate of named)
    if (candidate !== id && (await store.findAny(candidate))) links.add(candidate);
  const events = object.object === "event" ? [] : await eventsOf(store, id);
  return { status: 200, html: layout(store.account, id, objectPage(object, links, events)) };
}

/** What happened to an object, the latest first. */
async function eventsOf(store: Store, id: string): Promise<Stripe.Event[]> {
  const events = await store.list<Stripe.Event>("event", "", {
    where: { data: { object: { id } } },
    limit: SHOWN,
  });
  return events.data;
}
