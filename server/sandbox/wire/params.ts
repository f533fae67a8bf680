import qs from "qs";
import { z } from "zod";
import { invalid } from "./failure.ts";

const DEEPEST = 8;
const LONGEST_ARRAY = 200;

/** Stripe's form encoding with bracket nesting, as a tree of strings. */
export function decodeForm(text: string): Record<string, unknown> {
  return {
    ...qs.parse(text, {
      depth: DEEPEST,
      arrayLimit: LONGEST_ARRAY,
      parameterLimit: 2000,
      plainObjects: true,
      allowEmptyArrays: true,
    }),
  };
}

export const Text = z.string().min(1).max(5000);
/** A text that is unset when it is sent empty. */
export const Unsettable = z.string().max(5000);
export const Int = z
  .string()
  .regex(/^-?\d{1,12}$/, "Invalid integer")
  .transform(Number);
export const Flag = z.enum(["true", "false"]).transform((value) => value === "true");
/** Values are texts; an empty one takes the key away. An empty metadata takes all away. */
export const Metadata = z.union([
  z.literal("").transform(() => ({})),
  z.record(z.string().max(40), z.string().max(500)),
]);

/** qs makes objects of long or sparse index lists: both are lists. */
export function list<T extends z.ZodType>(item: T) {
  return z.preprocess(
    (value) => (value && typeof value === "object" && !Array.isArray(value) ? Object.values(value) : value),
    z.array(item),
  );
}

const Range = z.union([
  Int,
  z.strictObject({
    gt: Int.optional(),
    gte: Int.optional(),
    lt: Int.optional(),
    lte: Int.optional(),
  }),
]);

/** Parameters of every list. */
export const paging = {
  limit: Int.optional(),
  starting_after: Text.optional(),
  ending_before: Text.optional(),
  created: Range.optional(),
};

/** Reads parameters by a strict schema; expand goes with every request. What is unknown, missing or wrong is refused as Stripe does. */
export function read<Shape extends z.ZodRawShape>(
  shape: Shape,
  input: Record<string, unknown>,
): z.output<z.ZodObject<Shape>> {
  const { expand: _, ...params } = input;
  const parsed = z.strictObject(shape).safeParse(params);
  // strictObject of the same shape has the same output.
  if (parsed.success) return parsed.data as z.output<z.ZodObject<Shape>>;
  const [issue] = parsed.error.issues;
  const path = (issue?.path ?? []).map(String);
  if (issue?.code === "unrecognized_keys") {
    const param = bracketed([...path, issue.keys[0] ?? ""]);
    throw invalid(`Received unknown parameter: ${param}`, { code: "parameter_unknown", param });
  }
  const param = bracketed(path);
  const isMissing =
    issue?.code === "invalid_type" &&
    issue.input === undefined &&
    path.reduce<unknown>(into, params) === undefined;
  if (isMissing) throw invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  throw invalid(`Invalid ${param}: ${issue?.message}`, { code: "parameter_invalid", param });
}

function into(value: unknown, key: string): unknown {
  return value && typeof value === "object"
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}

function bracketed([first = "", ...rest]: string[]): string {
  return first + rest.map((part) => `[${part}]`).join("");
}

const Expand = list(Text);

/** The paths that the request wants expanded. */
export function expansions(input: Record<string, unknown>): string[] {
  return input.expand === undefined ? [] : Expand.parse(input.expand);
}
