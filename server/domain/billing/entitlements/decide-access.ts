import { Decimal } from "../../../platform/decimal.ts";
import { isCounted } from "../../../platform/units.ts";
import type { Counter, Grant } from "../grants/grant.ts";
import {
  affordableUnits,
  billableUnits,
  includedUnits,
  isSwitchedOn,
  limitWithRollover,
  overageBefore,
  overageUnits,
  roomFor,
  usedUnderBinding,
} from "../grants/rules.ts";
import type { REASONS } from "./schema.ts";

export type Reason = (typeof REASONS)[number];

/** One source's part of a grant, with its open counters. */
export interface AskedPart {
  grant: Grant;
  counters: Counter[];
  /** Whether its overage counts past the included units of all parts. */
  bearsOverage: boolean;
}

interface Question {
  /** All parts as one. */
  grant: Grant;
  /** At least one. */
  parts: AskedPart[];
  dimension: string;
  quantity: Decimal;
  /** The subscription that would grant the feature; ENDED where the customer's last one has ended. */
  subscription: "LIVE" | "ENDED" | "NONE";
  hasAccess: boolean;
}

/** The answer to "may this customer use so many units now", with the numbers behind it. Pure. */
export interface AccessDecision {
  reason: Reason | null;
  isEnabled: boolean;
  /** The limit plus what rolled over; null = unlimited. */
  limit: Decimal | null;
  used: Decimal;
  /** Included units that are left; null = unlimited. */
  remaining: Decimal | null;
  accessLimit: Decimal | null;
  isCapReached: boolean;
}

/** Checks in this order: the subscription, its status, the plan, whether the feature is on, then the numbers. */
export function decideAccess(question: Question): AccessDecision {
  const { grant, parts, dimension, quantity } = question;
  const counts = isCounted(grant.feature.type);
  const used = counts ? sum(parts.map((part) => usedOf(part, dimension))) : ZERO;
  const limit = counts ? sumOrNull(parts.map((part) => limitOf(part, dimension))) : null;
  const room = counts ? roomOf(parts, dimension) : null;
  const decision = {
    isEnabled: isSwitchedOn(grant),
    limit,
    used,
    remaining: counts ? sumOrNull(parts.map((part) => remainingOf(part, dimension))) : null,
    accessLimit: room === null ? null : used.plus(room),
    isCapReached: counts && grant.overage !== "BLOCK" && (room?.lte(0) ?? false),
  };
  return { ...decision, reason: reasonAgainst(question, decision, used.plus(quantity)) };
}

const ZERO = new Decimal(0);

function sum(units: Decimal[]): Decimal {
  return units.reduce((total, one) => total.plus(one), ZERO);
}

/** null = unlimited. */
function sumOrNull(units: (Decimal | null)[]): Decimal | null {
  const known = units.filter((one) => one !== null);
  return known.length === units.length ? sum(known) : null;
}

/** The units that a part's counters have used, with reserved ones. */
export function usedOf({ grant, counters }: AskedPart, dimension: string): Decimal {
  return usedUnderBinding(grant.limitBinding, counters, dimension);
}

/** A part's limit, with units that rolled over; null = unlimited. */
export function limitOf({ grant, counters }: AskedPart, dimension: string): Decimal | null {
  return limitWithRollover(grant, counters, dimension);
}

/** The included units of a part that are left; null = unlimited. */
export function remainingOf(part: AskedPart, dimension: string): Decimal | null {
  const included = includedUnits(part.grant, part.counters, dimension);
  return included && Decimal.max(ZERO, included.minus(usedOf(part, dimension)));
}

/**
 * How many more units a dimension may use now: what is left of each part's included units, and past them what the overage part allows.
 * null = any number; below 0 when more is used than allowed. prisma/functions/usher_use.sql counts by the same rule.
 */
