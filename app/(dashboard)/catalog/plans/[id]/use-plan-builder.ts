"use client";

import { useMemo, useRef } from "react";
import { useUnsaved } from "../../../../_lib/unsaved.ts";
import type { Plan } from "./details-section.tsx";
import type { Pack } from "./entitlement.ts";
import { asInput, type Feature } from "./entitlement-form.ts";
import { inputsOf, isSame } from "./entries.ts";
import type { Check } from "./included-card.tsx";
import type { Price } from "./prices-section.tsx";
import { usePlanCost } from "./use-plan-cost.ts";
import { usePlanDraft } from "./use-plan-draft.ts";

export interface BuilderProps {
  plan: Plan;
  packs: Pack[];
  prices: Price[];
  features: Feature[];
  /** What is usually sold in: a first price begins with it, and the card shows it. */
  currency: string;
}

/** The plan on the page: its draft, what the server says of it, and the way to its publication. */
export function usePlanBuilder({ plan, packs, prices, features, currency }: BuilderProps) {
  const onSale = prices.filter((price) => !price.archived_at);
  const own = usePlanDraft({ planId: plan.id, packs, features });
  const { draft, tell, saved, active } = own;
  const granted = useMemo(() => inputsOf(draft.entries), [draft.entries]);
  const base = useMemo(() => ((saved ?? active)?.entitlements ?? []).map(asInput), [saved, active]);
  const isChanged = !isSame(granted, base);
  useUnsaved(isChanged);
  const cost = usePlanCost({ planId: plan.id, granted, onSale, currency });
  const { preview } = cost;
  const checks = useRef(new Map<string, Check>());

  function setCheck(featureKey: string, check: Check | null): void {
    if (check) checks.current.set(featureKey, check);
    else checks.current.delete(featureKey);
  }
  /** The draft with what is on the page; null when a field cannot be read, or the server refused it, which then was shown. */
  async function asDraft(): Promise<Pack | null> {
    for (const check of checks.current.values()) if (!(await check())) return null;
    const input = inputsOf(own.now().entries);
    return saved && isSame(input, base) ? saved : own.save(input);
  }
  async function publishOrAsk(): Promise<void> {
    const pack = await asDraft();
    if (!pack) return;
    const { move } = own.now();
    // Who subscribes already is asked about first.
    if (move === null && active && (preview?.subscribers ?? 0) > 0)
      tell({ type: "move chosen", move: "keep" });
    else own.publish(pack, move ?? "keep");
  }
  return { ...own, ...cost, onSale, isChanged, setCheck, asDraft, publishOrAsk };
}

export type Builder = ReturnType<typeof usePlanBuilder>;
