import type { FormField } from "../../../../_components/form/field.ts";
import type { Api } from "../../../../_lib/api.ts";
import type { Entitlement } from "./entitlement.ts";
import { perStep, priceWords } from "./price-words.ts";

export type EntitlementInput = Parameters<
  Api["packs"]["setEntitlements"]["mutate"]
>[0]["entitlements"][number];
export type Feature = Awaited<ReturnType<Api["features"]["list"]["query"]>>["data"][number];

const BINDINGS = [
  { value: "CUSTOMER", label: "The customer, all dimensions together" },
  { value: "DIMENSION", label: "Each dimension by itself" },
];

const isBilled = ({ overage }: Record<string, unknown>) => overage === "BILL";
const mayPass = ({ overage }: Record<string, unknown>) => overage === "BILL" || overage === "ALLOW";
const hasSteps = ({ driver_step_size: size }: Record<string, unknown>) => size !== "" && size !== undefined;

/** The fields of a feature in a pack, by its type, with amounts for each currency that the plan is sold in. */
export function fieldsOf(
  feature: Pick<Feature, "type" | "value_type" | "unit_label">,
  currencies: string[],
): FormField[] {
  const unit = `${feature.unit_label ?? "unit"}s`;
  if (feature.type === "BOOLEAN") return [{ name: "enabled", label: "Switched on", kind: "switch" }];
  if (feature.type === "STATIC") {
    const kind = { string: "text", number: "number", boolean: "switch", json: "json" } as const;
    return [{ name: "value", label: "Value", kind: kind[feature.value_type ?? "string"], isRequired: true }];
  }
  return [
    ...limitFields(unit),
    ...currencies.flatMap(priceFields),
    ...stepFields(unit),
    ...(feature.type === "METERED"
      ? [
          {
            name: "rollover_max",
            label: `Maximum unused ${unit} that roll over`,
            kind: "number",
            whenEmpty: "null",
          } as const,
        ]
      : []),
    ...BINDING_FIELDS,
  ];
}

/** The included amount, and what happens above it. */
const limitFields = (unit: string): FormField[] => [
  {
    name: "limit",
    label: `Included ${unit}`,
    kind: "number",
    whenEmpty: "null",
    hint: "Empty: unlimited.",
  },
  {
    name: "overage",
    label: "Past the limit",
    kind: "select",
    options: [
      { value: "BLOCK", label: "Refuse" },
      { value: "ALLOW", label: "Allow, without charge" },
      { value: "BILL", label: "Bill" },
    ],
  },
  { name: "overage_ceiling", label: `Maximum ${unit} past the limit`, whenEmpty: "null", isShown: mayPass },
  { name: "overage_step", label: `${unit} per billed step`, kind: "number", isShown: isBilled },
];

/** The prices of overage and of bought steps in one currency. */
const priceFields = (currency: string): FormField[] => [
  {
    name: `pricing_${currency}`,
    label: `How overage is priced in ${currency}`,
    kind: "select",
    options: [
      { value: "FLAT", label: "The same price for each step" },
      { value: "GRADUATED", label: "Graduated tiers" },
      { value: "VOLUME", label: "One tier for all" },
    ],
    isShown: isBilled,
  },
  {
    name: `unit_amount_${currency}`,
    label: `Overage price in ${currency}`,
    kind: "money",
    currency,
    per: ({ overage_step: step }) => perStep(step),
    placeholder: "0.02",
    hint: "The price of one billed step. It may be less than the smallest coin, such as 0.0025.",
    isShown: (values) => isBilled(values) && values[`pricing_${currency}`] === "FLAT",
  },
  {
    name: `tiers_${currency}`,
    label: `Tiers in ${currency}`,
    kind: "tiers",
    currency,
    per: ({ overage_step: step }) => perStep(step),
    isShown: (values) => isBilled(values) && values[`pricing_${currency}`] !== "FLAT",
  },
  {
    name: `overage_cap_amount_${currency}`,
    label: `Maximum overage per period in ${currency}`,
    kind: "money",
    currency,
    per: "a period",
    isShown: isBilled,
  },
  {
    name: `driver_step_amount_${currency}`,
    label: `Price of a bought step in ${currency}`,
    kind: "money",
    currency,
    per: "a period",
    isShown: hasSteps,
  },
];

