import { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { inputError } from "./input-error.ts";

/** The schemas of items that are held by themselves. */
const OWN_ITEMS = new WeakSet<object>();

/**
 * A list of which each item is held against the schema by itself: one that is wrong becomes its own refusal (fields_invalid,
 * fields_unknown) and leaves the others as they are. So does one in whose place the reader of the body has put its refusal.
 */
export function eachItem<Item extends z.ZodType>(item: Item) {
  const orRefusal = item.catch(
    ((refused?: { error: z.core.$ZodError; input: unknown }) =>
      // Without an argument it is asked what the document is to say: nothing.
      refused && (refused.input instanceof ApiError ? refused.input : inputError(refused.error))) as never,
  );
  OWN_ITEMS.add(orRefusal);
  // What is caught is no item, which the type of `catch` does not know.
  return z.array(orRefusal as unknown as z.ZodType<z.output<Item> | ApiError, z.input<Item>>);
}

/** The fields of an operation's input that are such lists. */
export function listsByItem(input: unknown): string[] {
  if (!(input instanceof z.ZodObject)) return [];
  return Object.entries(input.shape).flatMap(([name, field]) =>
    field instanceof z.ZodArray && OWN_ITEMS.has(field.element) ? [name] : [],
  );
}
