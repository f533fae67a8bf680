import { INTERVALS } from "../../../../server/platform/schema/interval.ts";
import { languageName } from "../../../_components/form/translations.ts";
import type { Api } from "../../../_lib/api.ts";
import { formatInterval, formatMoney, formatQuantity } from "../../../_lib/format.ts";
import { type Granted, type GrantedFeature, grantLine, type Sold } from "../_words/grant-line.ts";
import { priceWords } from "../_words/price-words.ts";

export type Preview = Awaited<ReturnType<Api["copies"]["preview"]["query"]>>;
export type Item = Preview["items"][number];
type Change = Item["changes"][number];

/** What a pack's lines speak of. */
export interface Named {
  /** By key. */
  features: ReadonlyMap<string, GrantedFeature>;
  /** The prices of the plan with this key. */
  soldAt: (planKey: string) => Sold;
}

const intervalOf = (word: string) => INTERVALS.find((interval) => interval === word);

/** At what the plans of a copy are sold, by the keys of their prices: product/plan/currency/interval/label. */
export function soldIn(items: Pick<Item, "kind" | "key">[]): Named["soldAt"] {
  const prices = items.filter(({ kind }) => kind === "PRICE").map(({ key }) => key.split("/"));
  return (planKey) =>
    prices.flatMap(([product, plan, currency = "", word = ""]) => {
      const interval = intervalOf(word);
      return interval && `${product}/${plan}` === planKey ? [{ currency, interval }] : [];
    });
}

const TITLES = {
  // Under a heading that says what they are.
  FEATURE: ({ name }: Item) => name,
  PRODUCT: ({ name }: Item) => `Product ${name}`,
  PLAN: ({ name }: Item) => `Plan ${name}`,
  PRICE: (item: Item) => priceTitle(item),
  PACK: ({ name }: Item) => `What ${name} includes`,
};

/** What an item is, for its heading. */
export const titleOf = (item: Item): string => TITLES[item.kind](item);

/** "Price of $49.00 a month", without the amount where it does not differ. The key is product/plan/currency/interval/label. */
function priceTitle({ key, name, changes }: Item): string {
  const [, , currency = "", interval = "MONTH"] = key.split("/");
  const amount = changes.find(({ field }) => field === "amount")?.after;
  const words = typeof amount === "number" ? `of ${formatMoney(amount, currency)}` : `in ${currency}`;
  return `Price ${words} a ${formatInterval(interval)} (${name})`;
}

const FIELDS: Record<string, string> = {
  name: "Name",
  description: "Description",
  position: "Place in the list",
  is_public: "On the price list",
  free_plan: "Plan of customers without a subscription",
  is_highlighted: "Recommended",
  included_plan: "Has all of the plan",
  contact_url: "Contact address",
  translations: "Translations",
  unit_label: "Unit",
  amount: "Price",
  price_label_name: "Label",
  trial_days: "Days of trial",
  trial_needs_card: "Card needed for the trial",
  enabled: "Switched on",
  limit: "Included",
  value: "Value",
  reset_interval: "Starts anew each",
  overage: "Past the limit",
  limit_binding: "Limit is shared by",
  cap_binding: "Cap is shared by",
  max_dimensions: "Most dimensions",
  overage_ceiling: "Most units past the limit",
  overage_step: "Units in one step of overage",
  rollover_max: "Most units that roll over",
  driver_step_size: "Units in a pack that customers can buy",
  driver_max_steps: "Most packs that can be bought",
  prices: "Price past the limit",
};

const CHOICES: Record<string, string> = {
  BLOCK: "refused",
  ALLOW: "allowed, not billed",
  BILL: "allowed and billed",
  CUSTOMER: "the whole customer",
  DIMENSION: "each dimension alone",
  BILLING: "billing period",
};

/** Fields that say nothing to a person who reads what is new. */
const SILENT = new Set([
  // The heading of a new price says it.
  "amount",
  "key",
  "slug",
  "position",
  "name",
  "type",
  "value_type",
  "unit_label",
  "currency",
  "interval",
  "price_label_slug",
  "price_label_name",
]);

/** No translations. */
const isEmpty = (value: unknown) => JSON.stringify(value) === "{}";

export interface Line {
  sign: "+" | "−" | "±";
  text: string;
}

/** The lines of an item, each one difference in words. */
export function linesOf(item: Item, named: Named): Line[] {
  const isNew = item.kind !== "PACK" && !item.changes.some(({ before }) => before !== null);
  if (isNew)
    return item.changes
      .filter(({ field, after }) => !SILENT.has(field) && after !== 0 && after !== false && !isEmpty(after))
      .map((change) => ({
        sign: "+",
        text: `${labelOf(change)}: ${shownValue(change, change.after, item)}`,
      }));
  return item.changes.map((change) => lineOf(change, item, named));
}

function lineOf(change: Change, item: Item, { features, soldAt }: Named): Line {
  const { feature_key: key, field, before, after } = change;
  const feature =
    key === null ? null : (features.get(key) ?? { name: key, type: "METERED", unit_label: null });
  // The API says that a pack's change of this field holds whole entitlements.
  if (feature && field === "entitlement")
    return after === null
      ? { sign: "−", text: grantLine(feature, before as Granted, soldAt(item.key)) }
      : { sign: "+", text: grantLine(feature, after as Granted, soldAt(item.key)) };
  const prefix = feature ? `${feature.name}: ` : "";
  return {
    sign: "±",
    text: `${prefix}${labelOf(change)}: ${shownValue(change, before, item)} → ${shownValue(change, after, item)}`,
  };
}

type Translations = Awaited<ReturnType<Api["products"]["get"]["query"]>>["translations"];

/** "German: Gruppe, Für Teams · French: Équipe". */
function translationsWords(translations: Translations): string {
  const words = Object.entries(translations).map(
    ([tag, texts]) => `${languageName(tag)}: ${Object.values(texts).join(", ")}`,
  );
  return words.length > 0 ? words.join(" · ") : "none";
}

const labelOf = ({ field }: Change) => FIELDS[field] ?? field;

function shownValue({ field }: Change, value: unknown, { key }: Item): string {
  if (value === null || value === undefined) return field === "limit" ? "unlimited" : "none";
  if (field === "amount") return formatMoney(Number(value), key.split("/")[2] ?? "USD");
  if (field === "prices") {
    // As the API has them: the prices of one entitlement.
    const words = (value as Granted["prices"]).map((price) => priceWords(price, null)).join(" · ");
    return words === "" ? "none" : words;
  }
  if (field === "reset_interval" && value !== "BILLING") return formatInterval(String(value));
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return formatQuantity(value);
  if (typeof value === "string") return CHOICES[value] ?? value;
  if (field === "translations") return translationsWords(value as Translations);
  return JSON.stringify(value);
}
