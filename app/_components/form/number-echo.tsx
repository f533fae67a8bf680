"use client";

import { readDecimal, writeDecimal } from "./read-decimal.ts";
import { readerLocale } from "./reader-locale.ts";

/** Shows how a number with marks, such as "1.234", was read, as long as it is not written that way already. */
export function NumberEcho({ id, typed }: { id: string; typed: unknown }) {
  const shown = typeof typed === "string" ? echoOf(typed) : null;
  return (
    <output id={id} className="block text-xs font-medium tabular-nums empty:hidden">
      {shown && `= ${shown}`}
    </output>
  );
}

function echoOf(typed: string): string | null {
  if (!/\d\D+\d/.test(typed)) return null;
  const locale = readerLocale();
  const read = readDecimal(typed, locale);
  const written = "problem" in read ? typed : writeDecimal(read.value, locale);
  return written === typed ? null : written;
}
