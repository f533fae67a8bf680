import type { IncomingMessage } from "node:http";

const LARGEST = 1_000_000;

/** The text of a request's body; an error when it is larger than anything Stripe would be sent. */
export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > LARGEST) throw new Error("The request body is too large.");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}
