/** A field of a form, as data. name is the API's own; a dot goes into an object. */
export interface FormField {
  name: string;
  label: string;
  /** choice: one of several numbers; money: filled in as people write it, sent as minor units. */
  kind?:
    | "text"
    | "email"
    | "password"
    | "number"
    | "money"
    | "textarea"
    | "select"
    | "choice"
    | "switch"
    | "moment"
    | "json"
    | "list"
    | "color";
  hint?: string;
  placeholder?: string;
  options?: { value: string; label: string }[];
  /** For money: whose minor unit the API wants. */
  currency?: string;
  isRequired?: boolean;
  /** What an emptied field is sent as: left out, or null where the API clears by null. */
  whenEmpty?: "omit" | "null";
  autoComplete?: string;
  /** Only while this holds of what is filled in. */
  isShown?: (values: Record<string, unknown>) => boolean;
}

const fractionDigits = (currency: string) =>
  new Intl.NumberFormat("en-US", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ??
  2;

/** What a person typed as what the API takes. Text that is no number, moment or JSON stays text, for the schema to refuse. */
export function toApi(field: FormField, typed: unknown): unknown {
  if (field.kind === "switch") return typed === true;
  const text = typeof typed === "string" ? (field.kind === "password" ? typed : typed.trim()) : typed;
  if (text === "" || text === undefined || text === null)
    return field.whenEmpty === "null" ? null : undefined;
  if (typeof text !== "string") return text;
  switch (field.kind) {
    case "number":
    case "choice":
      return Number.isNaN(Number(text)) ? text : Number(text);
    case "money":
      return Number.isNaN(Number(text))
        ? text
        : Math.round(Number(text) * 10 ** fractionDigits(field.currency ?? "USD"));
    case "moment":
      return Number.isNaN(Date.parse(`${text}Z`)) ? text : new Date(`${text}Z`).toISOString();
    case "json":
      return parsed(text);
    case "list":
      return text.split(/[\s,]+/).filter((part) => part !== "");
    default:
      return text;
  }
}

/** What the API has as what a person sees in the field. */
export function toTyped(field: FormField, value: unknown): unknown {
  if (field.kind === "switch") return value === true;
  if (value === null || value === undefined) return "";
  switch (field.kind) {
    case "money":
      return String(Number(value) / 10 ** fractionDigits(field.currency ?? "USD"));
    case "moment":
      return String(value).slice(0, 16);
    case "json":
      return JSON.stringify(value, null, 2);
    case "list":
      return Array.isArray(value) ? value.join("\n") : "";
    default:
      return String(value);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
