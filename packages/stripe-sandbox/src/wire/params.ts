import { z } from "zod";
import { currencyRefusal, isCurrency } from "../currencies.ts";
import { METADATA } from "../limits.ts";
import { asText } from "./wording.ts";

/** Unless a parameter has a limit of its own: `maxLength` in github.com/stripe/openapi. */
const MAX_TEXT_LENGTH = 5000;

/** A text of a length of its own, which cannot be unset. */
export function textUpTo(most: number) {
  return Text.refine((text) => text.length <= most, { error: ({ input }) => tooLong(asText(input), most) });
}

/** The same, unset when it is sent empty. */
export function unsettableUpTo(most: number) {
  return z
    .string()
    .refine((text) => text.length <= most, { error: ({ input }) => tooLong(asText(input), most) });
}

/** As Stripe says it, with both ends of what was sent: github.com/polarsource/polar/issues/5429. */
export function tooLong(text: string, most: number): string {
  return `Invalid string: ${text.slice(0, 10)}...${text.slice(-10)}; must be at most ${most} characters`;
}

/** Refuses a value in Stripe's words; `code` is one of https://docs.stripe.com/error-codes. */
function refuse(ctx: z.RefinementCtx<unknown>, input: unknown, message: string, code?: string): never {
  ctx.issues.push({ code: "custom", input, message, params: { code } });
  return z.NEVER;
}

/** A text that cannot be unset: an empty one is refused. */
export const Text = z
  .string()
  .max(MAX_TEXT_LENGTH)
  .transform((value, ctx) => (value === "" ? refuse(ctx, value, "", "parameter_invalid_empty") : value));

/** A text that is unset when it is sent empty. */
export const Unsettable = z.string().max(MAX_TEXT_LENGTH);

/** Any whole number. */
export const Int = z
  .string()
  .transform((value, ctx) =>
    /^-?\d{1,12}$/.test(value)
      ? Number(value)
      : refuse(ctx, value, `Invalid integer: ${value}`, "parameter_invalid_integer"),
  );

/** A whole number within bounds. */
export function intBetween(least: number, most = Number.MAX_SAFE_INTEGER) {
  return Int.transform((value, ctx) => {
    if (value < least) {
      const message = `This value must be greater than or equal to ${least}.`;
      return refuse(ctx, value, message, "parameter_invalid_integer");
    }
    if (value > most) {
      const message = `This value must be less than or equal to ${most} (it currently is '${value}').`;
      return refuse(ctx, value, message, "parameter_invalid_integer");
    }
    return value;
  });
}

export const Quantity = intBetween(0, 1_000_000_000);

/** Seconds since 1970, none before it. */
export const Seconds = intBetween(0).describe("Seconds since 1970");

/** True or false; stripe-python 5 writes them as Python does, with a capital letter. */
export const Flag = z
  .string()
  .transform((value, ctx) =>
    /^([Tt]rue|[Ff]alse)$/.test(value)
      ? value.toLowerCase() === "true"
      : refuse(ctx, value, `Invalid boolean: ${value}`),
  );

export const Url = z
  .string()
  .transform((value, ctx) =>
    URL.canParse(value) ? value : refuse(ctx, value, "Not a valid URL", "url_invalid"),
  );

/** An address that a browser or a delivery goes to: of the web alone, not of a program. */
export const WebUrl = z
  .string()
  .transform((value, ctx) =>
    /^https?:$/.test(URL.parse(value)?.protocol ?? "")
      ? value
      : refuse(ctx, value, "Not a valid URL", "url_invalid"),
  );

/** The same, unset when it is sent empty. */
export const UnsettableWebUrl = z.union([z.literal(""), WebUrl]);

/** Empty unsets it. */
export const Email = z
  .string()
  .max(512)
  .transform((value, ctx) =>
    value === "" || /^[^@\s]+@[^@\s]+$/.test(value)
      ? value
      : refuse(ctx, value, `Invalid email address: ${value}`, "email_invalid"),
  );

export const Currency = z
  .string()
  .transform((value, ctx) =>
    isCurrency(value) ? value.toLowerCase() : refuse(ctx, value, currencyRefusal(value)),
  );

/** Decimal numbers go over the wire as texts. */
export const Percent = z
  .string()
  .transform((value, ctx) =>
    /^\d{1,3}(\.\d{1,4})?$/.test(value) && Number(value) > 0 && Number(value) <= 100
      ? Number(value)
      : refuse(ctx, value, "Invalid percent_off: must be greater than 0 and at most 100"),
  );

/**
 * Values are texts; an empty one takes the key away. An empty metadata takes all of them away. The words are those of Stripe's
 * engineer in github.com/stripe/stripe-php/issues/246.
 */
export const Metadata = z.union([
  z.literal(""),
  z
    .custom<Record<string, unknown>>((value) => typeof value === "object" && value !== null, "Invalid object")
    .transform((sent, ctx): Record<string, string> => {
      for (const [key, value] of Object.entries(sent)) {
        const shown = asText(value);
        if (key.length > METADATA.keyLength)
          refuse(ctx, sent, `Invalid key: ${key} must be a string under ${METADATA.keyLength} characters`);
        if (typeof value !== "string" || value.length > METADATA.valueLength)
          refuse(
            ctx,
            sent,
            `Invalid val: ${shown} must be a string under ${METADATA.valueLength} characters`,
          );
      }
      return Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, asText(value)]));
    }),
]);

/** Many indexes arrive as an object, and some with gaps: a list all the same. */
export function list<T extends z.ZodType>(item: T) {
  const toArray = (value: unknown) => (value && typeof value === "object" ? Object.values(value) : value);
  return z.preprocess(toArray, z.array(item));
}

/** A moment, or bounds of one. */
export const Range = z.union([
  Seconds,
  z.strictObject({
    gt: Seconds.optional(),
    gte: Seconds.optional(),
    lt: Seconds.optional(),
    lte: Seconds.optional(),
  }),
]);

/** Parameters of every list. */
export const paging = {
  limit: intBetween(1, 100).optional(),
  starting_after: Text.optional(),
  ending_before: Text.optional(),
};

export const pagingByDate = { ...paging, created: Range.optional() };

/**
 * Parameters of a call of the API. One that the SDK's type of the call does not have does not compile, so that the sandbox
 * takes nothing that Stripe would refuse.
 */
export function parametersOf<Params>() {
  return <Shape extends z.ZodRawShape>(
    shape: Shape & Record<Exclude<keyof Shape, keyof Params>, never>,
  ): Shape => shape;
}
