import { z } from "zod";
import { checkMetadata } from "../limits.ts";
import { type Failure, invalid, ParameterRefusal } from "./failure.ts";
import { list, tooLong } from "./params.ts";
import { alternatives, asText, bracketed } from "./wording.ts";

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
  const { issues } = parsed.error;
  throw refusal(issues.find(isUnknown) ?? issues[0], [], params);
}

/** Whether a parameter is one that the schema does not have. */
function isUnknown(issue: Issue): boolean {
  if (issue.code === "unrecognized_keys") return true;
  const inner = issue.code === "invalid_union" ? nearest(issue) : undefined;
  return inner !== undefined && isUnknown(inner);
}

function refusal(issue: Issue | undefined, outer: PropertyKey[], params: object): Failure {
  if (!issue) return invalid("Invalid request.");
  const path = [...outer, ...issue.path];
  if (issue.code === "invalid_union") return refusal(nearest(issue), path, params);
  if (issue.code === "unrecognized_keys") return ParameterRefusal.unknown([...path, issue.keys[0] ?? ""]);
  const param = bracketed(path);
  const value = path.reduce(into, params);
  if (value === undefined) {
    return invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  const facts = { param, ...codeOf(issue) };
  if (issue.code === "invalid_value" || facts.code === "parameter_invalid_empty")
    return new ParameterRefusal(wording(issue, param), facts, { path, value: asText(value) });
  return invalid(wording(issue, param), facts);
}

/** Of the branches of a union, the one that came furthest; at the same depth a literal says least. */
function nearest(issue: Extract<Issue, { code: "invalid_union" }>): Issue | undefined {
  const weight: Partial<Record<Issue["code"], number>> = { unrecognized_keys: 0.5, custom: 0.25 };
  const depth = (branch: Issue) => branch.path.length + (weight[branch.code] ?? 0);
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
  if (issue.code === "too_big") return tooLong(asText(issue.input), Number(issue.maximum));
  return `Invalid ${param}`;
}

function into(value: unknown, key: PropertyKey): unknown {
  if (!value || typeof value !== "object") return undefined;
  const fields: unknown[] = Object.values(value);
  // A list that came with indexes as names is reported by position.
  return typeof key === "number" ? fields[key] : Object.entries(value).find(([name]) => name === key)?.[1];
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
  const merged = Object.fromEntries(
    Object.entries({ ...before, ...change }).filter(([, value]) => value !== ""),
  );
  checkMetadata(merged);
  return merged;
}
