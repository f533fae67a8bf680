"use client";

import { useId } from "react";
import { FieldProblem } from "../../../_components/form/field-problem.tsx";
import { Input } from "../../../_components/ui/input.tsx";
import { Label } from "../../../_components/ui/label.tsx";
import { formatInterval, formatMoney, formatQuantity } from "../../../_lib/format.ts";
import type { Driver } from "../../../_pricing/offer.ts";

interface Props {
  driver: Driver;
  price: { currency: string; interval: string };
  /** As it is typed. */
  value: string;
  error: string | undefined;
  onChange: (digits: string) => void;
}

/** Asks how much more of a feature is bought than a plan includes, and says what that costs. */
export function StepsField({ driver, price, value, error, onChange }: Props) {
  const id = useId();
  const { name, included, stepSize, stepAmount, maxSteps } = driver;
  const cost = `${formatMoney(stepAmount, price.currency)} a ${formatInterval(price.interval)}`;
  const pack = stepSize === 1 ? "" : formatQuantity(stepSize);
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id}>{`More ${name.toLowerCase()}${pack && `, in packs of ${pack}`}`}</Label>
      <div className="flex items-center gap-3">
        <Input
          id={id}
          inputMode="numeric"
          autoComplete="off"
          placeholder="0"
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ""}`}
          onChange={({ target }) => onChange(target.value.replaceAll(/\D/g, "").slice(0, 7))}
        />
        <output htmlFor={id} className="shrink-0 text-sm font-medium tabular-nums">
          {`${formatQuantity(included + Number(value) * stepSize)} in all`}
        </output>
      </div>
      <p id={`${id}-hint`} className="text-xs text-pretty text-muted">
        {`${formatQuantity(included)} included; each ${pack ? `pack of ${pack}` : "more"} is ${cost}`}
        {maxSteps !== null && `, ${formatQuantity(maxSteps)} ${pack ? "packs" : "more"} at most`}.
      </p>
      <FieldProblem id={id} error={error} />
    </div>
  );
}
