/** What the commands are filled with; without it they read shell variables. */
export interface Keys {
  appId: string;
  clientId: string;
  clientSecret: string;
}

/** Something on sale to try with; without it the commands read shell variables. */
export interface Offer {
  priceId: string;
  planName: string;
  featureKey: string;
  featureName: string;
}

/** What fills the commands of the quick start. */
export interface Filling {
  baseUrl: string;
  keys: Keys | null;
  offer: Offer | null;
}

const appHeader = ({ keys }: Filling) => `-H "x-app-id: ${keys?.appId ?? "$APP_ID"}"`;
const TOKEN_HEADER = '-H "Authorization: Bearer $TOKEN"';
const JSON_HEADER = '-H "Content-Type: application/json"';
const featureOf = ({ offer }: Filling) => offer?.featureKey ?? "$FEATURE";

/** A text of JSON in single quotes that a shell fills in: the quotes end before what begins with $ and begin again after it. */
const filled = (value: string) => (value.startsWith("$") ? `'${value}'` : value);

/** Gets an access token (RFC 6749 §4.4) into the shell variable TOKEN. */
export function tokenCommand({ baseUrl, keys }: Filling): string {
  const [id, secret] = keys ? [keys.clientId, keys.clientSecret] : ["$CLIENT_ID", "$CLIENT_SECRET"];
  return [
    `TOKEN=$(curl -s ${baseUrl}/v1/auth/token \\`,
    `  -u "${id}:${secret}" \\`,
    "  -d grant_type=client_credentials |",
    `  sed -E 's/.*"access_token":"([^"]+)".*/\\1/')`,
  ].join("\n");
}

/** A customer by a name of their own, in the shell variable CUSTOMER, who buys with a test card. */
export function customerCommand(filling: Filling): string {
  const price = filled(filling.offer?.priceId ?? "$PRICE");
  return [
    "CUSTOMER=first-$RANDOM",
    `curl -s ${filling.baseUrl}/v1/billing/cardprovider/subscriptions/headless \\`,
    `  ${appHeader(filling)} \\`,
    `  ${TOKEN_HEADER} \\`,
    `  ${JSON_HEADER} \\`,
    `  -d '{"customer": "'$CUSTOMER'", "email": "'$CUSTOMER'@example.com",`,
    `       "plan_price_id": "${price}", "cardprovider_test_card_token": "tok_visa"}'`,
  ].join("\n");
}

/** The same with a page on which the customer pays with a card of their own. */
export function checkoutCommand(filling: Filling): string {
  const price = filled(filling.offer?.priceId ?? "$PRICE");
  return [
    "CUSTOMER=first-$RANDOM",
    `curl -s ${filling.baseUrl}/v1/billing/checkout \\`,
    `  ${appHeader(filling)} \\`,
    `  ${TOKEN_HEADER} \\`,
    `  ${JSON_HEADER} \\`,
    `  -d '{"customer": "'$CUSTOMER'", "email": "'$CUSTOMER'@example.com", "plan_price_id": "${price}"}'`,
  ].join("\n");
}

/** Checks one entitlement of one customer. */
export function checkCommand(filling: Filling): string {
  return [
    `curl -sG ${filling.baseUrl}/v1/billing/entitlements/${featureOf(filling)} \\`,
    `  --data-urlencode "customer=$CUSTOMER" \\`,
    `  ${appHeader(filling)} \\`,
    `  ${TOKEN_HEADER}`,
  ].join("\n");
}

/** Counts one use; sent again it counts no second one. */
export function usageCommand(filling: Filling): string {
  return [
    `curl -s ${filling.baseUrl}/v1/billing/usage \\`,
    `  ${appHeader(filling)} \\`,
    `  ${TOKEN_HEADER} \\`,
    `  ${JSON_HEADER} \\`,
    `  -d '{"customer": "'$CUSTOMER'", "feature_key": "${filled(featureOf(filling))}",`,
    `       "quantity": 1, "event_id": "use-1-of-'$CUSTOMER'"}'`,
  ].join("\n");
}

/** What a customer has used. */
export function countersCommand(filling: Filling): string {
  return [
    `curl -sG ${filling.baseUrl}/v1/billing/usage \\`,
    `  --data-urlencode "customer=$CUSTOMER" \\`,
    `  ${appHeader(filling)} \\`,
    `  ${TOKEN_HEADER}`,
  ].join("\n");
}
