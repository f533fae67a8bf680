import type { Server } from "node:http";

/** How a process leaves while others still send it requests. */
export interface Drain {
  /** Whether it is leaving: /readyz says no from then on, so that balancers send it nothing new. */
  isLeaving(): boolean;
  /** Begins to leave. Requests are answered as ever, and each answer closes its connection: nobody reuses one that will be cut. */
  begin(): void;
}

/** Prepares a listener for its end. */
export function createDrain(server: Server): Drain {
  let isLeaving = false;
  return {
    isLeaving: () => isLeaving,
    begin() {
      if (isLeaving) return;
      isLeaving = true;
      // Before whoever answers, so that the header is there when the answer's head is written.
      server.prependListener("request", (_, response) => response.setHeader("connection", "close"));
    },
  };
}