function roomOf(parts: AskedPart[], dimension: string): Decimal | null {
  const rooms = parts.map(({ grant, counters, bearsOverage }) =>
    roomFor(bearsOverage ? grant : { ...grant, overage: "BLOCK" }, counters, dimension),
  );
  // What is past the included units of one source lessens nothing of the others, while they have some.
  const left = sumOrNull(rooms.map((room) => room && Decimal.max(ZERO, room)));
  return left?.isZero() ? sumOrNull(rooms) : left;
}

const WITHOUT_ACCESS = { LIVE: "STATUS_BLOCKED", ENDED: "ENDED", NONE: "NO_SUBSCRIPTION" } as const;

function reasonAgainst(
  question: Question,
  decision: Omit<AccessDecision, "reason">,
  wanted: Decimal,
): Reason | null {
  const { grant } = question;
  // An override changes what a subscription or a free plan grants; by itself it gives no access.
  if (!question.hasAccess) return WITHOUT_ACCESS[question.subscription];
  if (!grant.isConfigured) return "NOT_IN_PLAN";
  if (!decision.isEnabled) return "DISABLED";
  if (question.quantity.lte(0)) return null;
  if (isOneDimensionTooMany(question)) return "MAX_DIMENSIONS";
  if (decision.accessLimit !== null && wanted.gt(decision.accessLimit)) return boundThatRefuses(grant);
  return billableRoom(question)?.lt(question.quantity) ? "CAP_REACHED" : null;
}

/**
 * How many more units a dimension may have before its overage bills more than the provider takes as one amount, cap or none; null = any
 * number.
 */
export function billableRoom({
  grant,
  parts,
  dimension,
}: Pick<Question, "grant" | "parts" | "dimension">): Decimal | null {
  const remaining = sumOrNull(parts.map((part) => remainingOf(part, dimension)));
  const bearing = parts.filter(({ bearsOverage }) => bearsOverage);
  const before = bearing.reduce(
    (amount, part) => amount + overageBefore(part.grant, part.counters, dimension).amount,
    0n,
  );
  const most = billableUnits(grant, before);
  if (remaining === null || most === null) return null;
  const over = sum(bearing.map((part) => overageOf(part, dimension)));
  return remaining.plus(Decimal.max(ZERO, most.minus(over)));
}

/** Units over shares, in their order: as many as each one's limit, and what is past all of them with the overage part. Pure. */
export function fillInOrder<S extends { limit: Decimal | null; bearsOverage: boolean }>(
  shares: S[],
  units: Decimal,
): (S & { used: Decimal })[] {
  let left = units;
  const filled = shares.map((share) => {
    const used = share.limit === null ? left : Decimal.min(left, share.limit);
    left = left.minus(used);
    return { ...share, used };
  });
  return filled.map((share) => (share.bearsOverage ? { ...share, used: share.used.plus(left) } : share));
}

/** The units that a part has used past those that it includes. */
function overageOf(part: AskedPart, dimension: string): Decimal {
  return overageUnits(includedUnits(part.grant, part.counters, dimension), usedOf(part, dimension));
}

function isOneDimensionTooMany({ grant, parts, dimension }: Question): boolean {
  if (grant.maxDimensions === null || dimension === "") return false;
  const inUse = new Set(
    parts
      .flatMap(({ counters }) => counters)
      .filter(({ carried, used, reserved }) => carried.plus(used).plus(reserved).gt(0))
      .map((counter) => counter.dimension),
  );
  inUse.delete("");
  return !inUse.has(dimension) && inUse.size >= grant.maxDimensions;
}

/** Which of limit, ceiling and cap refuses the use. */
function boundThatRefuses(grant: Grant): Reason {
  if (grant.overage === "BLOCK" || (grant.overage === "BILL" && grant.price === null)) return "LIMIT_REACHED";
  const affordable =
    grant.overage === "BILL" && grant.price ? affordableUnits(grant.price, grant.step) : null;
  if (grant.ceiling === null) return "CAP_REACHED";
  return affordable?.lt(grant.ceiling) ? "CAP_REACHED" : "CEILING_REACHED";
}
