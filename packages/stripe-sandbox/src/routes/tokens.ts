import type Stripe from "stripe";
import { refuseRawCard } from "../cards/raw-card-data.ts";
import { type CardFacts, CardParams, namedCard, readCardDetails, readTokenName } from "../cards/read-card.ts";
import { cardByNumber } from "../cards/test-cards.ts";
import type { HiddenCard } from "../objects/payment-method.ts";
import { makeToken } from "../objects/token.ts";
import type { Store } from "../store.ts";
import { invalid, missing } from "../wire/failure.ts";
import { read } from "../wire/read.ts";
import { type Call, type Route, retrieving } from "./route.ts";

async function create({ store, params, isSecret }: Call): Promise<Stripe.Token> {
  const { card } = read({ card: CardParams.omit({ token: true }) }, params);
  if (isSecret && card.number !== undefined) await refuseRawCard(store);
  const facts = readCardDetails({ ...card }, store.now);
  return store.add(makeToken(store.now, store.account, facts), { number: facts.card.number });
}

/** The card of a token, a documented one or one that was made here; the latter is used up. */
export async function spendToken(store: Store, token: string, param: string): Promise<CardFacts> {
  const documented = readTokenName(token, store.now);
  if (documented) return documented;
  const kept = await store.get<Stripe.Token>("token", token, param);
  if (kept.used) {
    const message = `You cannot use a Stripe token more than once: ${token}.`;
    throw invalid(message, { code: "token_already_used", param });
  }
  const { number = "" } = await store.hidden<HiddenCard>(token);
  const card = cardByNumber(number);
  if (!card || !kept.card) throw missing("token", token, param);
  store.put<Stripe.Token>({ ...kept, used: true });
  const cvc = kept.card.cvc_check === null ? null : "000";
  return { ...namedCard(card, store.now), expMonth: kept.card.exp_month, expYear: kept.card.exp_year, cvc };
}

export const tokenRoutes: Route[] = [
  { method: "POST", path: "/v1/tokens", isPublic: true, handle: create },
  { method: "GET", path: "/v1/tokens/:id", handle: retrieving<Stripe.Token>("token") },
];
