import type { Server } from "node:http";

/** Shuts a process down while load balancers still send it requests. */
export interface Drain {
  /** Whether draining has begun: /readyz answers 503 from then on, so that load balancers send no new requests. */
  isDraining(): boolean;
  /** Begins draining. Requests are still answered; each answer closes its connection, so that no client reuses one that will end. */
  begin(): void;
}

/** Prepares a listener for its end. */
export function createDrain(server: Server): Drain {
  let isDraining = false;
  return {
    isDraining: () => isDraining,
    begin() {
      if (isDraining) return;
      isDraining = true;
      // Runs before the request handler, so that the header is set when the answer's head is written.
      server.prependListener("request", (_, response) => response.setHeader("connection", "close"));
    },
  };
}
