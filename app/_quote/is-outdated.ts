import { fieldsOfRefusal } from "../_lib/reason.ts";

/** The fields that take a quote and a price: after a refusal of one, nothing is sold at what was quoted. */
const QUOTED = ["quote_id", "plan_price_id"];

/** Whether something is refused because its quote or its price does not hold any more: it has to be asked for again. */
export const isOutdated = (error: Error): boolean => saysOutdated(fieldsOfRefusal(error));

/** The same of the fields that a form was told to be wrong. */
export const saysOutdated = (wrong: readonly string[] = []): boolean =>
  wrong.some((field) => QUOTED.includes(field));
