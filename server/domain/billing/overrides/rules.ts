import type { z } from "zod";
import { isCounted } from "../../../platform/units.ts";
import type { CreateOverride } from "./create-override-schema.ts";

interface FeatureKind {
  type: "BOOLEAN" | "METERED" | "ALLOCATED" | "STATIC";
  valueType: "string" | "number" | "boolean" | "json" | null;
}

/** The rule that an override of a feature breaks, in words; null when none. */
export function brokenOverrideRule(
  { type, valueType }: FeatureKind,
  input: z.output<typeof CreateOverride>,
  now: Date,
): string | null {
  const { limit_set, limit_add, unlimited, overage, overage_ceiling, overage_cap_amount } = input;
  const counting = [limit_set, limit_add, unlimited, overage, overage_ceiling, overage_cap_amount];
  const isCounting = counting.some((field) => field !== undefined);
  const starts = input.starts_at === undefined ? now : new Date(input.starts_at);
  const ends = input.ends_at === undefined ? null : new Date(input.ends_at);
  const rules: [boolean, string][] = [
    [!isCounting && input.enabled === undefined && input.value === undefined, "it changes nothing"],
    [isCounting && !isCounted(type), `a ${type} feature has no limit or overage`],
    [input.value !== undefined && type !== "STATIC", `a ${type} feature has no value`],
    [
      input.value !== undefined && valueType !== "json" && typeof input.value !== (valueType ?? "string"),
      `the value must be a ${valueType ?? "string"}`,
    ],
    [unlimited !== undefined && limit_set !== undefined, "unlimited and limit_set cannot be combined"],
    [ends !== null && ends <= starts, "ends_at must be after starts_at"],
    [ends !== null && ends <= now, "ends_at is in the past"],
  ];
  return rules.find(([isBroken]) => isBroken)?.[1] ?? null;
}
