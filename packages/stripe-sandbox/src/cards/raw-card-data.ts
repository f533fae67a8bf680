import { settingsOf } from "../account-settings.ts";
import type { Store } from "../store.ts";
import { Failure } from "../wire/failure.ts";

const UNSAFE = "Sending credit card numbers directly to the Stripe API is generally unsafe.";
const SUPPORT = "see https://support.stripe.com/questions/enabling-access-to-raw-card-data-apis.";

const IN_TEST_MODE =
  "We suggest you use test tokens that map to the test card you are using, see https://stripe.com/docs/testing. To enable " +
  `testing raw card data APIs, ${SUPPORT}`;
const IN_LIVE_MODE =
  "To continue processing use Stripe.js, the Stripe mobile bindings, or Stripe Elements. For more information, see " +
  `https://dashboard.stripe.com/account/integration/settings. If you are qualified to handle card data directly, ${SUPPORT}`;

/**
 * Refuses a card's details that come with a secret key, as Stripe does unless the account may send raw card data. Throws 402
 * `invalid_request_error` without a code: github.com/flutter-stripe/flutter_stripe/issues/1638 (test mode) and 1805 (live mode).
 */
export async function refuseRawCard(store: Store): Promise<void> {
  const { raw_card_data: isAllowed } = await settingsOf(store);
  if (isAllowed) return;
  const message = `${UNSAFE} ${store.isLive ? IN_LIVE_MODE : IN_TEST_MODE}`;
  throw new Failure({ status: 402, type: "invalid_request_error", message });
}
