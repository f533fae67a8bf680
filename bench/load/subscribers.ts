import { randomUUID } from "node:crypto";
import { anyOf, type Caller, remember } from "./caller.ts";

const HEADLESS = "/v1/billing/cardprovider/subscriptions/headless";
export const SUBSCRIPTIONS = "/v1/billing/subscriptions";

/** Customers who subscribe, change their plan and cancel. */
export class Subscribers {
  readonly #caller: Caller;
  readonly #customers: string[] = [];
  readonly #subscriptions: string[] = [];

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  /** A customer who subscribed a while ago. */
  anyCustomer(): string {
    return anyOf(this.#customers) ?? "first";
  }

  anySubscription(): string {
    return anyOf(this.#subscriptions) ?? "sub_none";
  }

  async subscribe(): Promise<Response> {
    const customer = `buyer-${randomUUID()}`;
    const answer = await this.#buy(customer, "tok_visa", { "idempotency-key": randomUUID() });
    if (answer.status === 201) {
      const { id } = (await answer.clone().json()) as { id: string };
      remember(this.#customers, customer);
      remember(this.#subscriptions, id);
    }
    return answer;
  }

  /** Subscribes with a card that the bank declines. */
  subscribeDeclined(): Promise<Response> {
    return this.#buy(`poor-${randomUUID()}`, "tok_chargeDeclined");
  }

  /** Changes a subscription to the other plan, the next time back again. */
  async changePlan(): Promise<Response> {
    const id = this.#subscriptions.shift();
    if (!id) return this.subscribe();
    const found = await this.#caller.get(`${SUBSCRIPTIONS}/${id}`);
    if (found.status !== 200) return found;
    const now = (await found.json()) as { plan: { slug: string } };
    const answer = await this.#caller.post(`${SUBSCRIPTIONS}/${id}/change-plan`, {
      plan_price_id: this.#caller.priceOf(now.plan.slug === "basic" ? "pro" : "basic"),
    });
    remember(this.#subscriptions, id);
    return answer;
  }

  async cancel(): Promise<Response> {
    const id = this.#subscriptions.shift();
    return id ? this.#caller.post(`${SUBSCRIPTIONS}/${id}/cancel`, { at: "now" }) : this.subscribe();
  }

  #buy(customer: string, card: string, headers: Record<string, string> = {}): Promise<Response> {
    const sale = {
      customer,
      email: `${customer}@example.com`,
      plan_price_id: this.#caller.priceOf("basic"),
      cardprovider_test_card_token: card,
    };
    return this.#caller.post(HEADLESS, sale, headers);
  }
}
