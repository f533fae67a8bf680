import {
  createServer,
  type IncomingMessage,
  maxHeaderSize,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { Duplex } from "node:stream";
import { ApiError } from "../errors/api-error.ts";
import { newId } from "../platform/ids.ts";
import { StartupError } from "../platform/startup-error.ts";
import { ALLOWED_OF_PAGES } from "./allowed-methods.ts";
import { boundConnections, endStalledAnswers } from "./connections.ts";
import { errorAnswer } from "./respond.ts";

/** How long a client may take, milliseconds. */
export interface Timeouts {
  /** Until the last header has come. */
  head: number;
  /** Until the last byte of the body has come. */
  request: number;
  /** With a connection on which nothing is asked. */
  idle: number;
  /** Without taking a byte of an answer that waits for it. */
  answer: number;
  /** How often it is looked. */
  lookEvery: number;
}

const TIMEOUTS: Timeouts = { head: 15_000, request: 60_000, idle: 65_000, answer: 60_000, lookEvery: 5_000 };
/**
 * Longer than balancers keep an idle connection (Google's 600 seconds are the most known): who closes it first must be they, or
 * a request now and then meets a connection that is just going away, and is lost.
 */
const IDLE_BEHIND_PROXY_MS = 620_000;
/** Past so many a connection is closed at once, rather than left to wait for nothing. */
const MOST_CONNECTIONS = 10_000;
/** One address may hold this part of them. */
const MOST_OF_ONE_ADDRESS = 1_000;

/** What is told of a client's idle connections is not asked of a proxy's, which are few and in good hands. */
export function timeoutsFor({ trustsProxy }: { trustsProxy: boolean }): Timeouts {
  return trustsProxy ? { ...TIMEOUTS, idle: IDLE_BEHIND_PROXY_MS } : TIMEOUTS;
}

/** Next's own WebSocket in development: it reloads the pages in the browser. */
const RELOADING = "/_next/hmr";

/** Whether a request may become another protocol than HTTP/1.1. */
type TakesUpgrade = (request: IncomingMessage) => boolean;

/** None may: RFC 9110 §7.8 lets a server ignore Upgrade, and the request is answered as it is. */
const takesNone: TakesUpgrade = () => false;

/** What the pages need: nothing in service, and their reloading WebSocket while they are developed. */
function upgradesFor(mode: "development" | "test" | "production"): TakesUpgrade {
  if (mode !== "development") return takesNone;
  return ({ url, headers }) =>
    url?.startsWith(RELOADING) === true && headers.upgrade?.toLowerCase() === "websocket";
}

interface ListenerOptions {
  takesUpgrade?: TakesUpgrade;
  /** How many connections one address may hold; a proxy that is trusted holds those of all its clients. */
  mostOfOneAddress?: number;
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
  return trustsProxy ? { takesUpgrade, mostOfOneAddress: MOST_CONNECTIONS } : { takesUpgrade };
}

/**
 * A server that waits for slow clients so long and no longer: they are answered 408 and cut off, and so is a client that does not
 * take its answer. It asks takesUpgrade itself, because Next listens for upgrades always and neither answers nor closes those it
 * has no use for.
 */
export function createListener(
  timeouts: Timeouts = TIMEOUTS,
  { takesUpgrade = takesNone, mostOfOneAddress = MOST_OF_ONE_ADDRESS }: ListenerOptions = {},
): Server {
  const server = createServer({
    headersTimeout: timeouts.head,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.idle,
    // Looked at in api.ts, which has words for it.
    requireHostHeader: false,
    connectionsCheckingInterval: timeouts.lookEvery,
    shouldUpgradeCallback: takesUpgrade,
  });
  server.maxConnections = MOST_CONNECTIONS;
  boundConnections(server, mostOfOneAddress);
  endStalledAnswers(server, timeouts);
  server.on("clientError", refuse);
  // RFC 9110 §9.3.6: we are no proxy, and have no tunnel for anybody.
  server.on("connect", (_, socket) =>
    answerAndClose(
      socket,
      new ApiError("K1007", { details: { method: "CONNECT", allowed: ALLOWED_OF_PAGES } }),
    ),
  );
  // RFC 9110 §10.1.1: whatever else somebody expects of us may be passed over.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  return server;
}

/** Answers what never became a request in our own words. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  // Node keeps here the answer that is under way on the socket; a second one behind its head would be taken for its body.
  const underWay = Reflect.get(socket, "_httpMessage") as ServerResponse | null | undefined;
  if (error.code === "ECONNRESET" || !socket.writable || underWay?.headersSent) return void socket.destroy();
  answerAndClose(socket, refusalOf(error.code));
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
  // Both events hand over the TCP socket. Ended alone, it would stay half open for as long as the client likes.
  (socket as Socket).destroySoon();
}

function refusalOf(code: string | undefined): ApiError {
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new ApiError("K1009");
  if (code === "HPE_HEADER_OVERFLOW") return new ApiError("K9040", { details: { limit: maxHeaderSize } });
  return new ApiError("K1008", { details: { reason: "it is not HTTP as RFC 9112 has it" } });
}

/** Begins to listen and answers the port. Throws StartupError when it is taken or may not be used. */
export async function listen(server: Server, host: string, port: number): Promise<number> {
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

/** Takes no new connection, lets what is under way finish, closes idle connections. */
export async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  await closed;
}
