import type { LookupAddress } from "node:dns";
import { lookup, Resolver } from "node:dns/promises";
import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { createSecureContext, type SecureContext } from "node:tls";
import { bareHost, isPublicAddress, NOT_PUBLIC, urlProblem } from "./addresses.ts";
import { connectionProblem } from "./connection-errors.ts";
import { beforeNetworkCall } from "./database/network-guard.ts";

/** Resolves a host name to all its addresses. */
export type Resolve = (host: string) => Promise<LookupAddress[]>;

/** An outbound POST request. */
export interface Post {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Whether plain HTTP and addresses that are not public are allowed. */
  mayBePrivate: boolean;
}

/** The answer, truncated. */
export interface Answered {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** The answer's Retry-After in seconds; null when it has none. */
  retryAfter: number | null;
}

/** Why there is no complete answer. */
export interface Unanswered {
  error: string;
  /** The part of the answer that arrived before the error. */
  part: Answered | null;
}

export type Outcome = Answered | Unanswered;

const TIMEOUT_MS = 10_000;
const MAX_CHARACTERS = 4_096;
/** These hold so many characters: UTF-8 takes three bytes at most for each of JavaScript's. */
const MAX_KEPT_BYTES = 3 * MAX_CHARACTERS;
/** A longer answer is not read to its end: only its status counts. */
const MAX_READ_BYTES = 65_536;
const MAX_HEADER_BYTES = 8_192;

/** Resolves as the machine does, with its hosts file. */
const resolveBySystem: Resolve = (host) => lookup(host, { all: true, order: "ipv4first" });

const DNS = new Resolver({ timeout: 2_000, tries: 2 });

/** Resolves by DNS alone. The system's resolver takes one of few threads for each name, so slow names would block others. */
const resolveByDns: Resolve = async (host) => {
  const [four, six] = await Promise.allSettled([DNS.resolve4(host), DNS.resolve6(host)]);
  if (four.status === "rejected" && six.status === "rejected") throw four.reason;
  const withFamily = (found: PromiseSettledResult<string[]>, family: 4 | 6) =>
    found.status === "fulfilled" ? found.value.map((address) => ({ address, family })) : [];
  return [...withFamily(four, 4), ...withFamily(six, 6)];
};

/**
 * Posts to a URL that a tenant chose, safe from server-side request forgery (SSRF). Never throws. Every address of the name has to
 * be public, and the connection goes to one of the checked addresses, so that DNS rebinding cannot redirect it. Follows no
 * redirect, uses no proxy and keeps no connection. Look-up, connection, TLS, request and the whole answer share a timeout of 10
 * seconds.
 */
export async function post(request: Post, resolve?: Resolve): Promise<Outcome> {
  beforeNetworkCall("An outbound POST");
  const late = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const how = resolve ?? (request.mayBePrivate ? resolveBySystem : resolveByDns);
    return await exchange(request, await addressesOf(request, how, late), late);
  } catch (error) {
    return { error: late.aborted ? "No answer within 10 seconds." : messageOf(error), part: null };
  }
}

/** A file at a URL that a tenant chose. */
export interface Download {
  url: string;
  /** Whether plain HTTP and addresses that are not public are allowed. */
  mayBePrivate: boolean;
  maxBytes: number;
  timeoutMs: number;
}

/** A file, or a sentence that says to the tenant why it was not read. */
export type Downloaded = { bytes: Uint8Array } | { problem: string };

/**
 * Reads a small file at a URL that a tenant chose, as safely as post(). Never throws: it says so when the file does not come in time, is
 * not answered by 200, or is larger than maxBytes.
 */
export async function download(request: Download, resolve?: Resolve): Promise<Downloaded> {
  beforeNetworkCall("An outbound download");
  const late = AbortSignal.timeout(request.timeoutMs);
  try {
    const how = resolve ?? (request.mayBePrivate ? resolveBySystem : resolveByDns);
    const addresses = await addressesOf(request, how, late);
    const response = await new Promise<http.IncomingMessage>((done, fail) => {
      open({ url: request.url, method: "GET", headers: {} }, addresses, late)
        .on("response", done)
        .on("error", fail)
        .end();
    });
    return await readWhole(response, request.maxBytes);
  } catch (error) {
    if (late.aborted) return { problem: `It did not come within ${request.timeoutMs / 1000} seconds.` };
    if (error instanceof Forbidden) return { problem: `It is not read: ${error.flaw}.` };
    return { problem: messageOf(error) };
  }
}

async function readWhole(response: http.IncomingMessage, maxBytes: number): Promise<Downloaded> {
  const pieces: Buffer[] = [];
  let size = 0;
  try {
    const { statusCode } = response;
    if (statusCode !== 200) return { problem: `Its server answers ${statusCode} in place of the file.` };
    for await (const piece of response) {
      pieces.push(piece);
      size += piece.length;
      if (size > maxBytes) return { problem: `It is larger than ${Math.round(maxBytes / 1000)} kB.` };
    }
    return { bytes: Buffer.concat(pieces) };
  } finally {
    response.destroy();
  }
}

