import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiError } from "../errors/api-error.ts";
import { findAltered, parseMarked } from "../platform/exact-json.ts";
import { DEEPEST, isDeeper } from "../platform/nesting.ts";
import type { Upload } from "../platform/schema/upload.ts";
import { spool, UploadTooLarge } from "../platform/upload.ts";
import { askForBody } from "./continue.ts";

const strictUtf8 = new TextDecoder("utf-8", { fatal: true });
const MAX_SHOWN_LENGTH = 40;
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** Reads the whole body. Throws body_too_large or body_timeout. */
export async function readBytes(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = () => new ApiError("body_too_large", { details: { limit } });
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge();
  // A request that was destroyed before we listen emits no event.
  if (request.destroyed) throw new ApiError("body_timeout");
  askForBody(request);
  // By events: an iterator over the stream costs several times as much, and most bodies are one chunk.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) chunks.push(chunk);
      else if (size - chunk.length <= limit) reject(tooLarge());
    });
    request.on("end", () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.on("error", (cause) => reject(new ApiError("body_timeout", { cause })));
    request.on("close", () => {
      if (!request.readableEnded) reject(new ApiError("body_timeout"));
    });
  });
}

/** content_encoding_unsupported for a body that is compressed: its size is known only when it is read. RFC 9110 §8.4. */
function refuseCompressed({ headers }: IncomingMessage): void {
  const encoding = headers["content-encoding"]?.trim() ?? "identity";
  if (!/^(?:identity)?$/i.test(encoding))
    throw new ApiError("content_encoding_unsupported", {
      details: { encoding: encoding.slice(0, MAX_SHOWN_LENGTH) },
    });
}

/** Stores a body that is a file. To read it fails, too, by body_timeout, once nobody waits for the answer any more. */
export async function readFile(
  request: IncomingMessage,
  response: ServerResponse,
  { type, limit }: { type: string; limit: number },
): Promise<Upload> {
  refuseCompressed(request);
  const [given = "", ...parameters] = (request.headers["content-type"] ?? "").split(";");
  if (given.trim().toLowerCase() !== type)
    throw new ApiError("content_type_unsupported", { details: { type } });
  const tooLarge = (cause?: unknown) => new ApiError("body_too_large", { details: { limit }, cause });
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge();
  askForBody(request);
  try {
    const file = await spool(request, limit);
    return { ...file, open: () => whileOpen(response, file), charset: charsetOf(parameters) };
  } catch (cause) {
    if (cause instanceof UploadTooLarge) throw tooLarge(cause);
    if (!request.complete) throw new ApiError("body_timeout", { cause });
    throw cause;
  }
}

async function* whileOpen(response: ServerResponse, file: Pick<Upload, "open">) {
  for await (const chunk of file.open()) {
    if (response.closed) throw new ApiError("body_timeout");
    yield chunk;
  }
}

function charsetOf(parameters: string[]): string | null {
  const named = parameters.map((one) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(one)?.[1]);
  return named.find((charset) => charset !== undefined) ?? null;
}

interface FieldOptions {
  /** Bytes. */
  limit: number;
  takesForms: boolean;
  /** Lists of which each item is refused by itself (schema/each-item.ts). */
  byItem: readonly string[];
}

/**
 * The fields of a body: a JSON object, or a form where the operation takes one. An empty body is an empty object. In place of an item of
 * `byItem` that has a number which JSON cannot carry is its refusal (number_not_exact); anywhere else it refuses the body.
 */
export async function readFields(
  request: IncomingMessage,
  options: FieldOptions,
): Promise<Record<string, unknown>> {
  refuseCompressed(request);
  const bytes = await readBytes(request, options.limit);
  if (bytes.length === 0) return {};
  const type = request.headers["content-type"] ?? "";
  if (options.takesForms && FORM_TYPE.test(type))
    return fieldsOf(new URLSearchParams(bytes.toString("utf8")));
  if (!JSON_TYPE.test(type))
    throw new ApiError("content_type_unsupported", { details: { type: "application/json" } });
  return parseObject(bytes, options.byItem);
}

/** Query or form parameters as fields. Throws url_invalid. */
export function fieldsOf(parameters: URLSearchParams): Record<string, string> {
  const names = [...parameters.keys()];
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined)
    throw new ApiError("url_invalid", {
      issues: [{ path: twice, message: "must be there once" }],
      details: { reason: `the parameter ${twice} is there twice` },
    });
  return Object.fromEntries(parameters);
}

function parseObject(bytes: Buffer, byItem: readonly string[]): Record<string, unknown> {
  let value: unknown;
  try {
    value = parseExactly(strictUtf8.decode(bytes), byItem);
  } catch (cause) {
    throw cause instanceof ApiError ? cause : new ApiError("body_invalid_json", { cause });
  }
  if (isDeeper(value))
    throw new ApiError("fields_invalid", {
      issues: [{ path: "", message: `The body must be nested ${DEEPEST} levels deep at most` }],
    });
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new ApiError("fields_invalid", { issues: [{ path: "", message: "The body must be a JSON object" }] });
}

/** As JSON.parse, but no number is altered (parseMarked). Throws number_not_exact. */
function parseExactly(json: string, byItem: readonly string[]): unknown {
  const value = parseMarked(json);
  for (const name of byItem) refuseItems(Object(value)[name]);
  const refusal = refusalOfAltered(value);
  if (refusal) throw refusal;
  return value;
}

/** Puts its refusal in place of each item that has an altered number, which is named by its path in the item. */
function refuseItems(items: unknown): void {
  if (Array.isArray(items))
    for (const [index, item] of items.entries()) items[index] = refusalOfAltered(item) ?? item;
}

function refusalOfAltered(value: unknown): ApiError | null {
  const found = findAltered(value);
  return (
    found &&
    new ApiError("number_not_exact", {
      issues: [{ path: found.path.join("."), message: "is a number that JSON cannot carry exactly" }],
      details: { number: found.source.slice(0, MAX_SHOWN_LENGTH) },
    })
  );
}
