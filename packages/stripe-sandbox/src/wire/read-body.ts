import type { IncomingMessage } from "node:http";

import { tooLarge } from "../limits.ts";

const LARGEST = 1_000_000;

/** The text of a request's body; throws 413 when it is larger than anything Stripe would be sent. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // What is too much is read and dropped: a connection that closed at once would lose the answer.
    if (size <= LARGEST) chunks.push(chunk);
  }
  if (size > LARGEST) throw tooLarge();
  return Buffer.concat(chunks).toString("utf8");
}
