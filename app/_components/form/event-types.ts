/** Types of events by noun, as an endpoint for webhooks takes them: `noun.verb`, `noun.*` for all of a noun, `*` for all. */
export type Chosen = readonly string[];

export const nounOf = (type: string): string => type.split(".")[0] ?? type;

/** Whether an endpoint that takes these receives a type. */
export const takes = (chosen: Chosen, type: string): boolean =>
  chosen.some((one) => one === "*" || one === type || one === `${nounOf(type)}.*`);

/** How many of a noun's types are taken: all, none or some. */
export function shareOf(chosen: Chosen, types: readonly string[]): boolean | "some" {
  const count = types.filter((type) => takes(chosen, type)).length;
  return count === types.length ? true : count > 0 ? "some" : false;
}

/** With all types of a noun, also those that are added later; or with none of them. */
export function withNoun(chosen: Chosen, noun: string, isTaken: boolean): string[] {
  const others = chosen.filter((one) => nounOf(one) !== noun);
  return isTaken ? [...others, `${noun}.*`] : others;
}

/** With or without one of a noun's types. The last that was missing makes them all. */
export function withType(chosen: Chosen, types: readonly string[], type: string, isTaken: boolean): string[] {
  const noun = nounOf(type);
  const taken = types.filter((one) => (one === type ? isTaken : takes(chosen, one)));
  return taken.length === types.length
    ? withNoun(chosen, noun, true)
    : [...withNoun(chosen, noun, false), ...taken];
}
