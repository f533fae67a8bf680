/** Several choices as Stripe lists them. */
export function alternatives(values: string[]): string {
  if (values.length === 1) return values[0] ?? "";
  return `one of ${values.slice(0, -1).join(", ")}, or ${values.at(-1)}`;
}

/** A path of parameters as it stands in a form: items[0][price]. */
export function bracketed([first = "", ...rest]: PropertyKey[]): string {
  return String(first) + rest.map((part) => `[${String(part)}]`).join("");
}

/** A parameter's value as a text: objects, which forms can send anywhere, as JSON. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
