import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { ApiError } from "../errors/api-error.ts";
import { newId } from "../platform/ids.ts";
import type { Log } from "../platform/log.ts";
import { logCounted } from "../platform/log-counted.ts";
import { bodyOf } from "./bounded-body.ts";
import { errorPageAnswer } from "./error-page.ts";

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;
const FORM_TYPE = /^(?:multipart\/form-data|application\/x-www-form-urlencoded)\s*(?:;|$)/i;
const MULTIPART_TYPE = /^multipart\/form-data/i;

/** Next's script reads from it that the server is of another version than the page (action-handler.js of next@16). */
const NO_ACTION = "x-nextjs-action-not-found";

type Serve = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** The request whose page is being served: whether what answers it is our own code, and no longer the reading of the request. */
const serving = new AsyncLocalStorage<{ isOurs: boolean }>();

/** Says that the code of a form's action runs, or that something of ours failed: what fails from here on is no fault of the client. */
export function noteOwnCode(): void {
  const current = serving.getStore();
  if (current) current.isOurs = true;
}

/** Of what Next says of a form. */
const MAX_WORDS = 200;

/**
 * Counts what Next prints of forms and actions that it cannot read, a stack for each, in place of printing it: anybody can send them.
 * All else is printed as before. Returns what undoes it.
 */
export function countUnreadable(log: Log): () => void {
  const { error, warn } = console;
  const unlessUnreadable =
    (print: typeof error): typeof error =>
    (...said) => {
      const current = serving.getStore();
      if (!current || current.isOurs) return print.apply(console, said);
      const words = said.map((one) => (one instanceof Error ? one.message : String(one))).join(" ");
      const reason = words.split("\n")[0]?.slice(0, MAX_WORDS);
      logCounted(log, "warn", { reason }, "a form or an action of a page could not be read");
    };
  Object.assign(console, { error: unlessUnreadable(error), warn: unlessUnreadable(warn) });
  return () => Object.assign(console, { error, warn });
}

/**
 * Serves a page by Next, which answers 500 for a form that it cannot read: a body that is not what its type says is refused before
 * (body_invalid_json, form_invalid), and where Next fails before a form's action has begun, or does not have that action, the answer is form_invalid.
 */
export async function servePage(
  request: IncomingMessage,
  response: ServerResponse,
  serve: Serve,
): Promise<void> {
  if (request.method === "POST") await checkBody(request);
  if (!mayBeAction(request)) return await serve(request, response);
  const current = { isOurs: false };
  replaceFailure(request, response, () => !current.isOurs);
  await serving.run(current, () => serve(request, response));
}

/** A script names the action in a header; a form without scripts in its fields. */
function mayBeAction({ method, headers }: IncomingMessage): boolean {
  const isMultipart = MULTIPART_TYPE.test(headers["content-type"] ?? "");
  return method === "POST" && (isMultipart || headers["next-action"] !== undefined);
}

async function checkBody(request: IncomingMessage): Promise<void> {
  const type = request.headers["content-type"] ?? "";
  const body = bodyOf(request);
  try {
    if (JSON_TYPE.test(type)) JSON.parse(body.toString("utf8"));
    if (FORM_TYPE.test(type))
      await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  } catch (cause) {
    throw JSON_TYPE.test(type) ? new ApiError("body_invalid_json", { cause }) : unreadable(cause);
  }
}

const unreadable = (cause?: unknown) => new ApiError("form_invalid", { cause });

/** Next answers 400 to an action whose id is none, and 409 to one that it does not have. */
const isFailure = (status: number) => status >= 500 || status === 400 || status === 409;

/** Sends form_invalid in place of a failure of Next's, as long as isClients says so; what is written for that is dropped. */
function replaceFailure(request: IncomingMessage, response: ServerResponse, isClients: () => boolean): void {
  const before = new Set(response.getHeaderNames());
  const { writeHead, write, end } = response;
  let isReplaced = false;

  /** For write and end, which call back when they are done. */
  const unlessReplaced =
    <Result>(real: (...given: never[]) => Result, instead: Result) =>
    (...given: unknown[]): Result => {
      // Without a head before it, it is sent by this call.
      if (!response.headersSent) response.writeHead(response.statusCode);
      if (!isReplaced) return real.apply(response, given as never[]);
      const done = given.at(-1);
      if (typeof done === "function") process.nextTick(done as () => void);
      return instead;
    };

  function writeHeadOrReplace(status: number, ...rest: [headers?: OutgoingHttpHeaders]): ServerResponse {
    if (isReplaced) return response;
    if (!isFailure(status) || !isClients()) return writeHead.apply(response, [status, ...rest]);
    isReplaced = true;
    for (const name of response.getHeaderNames())
      if (!before.has(name) && name !== NO_ACTION) response.removeHeader(name);
    const requestId = newId("request");
    const answer = errorPageAnswer(request, unreadable(), requestId);
    writeHead.call(response, answer.status, {
      "content-type": "application/json; charset=utf-8",
      ...answer.headers,
      "cache-control": "no-store",
      "x-request-id": requestId,
    });
    // An error's body is text.
    end.call(response, String(answer.body), "utf8");
    return response;
  }

  Object.assign(response, {
    writeHead: writeHeadOrReplace,
    write: unlessReplaced(write as (...given: never[]) => boolean, true),
    end: unlessReplaced(end as (...given: never[]) => ServerResponse, response),
  });
}
