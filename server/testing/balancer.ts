import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A plain load balancer, as used before several web processes. */
export interface Balancer {
  url: string;
  /** Adds a process; it gets requests as soon as it reports that it is ready. */
  add(url: string): void;
  remove(url: string): void;
  close(): Promise<void>;
}

interface Target {
  url: URL;
  isReady: boolean;
  /** Probes in a row that were not answered at all. */
  silent: number;
  /** Requests that it has not answered yet. */
  open: number;
}

/** How often a process is asked whether it is ready. */
const PROBE_EVERY_MS = 200;
const PROBE_WITHIN_MS = 5_000;
/** We close idle connections to a process long before the process would: it must not close one that we are just using. */
const IDLE_MS = 30_000;
/** Nor must we close one that a client is just using. */
const CLIENTS_IDLE_MS = 600_000;
/** A process that reports itself not ready gets no more requests at once; one that does not answer, after so many probes. */
const MAX_SILENT = 3;

/** Asks a process whether it is ready. */
async function probe(target: Target): Promise<void> {
  const signal = AbortSignal.timeout(PROBE_WITHIN_MS);
  const answer = await fetch(new URL("/readyz", target.url), { signal }).catch(() => null);
  target.silent = answer ? 0 : target.silent + 1;
  if (answer) target.isReady = answer.status === 200;
  else if (target.silent >= MAX_SILENT) target.isReady = false;
  await answer?.body?.cancel();
}

/** Sends a process's answer on to the client. */
function answerFrom(answer: IncomingMessage, outgoing: ServerResponse): void {
  const { connection: _, ...headers } = answer.headers;
  outgoing.writeHead(answer.statusCode ?? 502, headers);
  answer.pipe(outgoing);
  answer.once("error", () => outgoing.destroy());
}

/** Those with the fewest requests under way. */
function leastBusy(targets: Target[]): Target[] {
  const fewest = Math.min(...targets.map(({ open }) => open));
  return targets.filter(({ open }) => open === fewest);
}

function badGateway(outgoing: ServerResponse, text: string): void {
  outgoing.writeHead(502, { "content-type": "text/plain" }).end(text);
}

/**
 * Takes the process with the fewest requests under way, in turn when several have as few; asks each for /readyz, keeps
 * connections open, and tries another process only when the first refused the connection: whatever was sent once is never
 * sent twice, so that a lost answer shows.
 */
export async function aBalancer(): Promise<Balancer> {
  const targets: Target[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 256, timeout: IDLE_MS });
  let passed = 0;

  let timer: NodeJS.Timeout;
  const watch = async () => {
    await Promise.all(targets.map(probe));
    timer = setTimeout(watch, PROBE_EVERY_MS);
  };
  timer = setTimeout(watch, PROBE_EVERY_MS);

  function pass(incoming: IncomingMessage, outgoing: ServerResponse, tried: Set<Target>): void {
    const ready = targets.filter((target) => target.isReady && !tried.has(target));
    const least = leastBusy(ready);
    const target = least[passed++ % least.length];
    if (!target) {
      badGateway(outgoing, "No server is available.");
      return;
    }
    tried.add(target);
    target.open++;
    const { hostname, port } = target.url;
    const onward = request(
      { agent, hostname, port, method: incoming.method, path: incoming.url, headers: incoming.headers },
      (answer) => answerFrom(answer, outgoing),
    );
    onward.once("close", () => target.open--);
    onward.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") return pass(incoming, outgoing, tried);
      if (outgoing.headersSent) outgoing.destroy();
      else badGateway(outgoing, String(error));
    });
    incoming.pipe(onward);
  }

  const server = createServer({ keepAliveTimeout: CLIENTS_IDLE_MS }, (incoming, outgoing) =>
    pass(incoming, outgoing, new Set()),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    // A listening TCP server's address is an AddressInfo.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add(url) {
      const target = { url: new URL(url), isReady: false, silent: 0, open: 0 };
      targets.push(target);
      void probe(target);
    },
    remove(url) {
      const index = targets.findIndex((target) => target.url.href === new URL(url).href);
      if (index >= 0) targets.splice(index, 1);
    },
    async close() {
      clearTimeout(timer);
      agent.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