/** fetch() for addresses that we chose ourselves or had from the card provider; refused within a transaction. */
export function fetchOutside(url: string | URL, init: RequestInit): Promise<Response> {
  beforeNetworkCall(`HTTP to ${new URL(url).origin}`);
  return fetch(url, init);
}

/** An error whose message is for the tenant. */
class Refused extends Error {}

/** An address that nothing is sent to. */
class Forbidden extends Refused {
  readonly flaw: string;

  constructor(flaw: string) {
    super(`Not sent: ${flaw}.`);
    this.flaw = flaw;
  }
}

type Destination = Pick<Post, "url" | "mayBePrivate">;

async function addressesOf(
  { url, mayBePrivate }: Destination,
  resolve: Resolve,
  late: AbortSignal,
): Promise<LookupAddress[]> {
  const flaw = urlProblem(url, mayBePrivate);
  if (flaw) throw new Forbidden(flaw);
  const host = bareHost(new URL(url).hostname);
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const addresses = await Promise.race([resolve(host).catch(notFound(host)), aborted(late)]);
  if (addresses.length === 0) throw new Refused("The name has no address.");
  // One address that is not public is enough to refuse: an honest name has none.
  if (!mayBePrivate && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new Forbidden(NOT_PUBLIC);
  return addresses;
}

/** What the resolver says of a name that nobody has, in words. */
const notFound = (host: string) => (error: unknown) => {
  if (codeOf(error) === "ENOTFOUND") throw new Refused(`The host ${host} was not found.`);
  throw error;
};

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason), { once: true }),
  );
}

/** A request to one of the addresses, which were checked: the name must not be looked up again. */
function open(
  { url, method, headers }: Pick<Post, "url" | "headers"> & { method: "GET" | "POST" },
  addresses: LookupAddress[],
  signal: AbortSignal,
): http.ClientRequest {
  const settled: LookupFunction = (_host, { all }, done) =>
    all ? done(null, addresses) : done(null, addresses[0]?.address ?? "", addresses[0]?.family);
  const client = url.startsWith("https:") ? https : http;
  const options = { agent: false, lookup: settled, maxHeaderSize: MAX_HEADER_BYTES, signal };
  return client.request(url, { ...options, ...(client === https && withCertificates()), method, headers });
}

let certificates: { secureContext: SecureContext } | undefined;

/** The certificates that are trusted, as for every connection; each would load its own, which take some 100 kB. */
const withCertificates = () => (certificates ??= { secureContext: createSecureContext() });

function exchange(request: Post, addresses: LookupAddress[], signal: AbortSignal): Promise<Outcome> {
  const { url, body } = request;
  const headers = { ...request.headers, "content-length": `${Buffer.byteLength(body)}` };
  return new Promise((done) => {
    const sending = open({ url, method: "POST", headers }, addresses, signal);
    let isAnswered = false;
    sending.on("error", (error) => {
      // An error after the answer has begun is reported by reading the answer.
      if (!isAnswered)
        done({ error: signal.aborted ? "No answer within 10 seconds." : messageOf(error), part: null });
    });
    sending.on("response", (response) => {
      isAnswered = true;
      read(response, signal).then(done, (error: unknown) => done({ error: messageOf(error), part: null }));
    });
    sending.end(body);
  });
}

/** Reads an answer to its end, or to MAX_READ_BYTES. */
async function read(response: http.IncomingMessage, signal: AbortSignal): Promise<Outcome> {
  const pieces: Buffer[] = [];
  let size = 0;
  let error: string | null = null;
  try {
    for await (const piece of response) {
      // A copy: what is read into is larger, and would be held as long as the beginning is.
      if (size < MAX_KEPT_BYTES) pieces.push(Buffer.from(piece.subarray(0, MAX_KEPT_BYTES - size)));
      size += piece.length;
      if (size > MAX_READ_BYTES) break;
    }
  } catch (thrown) {
    error = signal.aborted ? "The answer did not end within 10 seconds." : messageOf(thrown);
  }
  response.destroy();
  const answered: Answered = {
    status: response.statusCode ?? 0,
    headers: cutHeaders(response.headers),
    body: printable(Buffer.concat(pieces).toString("utf8")).slice(0, MAX_CHARACTERS),
    retryAfter: secondsOf(response.headers["retry-after"]),
  };
  return error === null ? answered : { error, part: answered };
}

function cutHeaders(headers: http.IncomingHttpHeaders): Record<string, string> {
  const entries = Object.entries(headers).slice(0, 50);
  return Object.fromEntries(entries.map(([name, value]) => [name, printable(String(value)).slice(0, 500)]));
}

/** Replaces what PostgreSQL cannot store in text. */
function printable(text: string): string {
  return text.replaceAll("\0", "\uFFFD").toWellFormed();
}

function secondsOf(header: string | undefined): number | null {
  return header !== undefined && /^\d{1,6}$/.test(header) ? Number(header) : null;
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return "It could not be sent.";
  if (error instanceof Refused) return error.message;
  const code = codeOf(error);
  return code === null ? `It could not be sent: ${error.message}.`.slice(0, 500) : connectionProblem(code);
}

const codeOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
