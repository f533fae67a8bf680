"use client";

import { useId, useState } from "react";
import { readNumber } from "../../../../../server/platform/schema/plain-number.ts";
import { isCounted } from "../../../../../server/platform/units.ts";
import { Card, CardHeader, CardTitle } from "../../../../_components/ui/card.tsx";
import { Input } from "../../../../_components/ui/input.tsx";
import { Label } from "../../../../_components/ui/label.tsx";
import { Select } from "../../../../_components/ui/select.tsx";
import { formatInterval, formatMoney, formatQuantity } from "../../../../_lib/format.ts";
import type { Entry } from "./entries.ts";
import type { Price } from "./prices-section.tsx";
import type { PlanPreview } from "./use-preview.ts";

type Cost = NonNullable<PlanPreview["cost"]>;

interface Props {
  entries: Entry[];
  prices: Price[];
  price: Price | undefined;
  /** What the server says that the use costs. */
  cost: Cost | null;
  onPrice: (id: string) => void;
  /** units: null while nothing, or no number, is typed. */
  onUse: (featureKey: string, units: number | null) => void;
}

/** What a customer pays for so much use, as the server would bill it. */
export function Calculator({ entries, prices, price, cost, onPrice, onUse }: Props) {
  const id = useId();
  const counted = entries.filter(({ feature: { type } }) => isCounted(type));
  if (!price) return null;
  return (
    <Card aria-label="Calculator">
      <CardHeader>
        <CardTitle>What a customer pays</CardTitle>
      </CardHeader>
      <div className="space-y-4 p-4">
        {prices.length > 1 && (
          <div className="space-y-1.5">
            <Label htmlFor={`${id}-price`}>At the price</Label>
            <Select id={`${id}-price`} value={price.id} onChange={({ target }) => onPrice(target.value)}>
              {prices.map((one) => (
                <option key={one.id} value={one.id}>
                  {`${formatMoney(one.amount, one.currency)} a ${formatInterval(one.interval)}`}
                </option>
              ))}
            </Select>
          </div>
        )}
        {counted.map(({ feature }) => (
          <Units
            key={feature.id}
            label={feature.type === "METERED" ? `${feature.name} in a period` : `${feature.name} held`}
            onType={(units) => onUse(feature.key, units)}
          />
        ))}
        <div role="status" className="space-y-2 text-[0.8125rem]">
          {cost && (
            <>
              <p className="text-base font-semibold text-pretty">{cost.summary}</p>
              <ul className="space-y-1 text-muted tabular-nums">
                {cost.lines.map((line) => (
                  <li key={`${line.kind} ${line.feature_key}`} className="flex justify-between gap-4">
                    <span>{lineWords(line)}</span>
                    <span className="whitespace-nowrap">
                      {`${formatMoney(line.amount, cost.currency)} a ${formatInterval(line.interval)}`}
                    </span>
                  </li>
                ))}
              </ul>
              {cost.refused.map((one) => (
                <p key={one.feature_key} className="text-caution">
                  {`${one.feature_name}: ${formatQuantity(one.refused)} of them are refused. The plan allows ${formatQuantity(one.allowed)}.`}
                </p>
              ))}
            </>
          )}
        </div>
      </div>
    </Card>
  );
}

function lineWords({ kind, feature_name: name, units }: Cost["lines"][number]): string {
  if (kind === "PLAN") return "The plan";
  const more = formatQuantity(units ?? 0);
  return kind === "STEPS" ? `${name}: ${more} more, bought` : `${name}: ${more} past the limit`;
}

function Units({ label, onType }: { label: string; onType: (units: number | null) => void }) {
  const id = useId();
  const [isUnread, setIsUnread] = useState(false);
  return (
    <div className="space-y-1.5">
      <Label htmlFor={id}>{label}</Label>
      <Input
        id={id}
        inputMode="decimal"
        autoComplete="off"
        placeholder="0"
        aria-invalid={isUnread || undefined}
        aria-describedby={isUnread ? `${id}-error` : undefined}
        onChange={({ target }) => {
          const text = target.value.trim();
          const units = text === "" ? null : readNumber(text.replaceAll(/[,\s](?=\d{3}\b)/g, ""));
          const isRead = units !== null && Number.isFinite(units) && units >= 0;
          setIsUnread(text !== "" && !isRead);
          onType(isRead ? units : null);
        }}
      />
      {isUnread && (
        <p id={`${id}-error`} className="text-xs text-negative">
          Write a number in digits, such as 12000.
        </p>
      )}
    </div>
  );
}
