import { createServer, type IncomingMessage, request as requestTo, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** What happens to one request on its way. */
export type Fault =
  /** The connection is torn down before the server sees anything of it. */
  | "reset before"
  /** The server does its work, and the answer is lost. */
  | "reset after"
  /** The answer begins, and the connection breaks in its midst. */
  | "reset midway"
  /** Nothing is ever said. */
  | "silence"
  /** Something between client and server answers in its place. */
  | { status: number; headers?: Record<string, string>; body?: string }
  | "none";

/** A request as it came by. */
export interface Passage {
  method: string;
  path: string;
  key: string | undefined;
  at: number;
}

export interface FaultyProxy {
  url: string;
  passages: Passage[];
  /** What happens to the next requests to a path, one after the other; whatever comes after them goes through. */
  fail(path: string, ...faults: Fault[]): void;
  close(): Promise<void>;
}

/** A network that fails on order, between a client and the server at that address: real sockets, really torn. */
export async function aFaultyProxy(target: string): Promise<FaultyProxy> {
  const passages: Passage[] = [];
  const planned = new Map<string, Fault[]>();
  const server = createServer((request, response) => {
    const path = (request.url ?? "/").split("?", 1)[0] ?? "/";
    const { method = "GET" } = request;
    const key = request.headers["idempotency-key"];
    passages.push({ method, path, key: typeof key === "string" ? key : undefined, at: performance.now() });
    const fault = planned.get(path)?.shift() ?? "none";
    if (fault === "reset before") request.socket.resetAndDestroy();
    else if (fault === "silence") request.resume();
    else if (typeof fault === "object") {
      request.resume();
      response.writeHead(fault.status, fault.headers).end(fault.body ?? "");
    } else pass(target, request, response, fault);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  // A listening TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    passages,
    fail(path, ...faults) {
      planned.set(path, faults);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function pass(target: string, request: IncomingMessage, response: ServerResponse, fault: Fault): void {
  const url = new URL(request.url ?? "/", target);
  const headers = { ...request.headers, host: url.host };
  const onward = requestTo(url, { method: request.method, headers }, (answer) => {
    if (fault === "reset after") {
      answer.resume().once("end", () => request.socket.resetAndDestroy());
      return;
    }
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    if (fault === "reset midway") {
      answer.once("data", (chunk: Buffer) => {
        response.write(chunk.subarray(0, 10), () => request.socket.resetAndDestroy());
      });
      return;
    }
    answer.pipe(response);
  });
  onward.once("error", () => request.socket.resetAndDestroy());
  request.pipe(onward);
}
