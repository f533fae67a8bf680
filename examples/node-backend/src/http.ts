import type { IncomingMessage, ServerResponse } from "node:http";

/** What a route answers. */
export interface Reply {
  status: number;
  body?: unknown;
}

/** A request that the product refuses, in its own words. */
export class Refusal extends Error {
  readonly status: number;
  readonly facts: object;

  constructor(status: number, message: string, facts: object = {}) {
    super(message);
    this.status = status;
    this.facts = facts;
  }
}

const MAX_BODY_LENGTH = 100_000;

/** The body as it came: a webhook's signature is made of its bytes. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > MAX_BODY_LENGTH) throw new Refusal(413, "Send less.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** The fields of a JSON body that have to be texts. */
export async function readTexts<Name extends string>(
  request: IncomingMessage,
  ...names: Name[]
): Promise<Record<Name, string>> {
  const fields = parse(await readBody(request));
  const missing = names.filter((name) => typeof fields[name] !== "string" || fields[name] === "");
  if (missing.length > 0) throw new Refusal(400, `Send ${missing.join(" and ")}.`);
  // Every name has just been looked at.
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Record<Name, string>;
}

export function reply(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, body === undefined ? {} : { "content-type": "application/json" });
  response.end(body === undefined ? "" : JSON.stringify(body));
}

function parse(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
