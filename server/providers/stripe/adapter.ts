import Stripe from "stripe";
import MANIFEST from "../../../package.json" with { type: "json" };
import { type Clock, systemClock } from "../../platform/clock.ts";
import type { CardProvider } from "../port.ts";
import { account } from "./account.ts";
import { balances } from "./balances.ts";
import { API_VERSION, callbacks } from "./callbacks.ts";
import { cards } from "./cards.ts";
import { catalog } from "./catalog.ts";
import { check } from "./check.ts";
import { checkout } from "./checkout.ts";
import { correcting } from "./correcting.ts";
import { corrections } from "./corrections.ts";
import { customers } from "./customers.ts";
import { drafts } from "./drafts.ts";
import { endedInvoices } from "./ended-invoices.ts";
import { invoices } from "./invoices.ts";
import { invoicing } from "./invoicing.ts";
import { ownInvoices } from "./own-invoices.ts";
import { PacedHttpClient, pacerOf, RATES, type Rates } from "./paced-http.ts";
import { permissions } from "./permissions.ts";
import { subscriptions } from "./subscriptions.ts";
import { testClocks } from "./test-clocks.ts";
import { unpaidTime } from "./unpaid-time.ts";

const TIMEOUT_MS = 20_000;
const RETRIES = 2;

/** A tenant's account with Stripe. */
export interface StripeAccount {
  secretKey: string;
  publishableKey: string | null;
  /** A base URL other than Stripe's own, such as the sandbox's. */
  address?: { host: string; port: number; protocol: "http" | "https" };
  /** Sends the requests in place of the SDK's own client. */
  httpClient?: Stripe.HttpClient;
  /**
   * Requests in a second; by default Stripe's own are paced, and another address is not. null: not paced, and one that is refused as too
   * many is not sent again.
   */
  rates?: Rates | null;
  /** Milliseconds that one request may take. */
  timeoutMs?: number;
  /** Measures the age of a callback. Stripe signs with real time, so never pass a test clock. */
  clock?: Clock;
}

/** The card provider port on Stripe's SDK, API version 2026-10-28.endive. */
export function createStripeProvider(options: StripeAccount): CardProvider {
  const { secretKey, publishableKey, address, httpClient, clock = systemClock } = options;
  const rates = options.rates ?? (address ? null : RATES);
  const open = (key: string) =>
    new Stripe(key, {
      apiVersion: API_VERSION,
      appInfo: { name: "Usher", version: MANIFEST.version },
      maxNetworkRetries: RETRIES,
      timeout: options.timeoutMs ?? TIMEOUT_MS,
      telemetry: false,
      ...(options.rates !== null && { httpClient: new PacedHttpClient(rates && pacerOf(key, rates)) }),
      ...(httpClient && { httpClient }),
      ...address,
    });
  const stripe = open(secretKey);
  const isTestMode = /^(?:sk|rk)_test_/.test(secretKey);
  return {
    isTestMode,
    publishableKey,
    browserScript: address ? `${address.protocol}://${address.host}:${address.port}/stripe.js` : null,
    ...account(stripe, publishableKey === null ? null : open(publishableKey)),
    ...check(stripe),
    ...permissions(stripe, { isRestricted: secretKey.startsWith("rk_") }),
    ...customers(stripe),
    ...catalog(stripe),
    ...cards(stripe, isTestMode),
    ...subscriptions(stripe),
    ...checkout(stripe),
    ...invoicing(stripe),
    ...drafts(stripe),
    ...endedInvoices(stripe),
    ...ownInvoices(stripe),
    ...invoices(stripe),
    ...unpaidTime(stripe),
    ...balances(stripe),
    ...corrections(stripe),
    ...correcting(stripe),
    ...testClocks(stripe),
    ...callbacks(stripe, clock),
  };
}
