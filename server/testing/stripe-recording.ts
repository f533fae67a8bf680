import { appendFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { compareShapes } from "@usher/stripe-sandbox";
import Stripe from "stripe";
import { z } from "zod";

// What Stripe, or its sandbox, answered in a run of the contract: the answers of each route, status and error code, one of each shape,
// without secrets and personal data. `npm run test:stripe` writes it to a file, and the sandbox is held against that.

/**
 * The answers by route, what is expanded, status and code: "POST /v1/customers 200", "GET /v1/prices/:id expand=product 200",
 * "POST /v1/refunds/:id 404 resource_missing".
 */
const Answers = z.record(z.string(), z.array(z.json()));
type Answers = z.output<typeof Answers>;

export const Fixtures = z.object({
  /** Who answered. */
  source: z.enum(["stripe", "sandbox"]),
  api_version: z.string(),
  recorded_at: z.iso.datetime(),
  answers: Answers,
});

type Json = z.output<typeof Answers>[string][number];

/** How many shapes of a kind of answer are kept: an invoice has many kinds of lines. */
const MOST_SHAPES = 12;

/** A client that records what it is answered, and keeps to a pace. */
export interface Recording {
  httpClient: Stripe.HttpClient;
  answers: Map<string, Json[]>;
  /** The methods of the port that were called. */
  methods: Set<string>;
  /** What was made, by route, oldest first: for cleaning up. */
  made: { route: string; id: string }[];
}

/** Below Stripe's 25 requests a second in test mode (https://docs.stripe.com/rate-limits). */
const LEAST_MS_BETWEEN = 50;

/** Records all that goes through its client; with `isPaced`, no more than 20 requests a second go out. */
export function startRecording({ isPaced }: { isPaced: boolean }): Recording {
  const inner = Stripe.createNodeHttpClient();
  const recording: Omit<Recording, "httpClient"> = { answers: new Map(), methods: new Set(), made: [] };
  let next = 0;
  async function waitForTurn(): Promise<void> {
    const now = performance.now();
    next = Math.max(next + LEAST_MS_BETWEEN, now);
    await pause(next - now);
  }
  const httpClient: Stripe.HttpClient = {
    getClientName: () => inner.getClientName(),
    async makeRequest(...request) {
      if (isPaced) await waitForTurn();
      const response = await inner.makeRequest(...request);
      const [, , path, method, , data] = request;
      const route = `${method} ${routeOf(path)}${expansionsOf(`${path}&${data ?? ""}`)}`;
      return {
        getStatusCode: () => response.getStatusCode(),
        getHeaders: () => response.getHeaders(),
        getRawResponse: () => response.getRawResponse(),
        toStream: (done) => response.toStream(done),
        async toJSON() {
          const body: unknown = await response.toJSON();
          note(recording, { route, status: response.getStatusCode(), body });
          return body;
        },
      };
    },
  };
  return { ...recording, httpClient };
}

const Answer = z.looseObject({
  id: z.string().optional(),
  error: z.looseObject({ code: z.string().optional(), type: z.string().optional() }).optional(),
});

function note(
  { answers, made }: Pick<Recording, "answers" | "made">,
  { route, status, body }: { route: string; status: number; body: unknown },
): void {
  const parsed = z.json().safeParse(body);
  const { id, error } = Answer.safeParse(body).data ?? {};
  if (!parsed.success) return;
  if (status === 200 && route.startsWith("POST ") && !route.includes(":id") && id !== undefined)
    made.push({ route, id });
  const key = [route, status, error?.code ?? error?.type].filter((part) => part !== undefined).join(" ");
  const known = answers.get(key) ?? [];
  const answer = redact(parsed.data);
  const isNew = known.every((one) => compareShapes(answer, one, "").length > 0);
  if (isNew && known.length < MOST_SHAPES) answers.set(key, [...known, answer]);
}

/** What a request expands, for its key: other fields are objects then. */
function expansionsOf(parameters: string): string {
  const found = [...decodeURIComponent(parameters).matchAll(/\bexpand\[\d*\]=([\w.]+)/g)];
  const names = found.map(([, name]) => name).sort();
  return names.length === 0 ? "" : ` expand=${names.join(",")}`;
}

/** Words of a path that stand in front of a collection. */
const PREFIXES = new Set(["billing", "billing_portal", "checkout", "tax", "test_helpers", "sandbox"]);
const NO_IDS = new Set(["search", "create_preview"]);

/** A path without its query and with ":id" in place of each id: "/v1/customers/:id/tax_ids". */
export function routeOf(path: string): string {
  const parts = (path.split("?")[0] ?? "").split("/");
  const first = PREFIXES.has(parts[2] ?? "") ? 4 : 3;
  return parts
    .map((part, at) => (at >= first && (at - first) % 2 === 0 && !NO_IDS.has(part) ? ":id" : part))
    .join("/");
}

/** Fields whose texts are somebody's, or open something. */
const PRIVATE = new Set([
  ...["city", "line1", "line2", "postal_code", "state", "email", "name", "phone", "receipt_email", "value"],
  ...["last4", "fingerprint", "code", "number", "description", "display_name", "ip", "nickname"],
  ...["client_secret", "secret", "url", "lookup_key", "reference", "memo", "idempotency_key"],
]);
/** Objects whose keys are their owner's. */
const FREE = new Set(["metadata"]);

/** The same without secrets and personal data: the shape stays, and what is one of Stripe's own words. */
export function redact(value: Json, field = ""): Json {
  // Of a list one: the others have its shape, and are an account's own.
  if (Array.isArray(value)) return value.slice(0, 1).map((one) => redact(one, field));
  if (typeof value === "string") return redactText(value, field);
  if (typeof value !== "object" || value === null) return value;
  if (FREE.has(field)) return {};
  // An error's code is Stripe's word; a promotion code's is the account's.
  const isError = "type" in value && "message" in value;
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [
      name,
      isError && name === "code" ? content : redact(content, name),
    ]),
  );
}

const AN_ID = /\b([a-z]{2,}(?:_[a-z]+)*_)(?=\w*[A-Z0-9])\w{3,}/g;

function redactText(text: string, field: string): string {
  if (PRIVATE.has(field) || /^(?:statement_descriptor|support_)/.test(field)) return "…";
  if (field === "country") return text;
  const withoutIds = text
    .replace(/\b[\w.+-]+@[\w-]+\.[\w.]+/g, "…")
    .replace(/https?:\/\/\S+/g, "…")
    .replace(AN_ID, "$1…");
  if (withoutIds !== text) return field === "message" ? withoutIds : withoutIds.replace(/….*$/, "…");
  return field === "message" || /^[a-z][a-z0-9_.]{0,80}$/.test(text) ? text : "…";
}

/**
 * How answers differ from recorded ones in shape, of those routes, statuses and codes that both have; by the recorded one that is
 * nearest.
 */
export function differences(answers: Answers, recorded: Answers): string[] {
  return Object.entries(answers).flatMap(([key, some]) => {
    const theirs = recorded[key];
    return theirs === undefined ? [] : some.flatMap((answer) => nearest(answer, theirs, key));
  });
}

function nearest(answer: Json, recorded: Json[], key: string): string[] {
  const found = recorded.map((one) => compareShapes(answer, one, key));
  return found.sort((one, other) => one.length - other.length)[0] ?? [];
}

/** Adds what was recorded to a file, a JSON object a line, which the script of `npm run test:stripe` puts together. */
export function appendRecording(file: string, { answers, methods }: Recording): void {
  const line = { answers: Object.fromEntries(answers), methods: [...methods] };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}
