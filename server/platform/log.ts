import { type DestinationStream, type Logger, pino } from "pino";

export type Log = Logger;

/** Keys whose values never reach a log line, however deep they stand (pino matches two levels). */
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

/** A JSON logger. Secrets are cut out by name; errors are written with type, message, stack and cause. */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = {
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: {
      paths: SECRETS.flatMap((key) => [`["${key}"]`, `*["${key}"]`, `*.*["${key}"]`]),
      censor: "[secret]",
    },
  };
  return destination ? pino(options, destination) : pino(options);
}
