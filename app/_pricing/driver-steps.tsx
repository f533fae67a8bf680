"use client";

import { Minus, Plus } from "lucide-react";
import { useEffect, useId, useState } from "react";
import { minorDigits } from "../../server/platform/currency.ts";
import { Button } from "../_components/ui/button.tsx";
import { Input } from "../_components/ui/input.tsx";
import { formatMoney } from "./money.ts";
import type { Driver } from "./offer.ts";
import { stepsField } from "./order.ts";

interface DriverStepsProps {
  driver: Driver;
  /** How many steps are chosen at first. */
  initial?: number;
  /** The plan's own price, when this driver is the only addition; null: no total is shown. */
  baseAmount: number | null;
  locale: string;
  currency: string;
  words: { addMore: string; fewer: string; greater: string; step: string; total: string };
}

const MAX_STEPS = 1_000_000;

/** The number of steps of a driver: a number field, with JavaScript a stepper that shows the total. */
export function DriverSteps({ driver, initial = 0, baseAmount, locale, currency, words }: DriverStepsProps) {
  const { key, stepAmount, maxSteps } = driver;
  const most = maxSteps ?? MAX_STEPS;
  const [steps, setSteps] = useState(initial);
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  const id = useId();
  const go = (to: number) => setSteps(Math.min(most, Math.max(0, Math.trunc(to) || 0)));
  const total = (baseAmount ?? 0) + steps * stepAmount;
  const button = hasScript ? "" : "invisible";
  return (
    // Without React, /pricing.js uses these attributes; see app/_static/pages.tsx.
    <div
      data-driver
      data-base={baseAmount ?? 0}
      data-step={stepAmount}
      data-currency={currency}
      data-digits={minorDigits(currency)}
      data-words={words.total}
      className="mb-4 rounded-lg bg-subtle p-3"
    >
      <label htmlFor={id} className="text-[0.8125rem] font-medium">
        {words.addMore}
      </label>
      <p className="text-xs text-muted">{words.step}</p>
      <div className="mt-2 flex items-center gap-1.5">
        <Button
          variant="secondary"
          size="icon"
          aria-label={words.fewer}
          data-by="-1"
          className={button}
          disabled={steps === 0}
          onClick={() => go(steps - 1)}
        >
          <Minus aria-hidden />
        </Button>
        <Input
          id={id}
          name={stepsField(key)}
          type="number"
          min={0}
          max={most}
          step={1}
          inputMode="numeric"
          value={steps}
          onChange={({ target }) => go(target.valueAsNumber)}
          className="h-8 w-16 [appearance:textfield] text-center tabular-nums sm:w-16 [&::-webkit-inner-spin-button]:appearance-none"
        />
        <Button
          variant="secondary"
          size="icon"
          aria-label={words.greater}
          data-by="1"
          className={button}
          disabled={steps >= most}
          onClick={() => go(steps + 1)}
        >
          <Plus aria-hidden />
        </Button>
      </div>
      {baseAmount !== null && (
        <p aria-live="polite" data-total className="mt-2 text-xs font-medium">
          {words.total.replace("{price}", formatMoney(locale, total, currency))}
        </p>
      )}
    </div>
  );
}
