import type { z } from "zod";
import { apiWords, REQUIRED } from "./api-words.ts";
import { innermostIssues } from "./innermost-issues.ts";

export const EMPTY = "Fill in this field.";
export const NOT_AN_ADDRESS = "Write an e-mail address, such as ada@example.com.";
const FORMATS: Record<string, string> = {
  email: NOT_AN_ADDRESS,
  url: "Write a whole address, such as https://example.com.",
  datetime: "Write a date and a time.",
};
const TYPES: Record<string, string> = {
  number: "Write a number in digits, such as 25.",
  int: "Write a whole number, such as 25.",
  object: "Write an object in JSON, such as {}.",
  array: "Write a list.",
  boolean: "Choose yes or no.",
};

/**
 * The message for an issue of a schema, for the user of the form. It replaces the validator's messages; a schema's own message
 * stays.
 */
export function wordsForIssue(issue: z.core.$ZodRawIssue): string {
  const { input } = issue;
  if (input === undefined || input === null || input === "") return EMPTY;
  switch (issue.code) {
    case "invalid_type":
      return TYPES[issue.expected] ?? "This value cannot be used here.";
    case "too_small":
      return atLeast(issue);
    case "too_big":
      return atMost(issue);
    case "invalid_format":
      return FORMATS[issue.format] ?? "This is not in the form that is asked for.";
    case "invalid_value":
      return oneOf(issue.values.map(String));
    case "not_multiple_of":
      return `Write a multiple of ${issue.divisor}.`;
    case "unrecognized_keys":
      return `There is no field called ${issue.keys.join(", ")}.`;
    default:
      return "This value cannot be used here.";
  }
}

const LONGEST_CHOICE = 8;

function oneOf(values: string[]): string {
  return values.length > LONGEST_CHOICE
    ? `This is not one of the ${values.length} possible values, such as ${values.slice(-3).join(", ")}.`
    : `Choose one of: ${values.join(", ")}.`;
}

/** A schema's own message as a sentence: the API says "must be above 0" beside the name of the field. */
export function asSentence(message: string): string {
  const words = message.startsWith("must ")
    ? `This ${message}`
    : message.slice(0, 1).toUpperCase() + message.slice(1);
  return /[.!?…]$/.test(words) ? words : `${words}.`;
}

/** An issue with a message for people, in place of the API's; of a choice between several schemas the closest one's issues. */
export function issuesInWords(issues: readonly z.core.$ZodIssue[]): { path: string; message: string }[] {
  return issues.flatMap(innermostIssues).map((issue) => {
    // Before a message is made, an issue has its input, too; its type depends on the code.
    const raw = { ...issue, input: "?" } as z.core.$ZodRawIssue;
    // A refused input is not in the issue: a text that is missing is the likeliest of its type.
    const isMissing =
      issue.message === REQUIRED || (issue.code === "invalid_type" && issue.expected === "string");
    if (isMissing) return { path: issue.path.join("."), message: EMPTY };
    const isOwn = issue.code === "custom" || issue.message !== apiWords(raw);
    return { path: issue.path.join("."), message: isOwn ? asSentence(issue.message) : wordsForIssue(raw) };
  });
}

const units = (origin: string, count: number | bigint) =>
  origin === "string" ? ` character${count === 1 ? "" : "s"}` : "";

function atLeast({
  origin,
  minimum,
  inclusive,
}: Pick<z.core.$ZodIssueTooSmall, "origin" | "minimum" | "inclusive">) {
  if (origin === "array" || origin === "set") return `Add at least ${minimum}.`;
  return inclusive === false
    ? `Write more than ${minimum}.`
    : `Write at least ${minimum}${units(origin, minimum)}.`;
}

function atMost({
  origin,
  maximum,
  inclusive,
}: Pick<z.core.$ZodIssueTooBig, "origin" | "maximum" | "inclusive">) {
  if (origin === "array" || origin === "set") return `Keep at most ${maximum}.`;
  return inclusive === false
    ? `Write less than ${maximum}.`
    : `Write at most ${maximum}${units(origin, maximum)}.`;
}
