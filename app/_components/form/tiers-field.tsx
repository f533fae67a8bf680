"use client";

import { Plus, X } from "lucide-react";
import type { MoneyRules } from "../../../server/platform/schema/money.ts";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/input.tsx";
import { Label } from "../ui/label.tsx";
import { MoneyEcho, MoneyInput } from "./money-input.tsx";
import { EMPTY_TIER, type TypedTier } from "./tiers.ts";

interface Props {
  id: string;
  label: string;
  currency: string;
  per?: string | undefined;
  rules?: MoneyRules | undefined;
  value: TypedTier[];
  onChange: (tiers: TypedTier[]) => void;
  error?: string | undefined;
}

/** Tiers of a price, one a row: up to how many units it reaches, what a step costs in it, and what entering it costs once. */
export function TiersField({ id, label, currency, per, rules, value, onChange, error }: Props) {
  const change = (index: number, part: Partial<TypedTier>) =>
    onChange(value.map((tier, at) => (at === index ? { ...tier, ...part } : tier)));
  return (
    <fieldset className="space-y-2" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="text-[0.8125rem] font-medium">{label}</legend>
      <ol className="space-y-3">
        {value.map((tier, index) => {
          const row = `${id}-${index}`;
          const isLast = index === value.length - 1;
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place
              key={index}
              className="grid grid-cols-[1fr_1fr_1fr_auto] items-start gap-2 max-sm:grid-cols-2"
            >
              <div className="space-y-1">
                <Label htmlFor={`${row}-up-to`}>Tier {index + 1} up to</Label>
                <Input
                  id={`${row}-up-to`}
                  inputMode="decimal"
                  autoComplete="off"
                  disabled={isLast}
                  placeholder={isLast ? "without end" : "1000"}
                  value={isLast ? "" : tier.up_to}
                  onChange={({ target }) => change(index, { up_to: target.value })}
                />
              </div>
              <div className="space-y-1">
                <Label htmlFor={`${row}-unit`}>
                  <span className="sr-only">Tier {index + 1} </span>Price
                </Label>
                <MoneyInput
                  id={`${row}-unit`}
                  currency={currency}
                  autoComplete="off"
                  aria-describedby={`${row}-unit-read`}
                  value={tier.unit_amount}
                  onChange={({ target }) => change(index, { unit_amount: target.value })}
                />
                <MoneyEcho
                  id={`${row}-unit-read`}
                  typed={tier.unit_amount}
                  currency={currency}
                  per={per}
                  rules={rules}
                />
              </div>
              <div className="space-y-1">
                <Label htmlFor={`${row}-flat`}>
                  <span className="sr-only">Tier {index + 1} </span>Once (optional)
                </Label>
                <MoneyInput
                  id={`${row}-flat`}
                  currency={currency}
                  autoComplete="off"
                  aria-describedby={`${row}-flat-read`}
                  value={tier.flat_amount}
                  onChange={({ target }) => change(index, { flat_amount: target.value })}
                />
                <MoneyEcho
                  id={`${row}-flat-read`}
                  typed={tier.flat_amount}
                  currency={currency}
                  per="once"
                  rules={rules}
                />
              </div>
              <Button
                variant="ghost"
                size="icon"
                aria-label={`Remove tier ${index + 1}`}
                className="sm:mt-5"
                disabled={value.length === 1}
                onClick={() => onChange(value.filter((_, at) => at !== index))}
              >
                <X aria-hidden />
              </Button>
            </li>
          );
        })}
      </ol>
      {error && (
        <p id={`${id}-error`} className="text-xs text-negative">
          {error}
        </p>
      )}
      <Button variant="secondary" size="small" onClick={() => onChange([...value, EMPTY_TIER])}>
        <Plus aria-hidden />
        Add a tier
      </Button>
    </fieldset>
  );
}
