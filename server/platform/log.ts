import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/** Keys whose values never reach a log line, down to the two levels that pino matches. */
const SECRETS = [
  "password",
  "token",
  "secret",
  "client_secret",
  "authorization",
  "cookie",
  "x-app-id",
  "code",
  "cardprovider_test_card_token",
];

/** What an error is known by, such as "ECONNREFUSED" or "card_provider_unavailable": it lets nobody in, as other codes do. */
class ErrorCode {
  readonly code: string | number;

  constructor(code: string | number) {
    this.code = code;
  }
}

/**
 * An error as a line has it. Its own code is marked, because pino's redaction knows a value by its name alone; so is that of `raw`, the
 * answer that an error of Stripe's SDK was made of.
 */
function describeError(error: Error): unknown {
  const described: unknown = pino.stdSerializers.err(error);
  if (!(error instanceof Error)) return described;
  return { ...markCode(described), ...("raw" in error && { raw: markCode(error.raw) }) };
}

/** With its code marked as one that says why something failed: what the card provider said is logged as `provider` (ProviderWords). */
function markCode(failure: unknown): object | undefined {
  if (typeof failure !== "object" || failure === null) return undefined;
  const code = "code" in failure ? failure.code : null;
  const isPlain = typeof code === "string" || typeof code === "number";
  return isPlain ? Object.assign({}, failure, { code: new ErrorCode(code) }) : failure;
}

/**
 * Standard output, written in parts of 4 kB or what came within 0.2 s: to write each line by itself takes longer than to make it.
 * Lines are written when the process ends by itself; a kill -9 loses at most 0.2 s of them. pino, docs/asynchronous.md.
 */
const inParts = () => pino.destination({ sync: false, minLength: 4096, periodicFlush: 200 });

/**
 * A JSON logger, of level "info" where none is given. It redacts secrets by name and writes errors with type, message, stack and
 * cause.
 */
export function createLog(level: string | undefined, destination?: DestinationStream): Log {
  const options = {
    level: level ?? "info",
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: describeError, provider: (words: unknown) => markCode(words) ?? words },
    redact: {
      paths: SECRETS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]),
      censor: (value: unknown) => (value instanceof ErrorCode ? value.code : "[secret]"),
    },
  };
  return pino(options, destination ?? inParts());
}
