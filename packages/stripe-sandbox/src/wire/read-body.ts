import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { tooLarge } from "../limits.ts";
import { checkContent, checkEncoding, decodeUtf8 } from "./encoding.ts";

const LARGEST = 1_000_000;

/** The bytes of a request's body; throws 413 when it is larger than anything Stripe would be sent. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    // What is too much is read and dropped: a connection that closed at once would lose the answer.
    if (size <= LARGEST) chunks.push(chunk);
  }
  if (size > LARGEST) throw tooLarge();
  return Buffer.concat(chunks);
}

/** The form in a body, still encoded; throws 400 where it is of another type or badly encoded. */
export function formIn(headers: IncomingHttpHeaders, body: Buffer): string {
  if (body.length === 0) return "";
  checkContent(headers);
  const form = decodeUtf8(body);
  checkEncoding(form);
  return form;
}

/** Query and form together, still encoded; throws 400 where they, or the path, cannot be read. */
export function parametersIn(request: {
  headers: IncomingHttpHeaders;
  path: string;
  query: string;
  body: Buffer;
}): string {
  const { path, query, headers, body } = request;
  checkEncoding(path);
  checkEncoding(query);
  return [query, formIn(headers, body)].filter((part) => part !== "").join("&");
}
