import type { z } from "zod";
import { addSeconds } from "../../../platform/clock.ts";
import type { CorrectionRequest } from "../../../platform/database/client/client.ts";
import { toWireAmount } from "../../../platform/money.ts";
import type { RunningCorrection } from "../credit-notes/schema.ts";
import { ProviderRequest } from "./provider-request.ts";

/**
 * For how long the card provider is asked under one key: an hour less than Stripe keeps keys, "at least 24 hours"
 * (https://docs.stripe.com/api/idempotent_requests), because a call takes time.
 */
const ASKED_SECONDS = 23 * 3600;

type Request = Pick<CorrectionRequest, "kind" | "status" | "plan" | "failure" | "createdAt">;

/** Until when the card provider is asked for it again; from then on it is searched for there. */
export function askedUntil({ createdAt }: Pick<CorrectionRequest, "createdAt">): Date {
  return addSeconds(createdAt, ASKED_SECONDS);
}

/** What a plan takes back or invoices, in the minor unit. */
function amountOfPlan(stored: unknown): bigint {
  const plan = ProviderRequest.parse(stored);
  if (plan.kind === "REFUND") return BigInt(plan.amount);
  if (plan.kind === "CREDIT_NOTE" && plan.amount !== null) return BigInt(plan.amount);
  return plan.lines.reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

/** A request that is not done, as an admin sees it. */
export function viewRequest(row: Request, currency: string): z.output<typeof RunningCorrection> {
  return {
    kind: row.kind,
    status: row.status === "FAILED" ? "FAILED" : "REQUESTED",
    currency,
    amount: toWireAmount(amountOfPlan(row.plan)),
    requested_at: row.createdAt.toISOString(),
    asked_until: askedUntil(row).toISOString(),
    failure: row.failure,
  };
}

/** What a running request waits for, in words. */
export function waitsFor(row: Request, now: Date): string {
  const until = askedUntil(row);
  const last = row.failure === null ? "" : ` Its last answer was ${row.failure}.`;
  return now < until
    ? `The card provider has not answered yet, and is asked again until ${until.toISOString()}.${last}`
    : `The card provider did not answer in time, and Usher lists what it made.${last}`;
}
