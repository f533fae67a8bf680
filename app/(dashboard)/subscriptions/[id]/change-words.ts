import { errorBody, errorName } from "../../../_lib/api.ts";
import { formatInterval, formatMoney, formatQuantity } from "../../../_lib/format.ts";
import { fieldsOfRefusal, reasonOf } from "../../../_lib/reason.ts";
import type { TypedDriver, When } from "./change-choice.ts";
import { type PriceOption, unitsOf } from "./change-options.ts";

/** What has changed: how many there are of the one feature, where the plan stays; null: the plan. */
export function doneWords(drivers: TypedDriver[] | null, when: When): string {
  const [only, ...others] = drivers ?? [];
  if (only && others.length === 0) {
    const units = formatQuantity(unitsOf(only, Number(only.typed)));
    return when === "now"
      ? `${only.feature_name} changed to ${units}.`
      : `${only.feature_name} from the next period: ${units}.`;
  }
  const what = drivers ? "The subscription" : "The plan";
  return when === "now" ? `${what} was changed.` : `${what} changes with the next period.`;
}

/** The way back: "Keep 25 seats" where those alone are to change, null: the plan. */
export function keepWords(drivers: TypedDriver[] | null): string {
  if (!drivers) return "Keep the plan";
  const [only, ...others] = drivers;
  if (!only || others.length > 0) return "Keep the quantities";
  const units = unitsOf(only, only.steps);
  return `Keep ${units === 1 ? "the" : formatQuantity(units)} ${only.feature_name.toLowerCase()}`;
}

export function priceInWords({ plan, plan_price: price, is_present: isPresent }: PriceOption): string {
  const words = `${plan.name} · ${formatMoney(price.amount, price.currency)} a ${formatInterval(price.interval)}`;
  return isPresent ? `${words} (now)` : words;
}

/** The feature of which so many steps are refused; null where the refusal is of something else. */
export function driverRefused(error: Error): string | null {
  const { feature_key: key } = errorBody(error)?.details ?? {};
  return typeof key === "string" && fieldsOfRefusal(error).includes("drivers") ? key : null;
}

/** What a member can do: only the cardholder can confirm the payment with the bank. */
export const refusalOf = (error: Error): string =>
  errorName(error) === "card_authentication_required"
    ? "The customer's bank asks them to confirm this payment, so nothing has changed yet. They have a mail with the page on which they confirm it, within 23 hours. Otherwise nothing changes; with another card it can be tried again. (K7002)"
    : reasonOf(error);
