import { z } from "zod";
import type { ApiError } from "../../errors/api-error.ts";
import { inputError } from "./input-error.ts";

/**
 * A list of which each item is held against the schema by itself: one that is wrong becomes its own refusal (K1002, K1003) and leaves
 * the others as they are.
 */
export function eachItem<Item extends z.ZodType>(item: Item) {
  const orRefusal = item.catch(
    ((refused?: { error: z.core.$ZodError }) =>
      // Without an argument it is asked what the document is to say: nothing.
      refused && inputError(refused.error)) as never,
  );
  // What is caught is no item, which the type of `catch` does not know.
  return z.array(orRefusal as unknown as z.ZodType<z.output<Item> | ApiError, z.input<Item>>);
}
