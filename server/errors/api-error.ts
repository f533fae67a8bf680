import { CATALOGUE, type ErrorCode, type ErrorName } from "./catalogue.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";

/** What is wrong with one field of a request. */
export interface Issue {
  path: string;
  message: string;
}

/** The one error body of the product (domain rule "Errors"). */
export interface ErrorBody {
  code: ErrorCode;
  name: ErrorName;
  message: string;
  request_id: string;
  issues?: Issue[];
  details?: Record<string, unknown>;
}

interface Options {
  /** Facts for the caller; they also fill the placeholders of the message. */
  details?: Record<string, unknown>;
  issues?: Issue[];
  /** For the log alone. */
  cause?: unknown;
  /** Seconds after which the caller may try again. */
  retryAfter?: number;
}

/** The names in the placeholders of a message. */
type NamesIn<Message extends string> = Message extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** The options of an error: with details for every placeholder of its message, so that none is left unfilled. */
type OptionsOf<Name extends ErrorName> = [NamesIn<(typeof CATALOGUE)[Name]["message"]>] extends [never]
  ? [options?: Options]
  : [options: Options & { details: Record<NamesIn<(typeof CATALOGUE)[Name]["message"]>, unknown> }];

/** An error for the caller, by its name: with the code, status and message that the catalogue defines. */
export class ApiError<Name extends ErrorName = ErrorName> extends Error {
  /** Its name in the catalogue; `name` is the class's, as of every Error. */
  readonly errorName: ErrorName;
  readonly code: ErrorCode;
  readonly status: number;
  readonly details: Record<string, unknown> | undefined;
  readonly issues: Issue[] | undefined;
  readonly retryAfter: number | undefined;

  constructor(name: Name, ...[options = {}]: OptionsOf<Name>) {
    const entry: CatalogueEntry & { code: ErrorCode } = CATALOGUE[name];
    super(fill(entry.message, options.details ?? {}), { cause: options.cause });
    this.name = "ApiError";
    this.errorName = name;
    this.code = entry.code;
    this.status = entry.status;
    this.details = options.details;
    this.issues = options.issues;
    this.retryAfter = options.retryAfter ?? entry.retryAfter ?? (entry.status === 503 ? 1 : undefined);
  }

  /** The same error with other details, which must fill its message, too. */
  withDetails(details: Record<string, unknown>): ApiError {
    const { errorName, issues, retryAfter } = this;
    const options: Options = {
      details,
      cause: this.cause,
      ...(issues && { issues }),
      ...(retryAfter !== undefined && { retryAfter }),
    };
    // The type asks for the details of every message at once, as the name is not known here.
    return new ApiError(errorName, options as OptionsOf<ErrorName>[0] & Options);
  }

  /** The response body. */
  toBody(requestId: string): ErrorBody {
    return {
      code: this.code,
      name: this.errorName,
      message: this.message,
      request_id: requestId,
      ...(this.issues && { issues: this.issues }),
      ...(this.details && { details: this.details }),
    };
  }
}

function fill(message: string, details: Record<string, unknown>): string {
  return message.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name] ?? name));
}
