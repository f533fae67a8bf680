import { z } from "zod";
import { innermostIssues } from "./innermost-issues.ts";

// The messages of `issues` in an answer of the API: docs/errors.md. Each continues the name of its field: "customer is required".

export const REQUIRED = "is required";

const TYPES: Record<string, string> = {
  string: "must be a string",
  number: "must be a number",
  int: "must be a whole number",
  boolean: "must be true or false",
  object: "must be an object",
  record: "must be an object",
  array: "must be an array",
};
const FORMATS: Record<string, string> = {
  email: "must be an e-mail address, such as ada@example.com",
  url: "must be a whole address, such as https://example.com",
  datetime: "must be a moment in ISO 8601 with Z or an offset, such as 2026-01-31T09:30:00Z",
  date: "must be a date in ISO 8601, such as 2026-01-31",
};
const UNUSABLE = "has a value that cannot be used here; /openapi.json says what may be sent";

/** More values than a sentence can name. */
const MANY = 20;

/** The message for an issue for which its schema has none: what the field must be, for the developer who sent it. */
export function apiWords(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined && (issue.code === "invalid_type" || issue.code === "invalid_value"))
    return REQUIRED;
  switch (issue.code) {
    case "invalid_type":
      return TYPES[issue.expected] ?? UNUSABLE;
    case "too_small":
      return sizeWords("at least", issue.origin, issue.minimum, issue.inclusive);
    case "too_big":
      return sizeWords("at most", issue.origin, issue.maximum, issue.inclusive);
    case "invalid_format":
      return FORMATS[issue.format] ?? "must have the form that /openapi.json shows";
    case "invalid_value":
      return valueWords(issue.values.map(String));
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "unrecognized_keys":
      return "Unknown field";
    default:
      return UNUSABLE;
  }
}

function valueWords(values: string[]): string {
  if (values.length >= MANY)
    return `must be one of the ${values.length} values that /openapi.json lists for this operation`;
  return values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(", ")}`;
}

function sizeWords(
  bound: "at least" | "at most",
  origin: string,
  count: number | bigint,
  isInclusive = true,
): string {
  if (origin === "string" && count === 1 && bound === "at least") return "must not be empty";
  const things = { string: "character", array: "item", set: "item" }[origin];
  if (things !== undefined) return `must have ${bound} ${count} ${things}${count === 1 ? "" : "s"}`;
  if (isInclusive) return `must be ${bound} ${count}`;
  return `must be ${bound === "at least" ? "above" : "below"} ${count}`;
}

/** From now on every schema without a message of its own says these words, in this process. A form brings its own to each parse. */
export function setApiWords(): void {
  z.config({ customError: apiWords });
}

/** What is wrong with a request: one issue for each field, the first; of several bounds the last. Unknown fields are named one by one. */
export function issuesForApi(error: z.core.$ZodError): { path: string; message: string }[] {
  const issues = new Map<string, string>();
  const codes = new Map<string, string>();
  for (const issue of error.issues.flatMap(innermostIssues)) {
    const paths =
      issue.code === "unrecognized_keys" ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    for (const path of paths.map((parts) => parts.join("."))) {
      // A whole number past what JavaScript can hold is past the field's own bound, too.
      const isNarrower = issue.code === "too_big" && codes.get(path) === "too_big";
      if (!issues.has(path) || isNarrower) issues.set(path, issue.message);
      codes.set(path, issue.code);
    }
  }
  return [...issues].map(([path, message]) => ({ path, message }));
}
