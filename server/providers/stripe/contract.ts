import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import Stripe from "stripe";
import { systemClock } from "../../platform/clock.ts";
import type {
  CardProvider,
  NewProviderPrice,
  NewProviderSubscription,
  ProviderSubscription,
  TaxBehavior,
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
  aPrice(
    amount: bigint,
    interval?: NewProviderPrice["interval"],
    taxBehavior?: TaxBehavior | null,
  ): Promise<string>;
  aCard(customerId: string, token?: string): Promise<string>;
  aSubscription(amount: bigint): Promise<Started>;
  /** A customer on a test clock of their own, which stands at this moment. */
  aCustomerOnClock(): Promise<{ customerId: string; clockId: string; now: Date }>;
  /** Advances a test clock and waits until the provider has done all that is due. */
  advance(clockId: string, to: Date): Promise<void>;
  invoicesOf(subscription: string): Promise<Stripe.Invoice[]>;
  allSubscriptionsOf(customer: string): Promise<Stripe.Subscription[]>;
}

/** What the requests of a run go through, and the methods of the port that it called. */
interface Recording {
  httpClient: Stripe.HttpClient;
  methods: Set<string>;
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

/** Opens a fresh account of the sandbox, or the real test-mode one where there is no sandbox. All requests go through the recording. */
export async function openContract(place: {
  sandboxUrl: string | null;
  realKey: string | undefined;
  realPublishableKey?: string | undefined;
  recording: Recording;
}): Promise<Contract> {
  const { recording } = place;
  const { httpClient } = recording;
  const secretKey = place.sandboxUrl === null ? (place.realKey ?? "") : await aKeyOf(place.sandboxUrl);
  const address = place.sandboxUrl === null ? undefined : addressOf(place.sandboxUrl);
  const open: Contract["open"] = (key, elsewhere = address) =>
    createStripeProvider({
      secretKey: key,
      publishableKey: place.realPublishableKey ?? "pk_test_1",
      httpClient,
      ...(elsewhere && { address: elsewhere }),
    });
  const provider = noting(open(secretKey), recording.methods);
  const stripe = new Stripe(secretKey, { apiVersion: API_VERSION, telemetry: false, httpClient, ...address });
  const { id: productId } = await provider.ensureProduct({ key: name("product"), name: "Contract" });
  const isReal = place.sandboxUrl === null;
  return {
    provider,
    stripe,
    secretKey,
    productId,
    open,
    ...builders(provider, stripe, { productId, isReal }),
  };
}

/** The provider, with the names of the methods that are called of it. */
function noting(provider: CardProvider, methods: Set<string>): CardProvider {
  return new Proxy(provider, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member === "function" && typeof name === "string") methods.add(name);
      return member;
    },
  });
}

async function aKeyOf(sandboxUrl: string): Promise<string> {
  const { secretKey } = await createSandboxKeys({ url: sandboxUrl, secret: ISSUER_SECRET }).issue();
  return secretKey;
}

function addressOf(url: string): Address {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port), protocol: "http" };
}

/** Milliseconds between two looks at a clock that advances. */
const LOOK_MS = { real: 2000, sandbox: 50 };

function builders(
  provider: CardProvider,
  stripe: Stripe,
  { productId, isReal }: { productId: string; isReal: boolean },
) {
  async function aCustomer(testClockId: string | null = null): Promise<string> {
    const customerId = name("cus");
    const facts = { tenantId: "ten_1", customerId, externalId: "acme", email: "a@example.com", name: null };
    return (await provider.createCustomer({ idempotencyKey: customerId, ...facts, testClockId })).id;
  }
  async function aCustomerOnClock() {
    // Whole seconds, as the provider has them.
    const now = new Date(Math.floor(systemClock.now().getTime() / 1000) * 1000);
    const { id } = await provider.createTestClock({ name: "Contract", now, idempotencyKey: name("clock") });
    return { customerId: await aCustomer(id), clockId: id, now };
  }
  async function advance(id: string, to: Date): Promise<void> {
    await provider.advanceTestClock({ id, to });
    while (!(await provider.readTestClock(id))?.isReady) await pause(isReal ? LOOK_MS.real : LOOK_MS.sandbox);
  }
  async function aPrice(
    amount: bigint,
    interval: NewProviderPrice["interval"] = "MONTH",
    taxBehavior: TaxBehavior | null = null,
  ): Promise<string> {
    const price = { key: name("price"), productId, amount, currency: "USD", interval, taxBehavior };
    return (await provider.ensurePrice(price)).id;
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
    aCustomer: () => aCustomer(),
    aCustomerOnClock,
    advance,
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
