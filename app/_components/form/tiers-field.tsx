"use client";

import { Plus, X } from "lucide-react";
import type { Ref } from "react";
import type { MoneyRules } from "../../../server/platform/schema/money.ts";
import { Button } from "../ui/button.tsx";
import { Input } from "../ui/input.tsx";
import { Label } from "../ui/label.tsx";
import { FieldProblem } from "./field-problem.tsx";
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
  /** Called when one of the inputs is left. */
  onLeave: () => void;
  error?: string | undefined;
  /** The inputs with errors, such as "1.unit_amount". */
  wrong: string[];
  ref?: Ref<HTMLFieldSetElement>;
}

/** Tiers of a price, one per row: its highest unit, the price of a step, and the flat amount. */
export function TiersField(props: Props) {
  const { id, label, currency, per, rules, value, onChange, onLeave, error, wrong, ref } = props;
  const change = (index: number, part: Partial<TypedTier>) =>
    onChange(value.map((tier, at) => (at === index ? { ...tier, ...part } : tier)));
  return (
    <fieldset
      ref={ref}
      tabIndex={-1}
      className="space-y-2"
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="text-[0.8125rem] font-medium">{label}</legend>
      <ol className="space-y-3">
        {value.map((tier, index) => (
          <TierRow
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity but its place
            key={index}
            row={`${id}-${index}`}
            isLast={index === value.length - 1}
            isOnly={value.length === 1}
            onChange={(part) => change(index, part)}
            onRemove={() => onChange(value.filter((_, at) => at !== index))}
            // An error of no single input marks the first.
            wrong={error && wrong.length === 0 && index === 0 ? ["0.up_to", "0.unit_amount"] : wrong}
            {...{ tier, index, currency, per, rules, onLeave }}
          />
        ))}
      </ol>
      <FieldProblem id={id} error={error} />
      <Button variant="secondary" size="small" onClick={() => onChange([...value, EMPTY_TIER])}>
        <Plus aria-hidden />
        Add a tier
      </Button>
    </fieldset>
  );
}

interface RowProps extends Pick<Props, "currency" | "per" | "rules" | "onLeave" | "wrong"> {
  /** Prefix of the ids of the row's fields. */
  row: string;
  tier: TypedTier;
  index: number;
  isLast: boolean;
  isOnly: boolean;
  onChange: (part: Partial<TypedTier>) => void;
  onRemove: () => void;
}

function TierRow(props: RowProps) {
  const { row, tier, index, isLast, isOnly, onChange, onRemove, onLeave, currency, per, rules } = props;
  const isWrong = (part: keyof TypedTier) => props.wrong.includes(`${index}.${part}`);
  return (
    <li className="grid grid-cols-[1fr_1fr_1fr_auto] items-start gap-2 max-sm:grid-cols-2">
      <div className="space-y-1">
        <Label htmlFor={`${row}-up-to`}>Tier {index + 1} up to</Label>
        <Input
          id={`${row}-up-to`}
          inputMode="decimal"
          autoComplete="off"
          disabled={isLast}
          placeholder={isLast ? "without end" : "1000"}
          value={isLast ? "" : tier.up_to}
          aria-invalid={isWrong("up_to") || undefined}
          onChange={({ target }) => onChange({ up_to: target.value })}
          onBlur={onLeave}
        />
      </div>
      <TierAmount
        id={`${row}-unit`}
        tier={index + 1}
        label="Price"
        typed={tier.unit_amount}
        onType={(typed) => onChange({ unit_amount: typed })}
        isWrong={isWrong("unit_amount")}
        {...{ currency, per, rules, onLeave }}
      />
      <TierAmount
        id={`${row}-flat`}
        tier={index + 1}
        label="Once (optional)"
        typed={tier.flat_amount}
        onType={(typed) => onChange({ flat_amount: typed })}
        isWrong={isWrong("flat_amount")}
        {...{ currency, per: "once", rules, onLeave }}
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label={`Remove tier ${index + 1}`}
        className="sm:mt-5"
        disabled={isOnly}
        onClick={onRemove}
      >
        <X aria-hidden />
      </Button>
    </li>
  );
}

interface AmountProps extends Pick<Props, "currency" | "per" | "rules" | "onLeave"> {
  id: string;
  /** The number of its tier. */
  tier: number;
  label: string;
  typed: TypedTier["unit_amount"];
  onType: (typed: string) => void;
  isWrong: boolean;
}

function TierAmount(props: AmountProps) {
  const { id, tier, label, typed, onType, onLeave, isWrong, currency, per, rules } = props;
  return (
    <div className="space-y-1">
      <Label htmlFor={id}>
        <span className="sr-only">Tier {tier} </span>
        {label}
      </Label>
      <MoneyInput
        id={id}
        currency={currency}
        autoComplete="off"
        aria-describedby={`${id}-read`}
        value={typed}
        aria-invalid={isWrong || undefined}
        onChange={({ target }) => onType(target.value)}
        onBlur={onLeave}
      />
      <MoneyEcho id={`${id}-read`} typed={typed} currency={currency} per={per} rules={rules} />
    </div>
  );
}
