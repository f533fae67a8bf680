import { randomBytes } from "node:crypto";
import Stripe from "stripe";
import type {
  CardProvider,
  NewProviderPrice,
  NewProviderSubscription,
  ProviderSubscription,
} from "../port.ts";
import { createSandboxKeys } from "../sandbox-keys.ts";
import { createStripeProvider } from "./adapter.ts";
import { API_VERSION } from "./callbacks.ts";

/** The settings that start the sandbox of these tests, so that each can have its own account. */
export const ISSUER_SECRET = "secret-of-the-contract-tests";

export const DAY = 86_400_000;

/** Builders of the contract tests: an account of their own, and direct calls to check the result without the port. */
export interface Contract {
  provider: CardProvider;
  stripe: Stripe;
  secretKey: string;
  productId: string;
  /** Another account at the same place, or elsewhere. */
  open(secretKey: string, elsewhere?: Address): CardProvider;
  aCustomer(): Promise<string>;
  aPrice(amount: bigint, interval?: NewProviderPrice["interval"]): Promise<string>;
  aCard(customerId: string, token?: string): Promise<string>;
  aSubscription(amount: bigint): Promise<Started>;
  invoicesOf(subscription: string): Promise<Stripe.Invoice[]>;
  allSubscriptionsOf(customer: string): Promise<Stripe.Subscription[]>;
}

interface Address {
  host: string;
  port: number;
  protocol: "http" | "https";
}

interface Started {
  customerId: string;
  paymentMethodId: string;
  priceId: string;
  started: ProviderSubscription;
}

/** Opens a fresh account of the sandbox, or the real test-mode one where there is no sandbox. */
export async function openContract(place: {
  sandboxUrl: string | null;
  realKey: string | undefined;
}): Promise<Contract> {
  const secretKey = place.sandboxUrl === null ? (place.realKey ?? "") : await aKeyOf(place.sandboxUrl);
  const address = place.sandboxUrl === null ? undefined : addressOf(place.sandboxUrl);
  const open: Contract["open"] = (key, elsewhere = address) =>
    createStripeProvider({
      secretKey: key,
      publishableKey: "pk_test_1",
      ...(elsewhere && { address: elsewhere }),
    });
  const provider = open(secretKey);
  const stripe = new Stripe(secretKey, { apiVersion: API_VERSION, telemetry: false, ...address });
  const { id: productId } = await provider.ensureProduct({ key: name("product"), name: "Contract" });
  return { provider, stripe, secretKey, productId, open, ...builders(provider, stripe, productId) };
}

async function aKeyOf(sandboxUrl: string): Promise<string> {
  const { secretKey } = await createSandboxKeys({ url: sandboxUrl, secret: ISSUER_SECRET }).issue();
  return secretKey;
}

function addressOf(url: string): Address {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port), protocol: "http" };
}

function builders(provider: CardProvider, stripe: Stripe, productId: string) {
  async function aCustomer(): Promise<string> {
    const customerId = name("cus");
    const facts = { tenantId: "ten_1", customerId, externalId: "acme", email: "a@example.com", name: null };
    return (await provider.createCustomer({ idempotencyKey: customerId, ...facts })).id;
  }
  async function aPrice(amount: bigint, interval: NewProviderPrice["interval"] = "MONTH"): Promise<string> {
    return (await provider.ensurePrice({ key: name("price"), productId, amount, currency: "USD", interval }))
      .id;
  }
  async function aCard(customerId: string, token = "tok_visa"): Promise<string> {
    const card = await provider.attachTestCard({ customerId, token, idempotencyKey: name("card") });
    return card.paymentMethodId;
  }
  async function aSubscription(amount: bigint): Promise<Started> {
    const customerId = await aCustomer();
    const paymentMethodId = await aCard(customerId);
    const priceId = await aPrice(amount);
    const items = [{ priceId, quantity: 1 }];
    const started = await provider.startSubscription(wanting({ customerId, paymentMethodId, items }));
    return { customerId, paymentMethodId, priceId, started };
  }
  return {
    aCustomer,
    aPrice,
    aCard,
    aSubscription,
    invoicesOf: async (subscription: string) =>
      (await stripe.invoices.list({ subscription, limit: 10 })).data,
    allSubscriptionsOf: async (customer: string) =>
      (await stripe.subscriptions.list({ customer, status: "all", limit: 100 })).data,
  };
}

/** A name no other test uses. */
export function name(kind: string): string {
  return `${kind}_${randomBytes(8).toString("hex")}`;
}

type Wanted = Pick<NewProviderSubscription, "customerId" | "items"> & Partial<NewProviderSubscription>;

/** What to start a subscription with: no card and no trial unless told. */
export function wanting(wanted: Wanted): NewProviderSubscription {
  return {
    idempotencyKey: name("key"),
    tenantId: "ten_1",
    subscriptionId: name("sub"),
    paymentMethodId: null,
    trialEnd: null,
    trialEndsWithoutCard: "cancel",
    ...wanted,
  };
}

type Period = Pick<ProviderSubscription, "currentPeriodStart" | "currentPeriodEnd">;

/** Part of the way through a period; the same part whatever the month, because days divide by it to whole seconds. */
export function within(
  { currentPeriodStart: start, currentPeriodEnd: end }: Period,
  part: number,
  of: number,
): Date {
  return new Date(start.getTime() + ((end.getTime() - start.getTime()) * part) / of);
}

/** The amounts of an invoice's lines, smallest first. */
export function amounts(invoice: Stripe.Invoice | undefined): number[] {
  return (invoice?.lines.data ?? []).map(({ amount }) => amount).sort((a, b) => a - b);
}

/** What the browser does with the secret: confirms, goes to the bank's page and agrees there. */
export async function confirmAsHolder(
  at: Pick<Contract, "stripe">,
  clientSecret: string,
  paymentMethod: string,
): Promise<void> {
  const id = clientSecret.split("_secret_")[0] ?? "";
  const confirmation = { payment_method: paymentMethod, return_url: "https://shop.example/done" };
  const intent = await at.stripe.paymentIntents.confirm(id, confirmation);
  const page = intent.next_action?.redirect_to_url?.url ?? "";
  const body = new URLSearchParams({ authentication: "complete" });
  const answer = await fetch(page, { method: "POST", body, redirect: "manual" });
  const location = answer.headers.get("location") ?? "";
  if (!location.includes("redirect_status=succeeded")) throw new Error(`The bank answered ${location}.`);
}
