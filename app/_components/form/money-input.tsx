"use client";

import type { ComponentProps } from "react";
import { moneyText } from "../../../server/platform/currency.ts";
import type { MoneyRules } from "../../../server/platform/schema/money.ts";
import { Input } from "../ui/input.tsx";
import { moneyRefusal } from "./money-fields.ts";
import { isCurrency, readMoney } from "./read-money.ts";
import { readerLocale } from "./reader-locale.ts";

/** A field for an amount in major units, with its currency beside it. */
export function MoneyInput({ currency, ...rest }: ComponentProps<"input"> & { currency: string }) {
  return (
    <div className="relative">
      <Input {...rest} type="text" inputMode="decimal" data-money={currency} className="pr-14 tabular-nums" />
      <span
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 flex items-center text-xs text-muted"
      >
        {currency}
      </span>
    </div>
  );
}

interface EchoProps {
  id: string;
  typed: unknown;
  currency: string;
  per?: string | undefined;
  /** The rules of the schema. */
  rules?: MoneyRules | undefined;
  /** What the amount (minor units) means, where that is more than the amount and its unit. */
  inWords?: ((minor: string) => string) | undefined;
}

/**
 * Shows how the input, such as "49" or "1.234", was read: the amount that will be stored. Shows nothing while the input cannot be
 * read or the schema refuses the amount.
 */
export function MoneyEcho({ id, typed, currency, per, rules, inWords }: EchoProps) {
  const minor = typeof typed === "string" ? minorOf(typed, currency, rules) : null;
  const shown =
    minor === null ? null : (inWords?.(minor) ?? `${moneyText("en-US", minor, currency)} ${per ?? ""}`);
  return (
    <output id={id} className="block text-xs font-medium text-pretty tabular-nums">
      {shown && `= ${shown}`.trim()}
    </output>
  );
}

function minorOf(typed: string, currency: string, rules: MoneyRules | undefined): string | null {
  if (typed.trim() === "" || !isCurrency(currency)) return null;
  const read = readMoney(typed, { currency, locale: readerLocale(), finest: rules?.finest ?? 0 });
  if ("problem" in read || (rules && moneyRefusal(rules, read.minor, currency))) return null;
  return String(read.minor);
}
