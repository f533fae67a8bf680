import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** Another address of the sandbox, on which answers arrive late, or a rate limit refuses requests. */
export interface LateProvider {
  url: string;
  /** How many answers are held back. */
  readonly held: number;
  /** From now on holds back answers to requests of this method whose path matches; the sandbox gives them at once. */
  hold(method: string, path: RegExp): void;
  /** From now on answers 429 to requests of this method whose path matches, until the function that it returns is called. */
  refuse(method: string, path: RegExp): () => void;
  /** Before the next request of this method whose path matches reaches the sandbox, this happens there. */
  before(method: string, path: RegExp, work: () => Promise<unknown>): void;
  /** Sends the answers that are held back, the newest first, and holds back no more. */
  letGo(): void;
  close(): Promise<void>;
}

/** Opens it on a free port. */
export async function aLateProvider(sandboxUrl: string): Promise<LateProvider> {
  const { hostname, port } = new URL(sandboxUrl);
  const waiting: (() => void)[] = [];
  let isHeld = (_method: string, _path: string) => false;
  let isRefused = isHeld;
  let first: { isAwaited: typeof isHeld; work: () => Promise<unknown> } | null = null;
  const server = createServer(async (incoming, response) => {
    const { method = "", url: path = "", headers } = incoming;
    if (isRefused(method, path)) {
      response.writeHead(429, { "content-type": "application/json", "stripe-should-retry": "false" });
      response.end(JSON.stringify({ error: { type: "invalid_request_error", code: "rate_limit" } }));
      return;
    }
    if (first?.isAwaited(method, path)) {
      const { work } = first;
      first = null;
      await work();
    }
    const outgoing = request({ hostname, port, method, path, headers }, (answer) => {
      const send = () => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      };
      if (isHeld(method, path)) waiting.push(send);
      else send();
    });
    outgoing.on("error", () => response.destroy());
    incoming.pipe(outgoing);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const letGo = () => {
    isHeld = () => false;
    for (const send of waiting.splice(0).reverse()) send();
  };
  return {
    // A listening TCP server's address is an AddressInfo.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get held() {
      return waiting.length;
    },
    hold(method, pattern) {
      isHeld = (given, path) => given === method && pattern.test(path);
    },
    refuse(method, pattern) {
      isRefused = (given, path) => given === method && pattern.test(path);
      return () => {
        isRefused = () => false;
      };
    },
    before(method, pattern, work) {
      first = { isAwaited: (given, path) => given === method && pattern.test(path), work };
    },
    letGo,
    async close() {
      letGo();
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
