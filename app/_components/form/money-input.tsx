"use client";

import type { ComponentProps } from "react";
import { moneyText } from "../../../server/platform/currency.ts";
import { Input } from "../ui/input.tsx";
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
  finest?: number | undefined;
}

/** The amount that will be stored, in full: what "49" or "1.234" was read as. Nothing while it cannot be read. */
export function MoneyEcho({ id, typed, currency, per, finest }: EchoProps) {
  const read =
    typeof typed === "string" && typed.trim() !== "" && isCurrency(currency)
      ? readMoney(typed, { currency, locale: readerLocale(), finest: finest ?? 0 })
      : null;
  const shown =
    read && "minor" in read ? `${moneyText("en-US", read.minor, currency)} ${per ?? ""}`.trim() : "";
  return (
    <output id={id} className="block text-xs font-medium tabular-nums">
      {shown && `= ${shown}`}
    </output>
  );
}
