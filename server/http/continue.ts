import type { IncomingMessage, Server, ServerResponse } from "node:http";

const waiting = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Lets a client that expects "100-continue" (RFC 9110 §10.1.1) wait until its body is wanted: a request that is refused by its head, as
 * one that is too large or lacks credentials, is answered with the refusal alone. Node would say 100 before anybody looked at it.
 */
export function continueOnDemand(server: Server): void {
  server.on("checkContinue", (request: IncomingMessage, response: ServerResponse) => {
    waiting.set(request, response);
    server.emit("request", request, response);
  });
}

/** Asks a waiting client for its body. Whoever reads a body calls it first. */
export function askForBody(request: IncomingMessage): void {
  const response = waiting.get(request);
  waiting.delete(request);
  if (response && !response.headersSent) response.writeContinue();
}
