import type Stripe from "stripe";
import type { Thing } from "../store.ts";
import { inHtml, page } from "./html.ts";

const SECTIONS: [path: string, text: string][] = [
  ["/dashboard", "Overview"],
  ["/dashboard/objects/event", "event"],
  ["/dashboard/objects/test_helpers.test_clock", "test_helpers.test_clock"],
];

/** What the sections are called in the menu, where that is not their kind. */
const TITLES: Record<string, string> = { event: "Events", "test_helpers.test_clock": "Test clocks" };

/** A page of an account's, with the menu above. */
export function layout(account: string, title: string, body: string, next: string | null = null): string {
  const menu = SECTIONS.map(
    ([path, section]) =>
      `<a href="${path}"${section === title ? ' aria-current="page"' : ""}>${inHtml(TITLES[section] ?? section)}</a>`,
  );
  const more = next === null ? "" : `<p><a href="${inHtml(next)}">Older</a></p>`;
  const head = `<h1>Stripe sandbox · ${inHtml(account)}</h1><nav>${menu.join("")}</nav>`;
  const heading = title === "Overview" ? "" : `<h2>${inHtml(TITLES[title] ?? title)}</h2>`;
  return page(`${title} · Stripe sandbox`, `${head}${heading}${body}${more}`, "wide");
}

/** How many objects of each kind there are. */
export function kindTable(counts: { kind: string; count: number }[]): string {
  return table(
    ["Kind", "Number"],
    counts.map(({ kind, count }) => [
      `<a href="/dashboard/objects/${encodeURIComponent(kind)}">${inHtml(kind)}</a>`,
      String(count),
    ]),
  );
}

export function eventTable(events: Stripe.Event[]): string {
  return table(
    ["Event", "Object", "Waiting for endpoints", "Created", "Id"],
    events.map((event) => [
      inHtml(event.type),
      "id" in event.data.object ? linkTo(String(event.data.object.id)) : "",
      String(event.pending_webhooks),
      time(event.created),
      linkTo(event.id),
    ]),
  );
}

export function clockTable(clocks: { clock: Stripe.TestHelpers.TestClock; customers: number }[]): string {
  return table(
    ["Test clock", "Name", "Status", "Time on it", "Customers"],
    clocks.map(({ clock, customers }) => [
      linkTo(clock.id),
      inHtml(clock.name ?? ""),
      inHtml(clock.status),
      time(clock.frozen_time),
      String(customers),
    ]),
  );
}

/** Objects of one kind, with the fields that tell them apart. */
export function objectTable(objects: Thing[]): string {
  return table(
    ["Id", "What it is", "Status", "Created"],
    objects.map((object) => {
      const fields = new Map<string, unknown>(Object.entries(object));
      const created = fields.get("created");
      return [
        linkTo(object.id),
        inHtml(
          text(fields, ["name", "email", "number", "nickname", "description", "url", "lookup_key"]) ||
            sold(object),
        ),
        inHtml(text(fields, ["status"])),
        typeof created === "number" ? time(created) : "",
      ];
    }),
  );
}

/** An object as the API shows it, in which the ids of others are links, and what happened to it. */
export function objectPage(object: Thing, links: Set<string>, events: Stripe.Event[]): string {
  const json = inHtml(JSON.stringify(object, null, 2));
  const linked = json.replaceAll(/[A-Za-z]+_[A-Za-z0-9_]{8,}/g, (id) => (links.has(id) ? linkTo(id) : id));
  const history = events.length === 0 ? "" : `<h2>What happened to it</h2>${eventTable(events)}`;
  return `<pre tabindex="0">${linked}</pre>${history}`;
}

/** What a subscription sells: 3 × Seats. */
function sold(object: Thing): string {
  if (object.object !== "subscription") return "";
  // The kind decides the type.
  const { items } = object as Stripe.Subscription;
  return items.data
    .map(({ quantity = 1, price }) => `${quantity} × ${price.nickname ?? price.id}`)
    .join(", ");
}

/** The first of these fields that has a text. */
function text(fields: Map<string, unknown>, names: string[]): string {
  const found = names
    .map((name) => fields.get(name))
    .find((value) => typeof value === "string" && value !== "");
  return typeof found === "string" ? found : "";
}

function linkTo(id: string): string {
  return `<a href="/dashboard/object/${encodeURIComponent(id)}"><code>${inHtml(id)}</code></a>`;
}

/** A moment in UTC. */
function time(seconds: number): string {
  const iso = new Date(seconds * 1000).toISOString();
  return `<time datetime="${iso}">${iso.slice(0, 16).replace("T", " ")} UTC</time>`;
}

function table(heads: string[], rows: string[][]): string {
  if (rows.length === 0) return `<p class="soft">None yet.</p>`;
  const head = heads.map((one) => `<th scope="col">${inHtml(one)}</th>`).join("");
  const body = rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`).join("");
  return `<div class="scroll" tabindex="0"><table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>`;
}
