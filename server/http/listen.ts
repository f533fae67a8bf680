import {
  createServer,
  type IncomingMessage,
  METHODS,
  maxHeaderSize,
  type Server,
  ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { ApiError } from "../errors/api-error.ts";
import { newId } from "../platform/ids.ts";
import { StartupError } from "../platform/startup-error.ts";
import { ALLOWED_OF_API, ALLOWED_OF_PAGES } from "./allowed-methods.ts";
import { closeStalledConnections, limitConnectionsPerAddress } from "./connections.ts";
import { continueOnDemand } from "./continue.ts";
import { errorAnswer } from "./respond.ts";

/** Timeouts for clients, milliseconds. */
export interface Timeouts {
  /** Until the last header has arrived. */
  head: number;
  /** Until the last byte of the body has arrived. */
  request: number;
  /** Of a connection without a request. */
  idle: number;
  /** Without reading a byte of the answer. */
  answer: number;
  /** How often timeouts are checked. */
  checkEvery: number;
}

const TIMEOUTS: Timeouts = { head: 15_000, request: 60_000, idle: 65_000, answer: 60_000, checkEvery: 5_000 };
/**
 * Longer than load balancers keep an idle connection (Google's 600 seconds are the longest known). The balancer must close it first:
 * else it may send a request on a connection that we are closing, and the request is lost.
 */
const IDLE_BEHIND_PROXY_MS = 620_000;
/** Past this number a new connection is closed at once. */
const MAX_CONNECTIONS = 10_000;
/** How many of them one address may have. */
const MAX_PER_ADDRESS = 1_000;

/** The timeouts for the configuration. A trusted proxy may keep its few connections idle for longer. */
export function timeoutsFor({ trustsProxy }: { trustsProxy: boolean }): Timeouts {
  return trustsProxy ? { ...TIMEOUTS, idle: IDLE_BEHIND_PROXY_MS } : TIMEOUTS;
}

/** Next's WebSocket in development, which reloads pages in the browser. */
const HOT_RELOAD_PATH = "/_next/hmr";

/** Whether a request may become another protocol than HTTP/1.1. */
type TakesUpgrade = (request: IncomingMessage) => boolean;

/** RFC 9110 §7.8 lets a server ignore Upgrade and answer the request as it is. */
const takesNone: TakesUpgrade = () => false;

/** The upgrades that the pages need: none in production, the hot-reload WebSocket in development. */
function upgradesFor(mode: "development" | "test" | "production"): TakesUpgrade {
  if (mode !== "development") return takesNone;
  return ({ url, headers }) =>
    url?.startsWith(HOT_RELOAD_PATH) === true && headers.upgrade?.toLowerCase() === "websocket";
}

interface ListenerOptions {
  takesUpgrade?: TakesUpgrade;
  /** How many connections one address may have; a trusted proxy has those of all its clients. */
  maxPerAddress?: number;
}

/** The options of a listener that faces the network as the configuration says. */
export function listenerOptions({
  mode,
  trustsProxy,
}: {
  mode: "development" | "test" | "production";
  trustsProxy: boolean;
}): ListenerOptions {
  const takesUpgrade = upgradesFor(mode);
  return trustsProxy ? { takesUpgrade, maxPerAddress: MAX_CONNECTIONS } : { takesUpgrade };
}

/**
 * Creates the HTTP server, with timeouts for slow clients: they get 408 and the connection is closed; so is that of a client that does
 * not read its answer. It checks takesUpgrade itself, because Next always listens for upgrades and neither answers nor closes
 * those that it does not use.
 */
export function createListener(
  timeouts: Timeouts = TIMEOUTS,
  { takesUpgrade = takesNone, maxPerAddress = MAX_PER_ADDRESS }: ListenerOptions = {},
): Server {
  const { Answer, currentAnswer } = trackAnswers();
  const server = createServer({
    ServerResponse: Answer,
    headersTimeout: timeouts.head,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.idle,
    // Checked in api.ts, which answers with an error of our own.
    requireHostHeader: false,
    connectionsCheckingInterval: timeouts.checkEvery,
    shouldUpgradeCallback: takesUpgrade,
  });
  server.maxConnections = MAX_CONNECTIONS;
  limitConnectionsPerAddress(server, maxPerAddress);
  closeStalledConnections(server, timeouts);
  server.on("clientError", (error, socket) => refuse(error, socket, currentAnswer(socket)));
  // RFC 9110 §9.3.6: CONNECT asks a proxy for a tunnel, and we are none.
  server.on("connect", (_, socket) =>
    answerAndClose(
      socket,
      new ApiError("method_not_allowed", { details: { method: "CONNECT", allowed: ALLOWED_OF_PAGES } }),
    ),
  );
  continueOnDemand(server);
  // RFC 9110 §10.1.1: an unknown expectation may be ignored.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  return server;
}

/**
 * Remembers the unfinished answers of each connection: a class for `createServer`, which creates an answer for each request, and
 * the answer that a connection is sending or will send next. Pipelined requests are answered in their order.
 */
function trackAnswers() {
  const unfinished = new WeakMap<Duplex, Set<ServerResponse>>();

  class Answer<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
    constructor(...given: ConstructorParameters<typeof ServerResponse<Request>>) {
      super(...given);
      const { socket } = given[0];
      const answers = unfinished.get(socket) ?? new Set();
      unfinished.set(socket, answers.add(this));
      this.once("close", () => answers.delete(this));
    }
  }

  const currentAnswer = (socket: Duplex) => unfinished.get(socket)?.values().next().value;
  return { Answer, currentAnswer };
}

