import { z } from "zod";
import { type Failure, invalid } from "./failure.ts";
import { list } from "./params.ts";

type Issue = z.core.$ZodIssue;

/**
 * Reads parameters by a strict schema; expand goes with every request. What is unknown, missing or wrong is refused in
 * Stripe's words.
 */
export function read<Shape extends z.ZodRawShape>(
  shape: Shape,
  input: Record<string, unknown>,
): z.output<z.ZodObject<Shape>> {
  const { expand: _, ...params } = input;
  const parsed = z.strictObject(shape).safeParse(params, { reportInput: true });
  // strictObject of the same shape has the same output.
  if (parsed.success) return parsed.data as z.output<z.ZodObject<Shape>>;
  throw refusal(parsed.error.issues[0], [], params);
}

function refusal(issue: Issue | undefined, outer: PropertyKey[], params: object): Failure {
  if (!issue) return invalid("Invalid request.");
  const path = [...outer, ...issue.path];
  if (issue.code === "invalid_union") return refusal(nearest(issue), path, params);
  if (issue.code === "unrecognized_keys") {
    const param = bracketed([...path, issue.keys[0] ?? ""]);
    return invalid(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
  }
  const param = bracketed(path);
  if (path.reduce(into, params) === undefined) {
    return invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  return invalid(wording(issue, param), { param, ...codeOf(issue) });
}

/** Of the branches of a union, the one that came furthest. */
function nearest(issue: Extract<Issue, { code: "invalid_union" }>): Issue | undefined {
  const depth = (branch: Issue) => branch.path.length + (branch.code === "unrecognized_keys" ? 0.5 : 0);
  const first = issue.errors.flatMap(([branch]) => branch ?? []);
  return first.sort((a, b) => depth(b) - depth(a))[0];
}

function codeOf(issue: Issue): { code?: string } {
  const code = issue.code === "custom" ? issue.params?.code : undefined;
  return typeof code === "string" ? { code } : {};
}

function wording(issue: Issue, param: string): string {
  if (codeOf(issue).code === "parameter_invalid_empty") {
    return (
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however ` +
      `'${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`
    );
  }
  if (issue.code === "custom") return issue.message;
  if (issue.code === "invalid_value")
    return `Invalid ${param}: must be ${alternatives(issue.values.map(String))}`;
  if (issue.code === "invalid_type" && issue.expected === "array") return "Invalid array";
  if (issue.code === "invalid_type" && issue.expected === "string") return "Invalid string";
  if (issue.code === "invalid_type") return "Invalid object";
  if (issue.code === "too_big") return `Invalid ${param}: must be at most ${issue.maximum} characters`;
  return `Invalid ${param}`;
}

function alternatives(values: string[]): string {
  if (values.length === 1) return values[0] ?? "";
  return `one of ${values.slice(0, -1).join(", ")}, or ${values.at(-1)}`;
}

function into(value: unknown, key: PropertyKey): unknown {
  if (!value || typeof value !== "object") return undefined;
  const fields = Array.isArray(value) ? value : Object.values(value);
  // A list that came with indexes as names is reported by position.
  return typeof key === "number" ? fields[key] : Object.entries(value).find(([name]) => name === key)?.[1];
}

function bracketed([first = "", ...rest]: PropertyKey[]): string {
  return String(first) + rest.map((part) => `[${String(part)}]`).join("");
}

const Expand = list(z.string());

/** The paths that the request wants expanded. */
export function expansions(input: Record<string, unknown>): string[] {
  if (input.expand === undefined) return [];
  const parsed = Expand.safeParse(input.expand);
  if (!parsed.success) throw invalid("Invalid array", { param: "expand" });
  return parsed.data;
}

/** What metadata becomes: keys that are sent empty go, others are set; empty metadata takes all away. */
export function mergeMetadata(
  before: Record<string, string> | null,
  change: "" | Record<string, string> | undefined,
): Record<string, string> {
  if (change === undefined) return before ?? {};
  if (change === "") return {};
  return Object.fromEntries(Object.entries({ ...before, ...change }).filter(([, value]) => value !== ""));
}
