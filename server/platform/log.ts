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

/** A JSON logger. It redacts secrets by name and writes errors with type, message, stack and cause. */
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