/** The steps by which customers can buy more. */
const stepFields = (unit: string): FormField[] => [
  {
    name: "driver_step_size",
    label: `${unit} that one bought step adds`,
    kind: "number",
    whenEmpty: "null",
    hint: "Leave empty if customers cannot buy more.",
  },
  {
    name: "driver_max_steps",
    label: "Maximum steps",
    kind: "number",
    whenEmpty: "null",
    isShown: hasSteps,
  },
];

/** Whether a limit applies to the customer or to each dimension. */
const BINDING_FIELDS: FormField[] = [
  { name: "limit_binding", label: "The limit applies to", kind: "select", options: BINDINGS },
  {
    name: "cap_binding",
    label: "Ceiling and cap apply to",
    kind: "select",
    options: BINDINGS,
    isShown: mayPass,
  },
  { name: "max_dimensions", label: "Maximum dimensions per period", kind: "number", whenEmpty: "null" },
];

const PER_CURRENCY = ["pricing", "unit_amount", "tiers", "overage_cap_amount", "driver_step_amount"] as const;

/** An entitlement as form values: its prices are flattened, and each price field has its currency in its name. */
export function toForm(entitlement: Entitlement | null, currencies: string[]): Record<string, unknown> {
  const flat = currencies.flatMap((currency) => {
    const price = entitlement?.prices.find((one) => one.currency === currency);
    return PER_CURRENCY.map((name): [string, unknown] => [
      `${name}_${currency}`,
      price?.[name] ?? (name === "pricing" ? "FLAT" : null),
    ]);
  });
  const empty = {
    enabled: true,
    overage: "BLOCK",
    overage_step: 1,
    limit_binding: "CUSTOMER",
    cap_binding: "CUSTOMER",
  };
  return { ...empty, ...entitlement, ...Object.fromEntries(flat) };
}

/** The form values converted to the API's input, which the server validates. */
export function toEntitlement(
  key: string,
  typed: Record<string, unknown>,
  currencies: string[],
): EntitlementInput {
  const own = Object.entries(typed).filter(
    ([name]) => !currencies.some((currency) => name.endsWith(`_${currency}`)),
  );
  const prices = currencies.flatMap((currency) => {
    const parts = PER_CURRENCY.map((name): [string, unknown] => [name, typed[`${name}_${currency}`]]).filter(
      ([, value]) => value !== undefined && value !== null,
    );
    return parts.some(([name]) => name !== "pricing") ? [{ currency, ...Object.fromEntries(parts) }] : [];
  });
  // The server's schema refuses an invalid value.
  return { feature_key: key, ...Object.fromEntries(own), prices } as EntitlementInput;
}

/** An entitlement of the API without its read-only fields. */
export function asInput({
  feature_id: _id,
  feature_name: _name,
  feature_type: _type,
  ...input
}: Entitlement): EntitlementInput {
  return input;
}

/** A summary of an entitlement as text. */
export function wordsOf(entitlement: Entitlement): string {
  const {
    feature_type: type,
    limit,
    overage,
    value,
    enabled,
    driver_step_size: step,
    rollover_max: rollover,
  } = entitlement;
  if (type === "BOOLEAN") return enabled ? "On" : "Off";
  if (type === "STATIC") return JSON.stringify(value);
  const past = { BLOCK: "then refused", ALLOW: "then allowed", BILL: "then billed" };
  return [
    limit === null ? "Unlimited" : `${limit.toLocaleString("en-US")}, ${past[overage]}`,
    ...entitlement.prices.map((price) => priceWords(price, entitlement.overage_step)),
    step === null ? null : `steps of ${step}`,
    rollover === null ? null : `rolls over up to ${rollover.toLocaleString("en-US")}`,
    entitlement.limit_binding === "DIMENSION" ? "per dimension" : null,
  ]
    .filter((part) => part !== null && part !== "")
    .join(" · ");
}