/** Answers what could not be parsed as a request with an error of ours. */
function refuse(error: ParseError, socket: Duplex, current: ServerResponse | undefined): void {
  // After the head of an answer was sent, a second answer would be read as its body.
  if (error.code === "ECONNRESET" || !socket.writable || current?.headersSent) return void socket.destroy();
  answerAndClose(socket, refusalOf(error));
}

/** Writes an answer to a socket that carries no request any more, and closes it without waiting for the client to do so. */
function answerAndClose(socket: Duplex, error: ApiError): void {
  const requestId = newId("request");
  const { status, body, headers } = errorAnswer(error, requestId);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    "connection: close",
    "content-type: application/json; charset=utf-8",
    `content-length: ${Buffer.byteLength(String(body))}`,
    "cache-control: no-store",
    "x-content-type-options: nosniff",
    `x-request-id: ${requestId}`,
  ];
  socket.on("error", () => undefined);
  socket.write(`${head.join("\r\n")}\r\n\r\n${body}`);
  // Both events pass the TCP socket. With end() alone it would stay half open for as long as the client likes.
  (socket as Socket).destroySoon();
}

/** What the parser says of bytes that it could not read (https://nodejs.org/api/http.html#event-clienterror). */
interface ParseError extends NodeJS.ErrnoException {
  rawPacket?: Buffer;
}

/** The first line of a request as RFC 9112 §3 has it, whose method Node does not know. */
const REQUEST_LINE = /^([!#$%&'*+.^_`|~\w-]{1,40}) \S+ HTTP\/1\.[01]\r?\n/;

function refusalOf({ code, rawPacket }: ParseError): ApiError {
  const method = REQUEST_LINE.exec(rawPacket?.toString("latin1") ?? "")?.[1];
  // The packet may begin with a request that was read before this one.
  if (code === "HPE_INVALID_METHOD" && method !== undefined && !METHODS.includes(method))
    return new ApiError("method_not_allowed", { details: { method, allowed: ALLOWED_OF_API } });
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new ApiError("body_timeout");
  if (code === "HPE_HEADER_OVERFLOW")
    return new ApiError("headers_too_large", { details: { limit: maxHeaderSize } });
  return new ApiError("url_invalid", { details: { reason: "it is not HTTP as RFC 9112 has it" } });
}

/** Begins to listen and returns the port. Throws StartupError when the port is taken or may not be used. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
  // Node never answers a request that arrives while there is no handler.
  if (server.listenerCount("request") === 0) throw new Error("The server has no request handler yet.");
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  }).catch((cause: unknown) => {
    const code = cause instanceof Error && "code" in cause ? cause.code : undefined;
    if (code === "EADDRINUSE")
      throw new StartupError(`Port ${port} is taken. Stop what uses it, or set PORT to another.`, { cause });
    if (code === "EACCES")
      throw new StartupError(`Port ${port} may not be used by this user. Set PORT to one above 1023.`, {
        cause,
      });
    if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND")
      throw new StartupError(`This machine has no address ${host}. Set HOST to one it has.`, { cause });
    throw cause;
  });
  // A listening TCP server's address is an AddressInfo.
  return (server.address() as AddressInfo).port;
}

/** Accepts no new connection, closes idle ones and waits for running requests. */
export async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await closed;
}
