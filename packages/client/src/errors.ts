import type { components } from "./generated/openapi.ts";

type ErrorBody = components["schemas"]["Error"];

/** Usher's code of an error, `K` and four digits; /docs/errors of your server explains each. */
export type ErrorCode = ErrorBody["code"];

/** The same in words, such as `subscription_exists`; both stand in /docs/errors. */
export type ErrorName = ErrorBody["name"];

/** What is wrong with which field of the request. */
export interface FieldIssue {
  path: string;
  message: string;
}

/** The server answered, and refused. */
export class UsherError extends Error {
  override readonly name = "UsherError";
  /** Usher's code; null when something between you and Usher answered in its place. */
  readonly code: ErrorCode | null;
  /** The code in words; null when there is no code. `name` is the class's, as of every Error. */
  readonly errorName: ErrorName | null;
  /** HTTP status. */
  readonly status: number;
  /** Names the request in the server's logs. */
  readonly requestId: string | null;
  /** What is wrong with which field; empty unless the input was refused. */
  readonly issues: FieldIssue[];
  /** Facts about the failure, such as the check's answer with usage_limit_reached. */
  readonly details: Record<string, unknown>;
  /** After how many seconds the server asks to try again; null when it does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(response: Response, body: unknown) {
    const error = isErrorBody(body) ? body : null;
    const issues = error?.issues ?? [];
    const fields = issues.map(({ path, message }) => ` ${path}: ${message}.`).join("");
    super(error ? `${error.code}: ${error.message}${fields}` : `HTTP ${response.status}`);
    this.code = error?.code ?? null;
    this.errorName = error?.name ?? null;
    this.status = response.status;
    this.requestId = error?.request_id ?? response.headers.get("x-request-id");
    this.issues = issues;
    this.details = error?.details ?? {};
    this.retryAfterSeconds = retryAfterSeconds(response.headers);
  }
}

/** No answer came: the network failed, or the time ran out. Whether the server did anything is not known. */
export class UsherConnectionError extends Error {
  override readonly name = "UsherConnectionError";
  readonly isTimeout: boolean;

  constructor(message: string, options: { cause?: unknown; isTimeout?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.isTimeout = options.isTimeout ?? false;
  }
}

/** Whether it is an error that the server answered; with names: one of those. */
export function isUsherError<Name extends ErrorName>(
  error: unknown,
  ...names: Name[]
): error is UsherError & { errorName: Name } {
  if (!(error instanceof UsherError)) return false;
  const known: (ErrorName | null)[] = names;
  return names.length === 0 || known.includes(error.errorName);
}

/** Whether the server could not be asked: no answer, too busy, or broken. Asking again later may help. */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof UsherConnectionError) return true;
  return error instanceof UsherError && (error.status >= 500 || error.status === 429);
}

/** `Retry-After`, in seconds or as a date (RFC 9110 §10.2.3). */
function retryAfterSeconds(headers: Headers): number | null {
  const value = headers.get("retry-after");
  if (value === null) return null;
  if (/^\d+$/.test(value)) return Number(value);
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === "object" && body !== null && "code" in body && "message" in body;
}
