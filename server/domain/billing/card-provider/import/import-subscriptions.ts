import type { z } from "zod";
import { ApiError } from "../../../../errors/api-error.ts";
import { isIdOf, newId } from "../../../../platform/ids.ts";
import { toWireAmount } from "../../../../platform/money.ts";
import { invalidCursor } from "../../../../platform/page.ts";
import { BY_CARD } from "../../../../platform/schema/provider.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { CardProvider, ProviderPrice, ProviderSubscription } from "../../../../providers/port.ts";
import { cardProviderOf } from "../../../tenants/provider/connect-card-provider.ts";
import { requireOurAccount } from "../drift/check-account.ts";
import { claimsOf, NO_CLAIMS } from "./claims.ts";
import { type CandidateSearch, findCandidate } from "./find-candidate.ts";
import { importCandidate, tag } from "./import-candidate.ts";
import {
  type ImportSubscriptions,
  REFUSALS,
  type Refusal,
  type SubscriptionImport,
} from "./import-subscriptions-schema.ts";

type Input = z.output<typeof ImportSubscriptions>;
type Result = z.output<typeof SubscriptionImport>;

/**
 * Imports one page of the existing subscriptions of a card provider's account, with their customers: no customer is charged and no period
 * changes. Subscriptions that were imported before stay unchanged, so that a page can be repeated. A failure does not stop the others, and
 * each subscription gets its result. A dry run decides the same and writes none of it. Throws plan_price_not_found or
 * card_provider_account_mismatch.
 */
export async function importSubscriptions(scope: Scope, input: Input): Promise<Result> {
  const provider = await cardProviderOf(scope);
  await requireOurAccount(scope, provider);
  await requirePrices(scope, input);
  const { runId, after } = readCursor(input);
  const page = await provider.listSubscriptionPage({ limit: input.limit, after });
  if (page === null) throw invalidCursor();
  const claims = input.is_dry_run ? claimsOf(scope, runId) : NO_CLAIMS;
  const wanted = new Map(input.prices.map((pair) => [pair.provider_price_id, pair.plan_price_id]));
  const search = { provider, wanted, rule: input.external_id, claims };
  const parts: Part[] = [];
  for (const remote of page.data)
    parts.push("unreadable" in remote ? unreadable(remote) : await importOne(scope, search, input, remote));
  const last = page.data.at(-1);
  const isOver = !page.hasMore || !last;
  return {
    is_dry_run: input.is_dry_run,
    imported: parts.flatMap(({ imported }) => imported ?? []),
    skipped: parts.flatMap(({ skipped }) => skipped ?? []),
    unmapped_prices: await unmappedPrices(provider, parts),
    next_cursor: isOver ? null : input.is_dry_run ? `${runId}.${last.id}` : last.id,
  };
}

interface Part {
  imported?: Result["imported"][number];
  skipped?: Result["skipped"][number];
  /** The provider's price that is not mapped. */
  unmapped?: string | undefined;
}

async function importOne(
  scope: Scope,
  search: CandidateSearch,
  input: Input,
  remote: ProviderSubscription,
): Promise<Part> {
  try {
    const found = await findCandidate(scope, search, remote);
    if (found === "already_here" && !input.is_dry_run) await tagKnown(scope, search.provider, remote);
    if (found === "price_not_mapped")
      return { ...skip(remote.id, found), unmapped: remote.items[0]?.priceId };
    if (typeof found === "string") return skip(remote.id, found);
    const { externalId, price } = found;
    await search.claims.add({
      externalId,
      providerCustomerId: remote.customerId,
      productId: price.plan.productId,
      currency: price.currency,
      providerSubscriptionId: remote.id,
    });
    return {
      imported: {
        provider_subscription_id: remote.id,
        subscription_id: input.is_dry_run ? null : await importCandidate(scope, search.provider, found),
        external_id: externalId,
        unusable_email: found.unusableEmail,
        plan_price_id: price.id,
        status: remote.status,
        cancel_at:
          (remote.cancelAtPeriodEnd ? remote.currentPeriodEnd : remote.cancelAt)?.toISOString() ?? null,
        next_plan_price_id: found.coming?.plan.planPriceId ?? null,
        next_plan_price_at: found.coming?.at.toISOString() ?? null,
      },
    };
  } catch (error) {
    // When the provider is unreachable, the rest would fail too: the caller repeats the page.
    if (
      error instanceof ApiError &&
      (error.errorName === "card_provider_unavailable" || error.errorName === "card_provider_key_revoked")
    )
      throw error;
    scope.log.error({ err: error, provider_subscription_id: remote.id }, "a subscription was not imported");
    const known =
      error instanceof ApiError ? `${REFUSALS.failed} (${error.code}: ${error.message})` : undefined;
    return skip(remote.id, "failed", known);
  }
}

function skip(id: string, reason: Refusal, message: string = REFUSALS[reason]): Part {
  return { skipped: { provider_subscription_id: id, reason, message } };
}

function unreadable({ id, unreadable: why }: { id: string; unreadable: string }): Part {
  return skip(id, "not_understood", `${REFUSALS.not_understood} ${why}`);
}

/** A crash, or a refusal, may have come between our commit and the provider's. */
async function tagKnown(scope: Scope, provider: CardProvider, remote: ProviderSubscription): Promise<void> {
  if (remote.subscriptionId !== null) return;
  const { tenantId, db } = scope;
  const reference = { tenantId, provider: BY_CARD, providerSubscriptionId: remote.id } as const;
  const { id } = await db.subscription.findUniqueOrThrow({
    where: { tenantId_provider_providerSubscriptionId: reference },
    select: { id: true },
  });
  await tag(scope, provider, remote.id, id);
}

/** plan_price_not_found */
async function requirePrices({ tenantId, db }: Scope, { prices }: Input): Promise<void> {
  const ids = [...new Set(prices.map(({ plan_price_id }) => plan_price_id))];
  const count = await db.planPrice.count({ where: { tenantId, id: { in: ids } } });
  if (count < ids.length) throw new ApiError("plan_price_not_found");
}

/** A dry run's cursor names the run, too. */
function readCursor({ cursor }: Input): { runId: string; after: string | null } {
  const [run = "", id] = cursor?.split(".") ?? [];
  if (id !== undefined && isIdOf("importRun", run)) return { runId: run, after: id };
  return { runId: newId("importRun"), after: cursor ?? null };
}

async function unmappedPrices(provider: CardProvider, parts: Part[]): Promise<Result["unmapped_prices"]> {
  const ids = parts.flatMap(({ unmapped }) => unmapped ?? []);
  const shown: Result["unmapped_prices"] = [];
  for (const id of new Set(ids)) {
    const price = await provider.readPrice(id);
    if (price) shown.push(viewPrice(price, ids.filter((other) => other === id).length));
  }
  return shown;
}

function viewPrice(price: ProviderPrice, subscriptions: number): Result["unmapped_prices"][number] {
  return {
    provider_price_id: price.id,
    product_name: price.productName,
    amount: price.amount === null ? null : toWireAmount(price.amount),
    currency: price.currency,
    interval: price.interval,
    subscriptions,
  };
}
