import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "../errors/api-error.ts";

/** How long a request may take without a byte of it or of its answer. Far above what the database and the card provider may take. */
const QUIET_MS = 120_000;
/** A large body, such as a file of people, takes its time after it has come: as much as this many bytes a second come to. */
const BYTES_A_SECOND = 100_000;

/**
 * Answers a request whose operation takes too long, or never ends, by operation_timeout; an answer that has begun and stops is cut off.
 * While bytes come or go nothing is done, so that exports and uploads take as long as they need.
 */
export function boundAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  refuse: (error: ApiError) => Promise<void>,
  quietMs = QUIET_MS,
): void {
  const { socket } = request;
  const moved = () => socket.bytesRead + socket.bytesWritten;
  const [before, startedAt] = [socket.bytesRead, performance.now()];
  let last = moved();
  const timer = setInterval(() => {
    if (moved() !== last) {
      last = moved();
      return;
    }
    const forBody = ((socket.bytesRead - before) / BYTES_A_SECOND) * 1000;
    if (performance.now() - startedAt < quietMs + forBody) return;
    clearInterval(timer);
    if (response.headersSent) response.destroy();
    else void refuse(new ApiError("operation_timeout", { details: { seconds: Math.round(quietMs / 1000) } }));
  }, quietMs);
  timer.unref();
  response.once("close", () => clearInterval(timer));
}
