import { unitPriceInWords } from "../../../../../server/domain/catalog/packs/words.ts";
import { unitFor } from "../../../../../server/platform/units.ts";
import type { FormField } from "../../../../_components/form/field.ts";
import { readDecimal } from "../../../../_components/form/read-decimal.ts";
import { readerLocale } from "../../../../_components/form/reader-locale.ts";
import type { Api } from "../../../../_lib/api.ts";
import type { Entitlement } from "./entitlement.ts";
import {
  currenciesOf,
  intervalsIn,
  isPerInterval,
  PRICED_BY,
  type PriceSlot,
  pricedBy,
  priceIn,
  type Sold,
  slotsOf,
} from "./price-slots.ts";
import { paidWords, perStep } from "./price-words.ts";

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

/** The fields of a feature in a pack, by its type, with amounts for each currency and interval that the plan is sold at. */
export function fieldsOf(
  feature: Pick<Feature, "type" | "value_type" | "unit_label">,
  sold: Sold[],
): FormField[] {
  const unit = unitFor(2, feature.unit_label ?? "unit");
  if (feature.type === "BOOLEAN") return [{ name: "enabled", label: "Switched on", kind: "switch" }];
  if (feature.type === "STATIC") {
    const kind = { string: "text", number: "number", boolean: "switch", json: "json" } as const;
    return [{ name: "value", label: "Value", kind: kind[feature.value_type ?? "string"], isRequired: true }];
  }
  return [
    ...limitFields(unit, feature.type === "METERED"),
    ...currenciesOf(sold).flatMap((currency) => [
      ...choiceFields(sold, currency),
      ...slotsOf(sold, currency).flatMap(priceFields),
    ]),
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

const RESET_FIELD: FormField = {
  name: "reset_interval",
  label: "Resets every",
  kind: "select",
  options: [
    { value: "DAY", label: "Day" },
    { value: "WEEK", label: "Week" },
    { value: "MONTH", label: "Month" },
    { value: "YEAR", label: "Year" },
    { value: "BILLING", label: "Billing period" },
  ],
  hint: "Counted from the day on which the subscription began. A price that is paid more often resets with each payment.",
};

/** The included amount, and what happens above it. */
const limitFields = (unit: string, isMetered: boolean): FormField[] => [
  {
    name: "limit",
    label: `Included ${unit}`,
    kind: "number",
    whenEmpty: "null",
    hint: "Empty: unlimited.",
  },
  ...(isMetered ? [RESET_FIELD] : []),
  {
    name: "overage",
    label: "Past the limit",
    kind: "select",
    options: [
      { value: "BLOCK", label: "Refuse" },
      { value: "ALLOW", label: "Allow, free of charge" },
      { value: "BILL", label: "Charge for it" },
    ],
  },
  {
    name: "overage_ceiling",
    label: `Maximum ${unit} past the limit`,
    kind: "number",
    isText: true,
    whenEmpty: "null",
    isShown: mayPass,
  },
  {
    name: "overage_step",
    label: "Price per",
    kind: "number",
    hint: "1 prices each one; 1,000 prices each started thousand.",
    isShown: isBilled,
  },
];

/** Whether the prices in a currency depend on the interval, where it is sold at several. */
const choiceFields = (sold: Sold[], currency: string): FormField[] =>
  intervalsIn(sold, currency).length < 2
    ? []
    : [
        {
          name: pricedBy(currency),
          label: `Prices in ${currency}`,
          kind: "select",
          options: [
            { value: PRICED_BY[0], label: "The same at every interval" },
            { value: PRICED_BY[1], label: "One for each interval" },
          ],
          isShown: (values) => isBilled(values) || hasSteps(values),
        },
      ];

/** The prices of overage and of bought steps in one currency, for one interval or for every one. */
const priceFields = (slot: PriceSlot): FormField[] => {
  const { currency, interval, suffix } = slot;
  const at = interval === null ? currency : `${currency}, ${paidWords(interval)}`;
  return fieldsIn({
    currency,
    suffix,
    at,
    per: interval === null ? "a period" : `a ${interval.toLowerCase()}`,
  }).map((field) => ({
    ...field,
    isShown: (values) => isPerInterval(values, slot) && (field.isShown?.(values) ?? true),
  }));
};

const fieldsIn = ({
  currency,
  suffix,
  at,
  per,
}: Record<"currency" | "suffix" | "at" | "per", string>): FormField[] => [
  {
    name: `pricing_${suffix}`,
    label: `How overage is priced in ${at}`,
    kind: "select",
    options: [
      { value: "FLAT", label: "One price for all" },
      { value: "GRADUATED", label: "Graduated tiers" },
      { value: "VOLUME", label: "One tier for all" },
    ],
    isShown: isBilled,
  },
  {
    name: `unit_amount_${suffix}`,
    label: `Overage price in ${at}`,
    kind: "money",
    currency,
    placeholder: "0.02",
    hint: "It may be less than the smallest coin, such as 0.0025.",
    inWords: (minor, { overage_step: step, limit }) =>
      unitPriceInWords({ minor, currency, step: typedNumber(step) || 1, included: typedNumber(limit) }),
    isShown: (values) => isBilled(values) && values[`pricing_${suffix}`] === "FLAT",
  },
  {
    name: `tiers_${suffix}`,
    label: `Tiers in ${at}`,
    kind: "tiers",
    currency,
    per: ({ overage_step: step }) => perStep(step),
    isShown: (values) => isBilled(values) && values[`pricing_${suffix}`] !== "FLAT",
  },
  {
    name: `overage_cap_amount_${suffix}`,
    label: `Maximum overage per period in ${at}`,
    kind: "money",
    currency,
    per: "a period",
    isShown: isBilled,
  },
  {
    name: `driver_step_amount_${suffix}`,
    label: `Price of a pack in ${at}`,
    kind: "money",
    currency,
    per,
    isShown: hasSteps,
  },
];

/** The steps by which customers can buy more. */
const stepFields = (unit: string): FormField[] => [
  {
    name: "driver_step_size",
    label: `Customers can buy more ${unit}, in packs of`,
    kind: "number",
    whenEmpty: "null",
    hint: "Empty: they cannot buy more.",
  },
  {
    name: "driver_max_steps",
    label: "At most so many packs",
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

/** A whole number as it is typed, with or without marks; null: none. */
function typedNumber(typed: unknown): number | null {
  const read = readDecimal(String(typed ?? ""), readerLocale());
  return "value" in read && read.value !== "" ? Number(read.value) : null;
}

const SELDOM = [
  "priced_by_",
  "pricing_",
  "overage_ceiling",
  "overage_cap_amount_",
  "driver_max_steps",
  "rollover_max",
  "limit_binding",
  "cap_binding",
  "max_dimensions",
];

/** Whether a field is one that most plans leave as it is; such fields are folded away. */
export const isSeldom = ({ name }: FormField): boolean => SELDOM.some((start) => name.startsWith(start));

const PER_PRICE = ["pricing", "unit_amount", "tiers", "overage_cap_amount", "driver_step_amount"] as const;

/** An entitlement as form values: its prices are flattened, and each price field has its currency and interval in its name. */
export function toForm(entitlement: Entitlement | null, sold: Sold[]): Record<string, unknown> {
  const flat = currenciesOf(sold).flatMap((currency) => {
    const isSplit =
      intervalsIn(sold, currency).length > 1 &&
      entitlement?.prices.some((one) => one.currency === currency && one.interval !== null);
    const choice: [string, unknown] = [pricedBy(currency), PRICED_BY[isSplit ? 1 : 0]];
    const fields = slotsOf(sold, currency).flatMap((slot) => {
      const price = priceIn(entitlement, slot, sold);
      return PER_PRICE.map((name): [string, unknown] => [
        `${name}_${slot.suffix}`,
        price?.[name] ?? (name === "pricing" ? "FLAT" : null),
      ]);
    });
    return [choice, ...fields];
  });
  const empty = {
    enabled: true,
    overage: "BLOCK",
    overage_step: 1,
    reset_interval: "MONTH",
    limit_binding: "CUSTOMER",
    cap_binding: "CUSTOMER",
  };
  return { ...empty, ...entitlement, ...Object.fromEntries(flat) };
}

/** The form values converted to the API's input, which the server validates. */
export function toEntitlement(key: string, typed: Record<string, unknown>, sold: Sold[]): EntitlementInput {
  const currencies = currenciesOf(sold);
  const slots = currencies.flatMap((currency) => slotsOf(sold, currency));
  const ofPrices = new Set([
    ...currencies.map(pricedBy),
    ...slots.flatMap(({ suffix }) => PER_PRICE.map((name) => `${name}_${suffix}`)),
  ]);
  const own = Object.entries(typed).filter(([name]) => !ofPrices.has(name));
  const prices = slots.flatMap((slot) => {
    if (!isPerInterval(typed, slot)) return [];
    const { currency, interval, suffix } = slot;
    const parts = PER_PRICE.map((name): [string, unknown] => [name, typed[`${name}_${suffix}`]]).filter(
      ([, value]) => value !== undefined && value !== null,
    );
    return parts.some(([name]) => name !== "pricing")
      ? [{ currency, interval, ...Object.fromEntries(parts) }]
      : [];
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
