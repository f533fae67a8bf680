import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

/** A webhook as it arrived. */
export interface Arrival {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** What a receiver does with a webhook that arrived; answers nothing unless it does. */
export type Behaviour = (arrival: Arrival, response: ServerResponse, request: IncomingMessage) => void;

/** A tenant's back end that webhooks are sent to, over real HTTP. */
export interface Receiver {
  url: string;
  arrivals: Arrival[];
  behave(behaviour: Behaviour): void;
  /** Stops listening, as a process that died; start() listens on the same port again. */
  stop(): Promise<void>;
  start(): Promise<void>;
}

/** Takes what comes with 204. */
export const takes: Behaviour = (_, response) => {
  response.writeHead(204).end();
};

/** Never answers. */
export const hangs: Behaviour = () => undefined;

/** Answers with a status, a body and headers. */
export const answers =
  (status: number, headers: Record<string, string> = {}, body = ""): Behaviour =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
  };

/** Starts a receiver that takes everything. */
export async function aReceiver(): Promise<Receiver> {
  let behaviour = takes;
  const arrivals: Arrival[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request).catch(() => null);
    if (body === null) return;
    // Node joins headers that come twice, and webhooks have none that do.
    const headers = request.headers as Record<string, string>;
    const arrival = { path: request.url ?? "/", headers, body };
    arrivals.push(arrival);
    behaviour(arrival, response, request);
  });
  await listen(server, 0);
  // A listening TCP server's address is an AddressInfo.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    arrivals,
    behave(next) {
      behaviour = next;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
    start: () => listen(server, port),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((done, failed) => {
    server.once("error", failed);
    server.listen(port, "127.0.0.1", () => done());
  });
}
