import { fieldsOfRefusal } from "../_lib/reason.ts";

/** By the name of the field that takes a quote: a refusal of it. */
const QUOTE = "quote_id";

/** Whether something is refused because its quote does not hold any more: the price has to be asked for again. */
export const isOutdated = (error: Error): boolean => saysOutdated(fieldsOfRefusal(error));

/** The same of the fields that a form was told to be wrong. */
export const saysOutdated = (wrong: readonly string[] = []): boolean => wrong.includes(QUOTE);
