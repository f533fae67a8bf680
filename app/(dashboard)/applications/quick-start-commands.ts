/** What the commands are filled with; without it they read shell variables. */
export interface Keys {
  appId: string;
  clientId: string;
  clientSecret: string;
}

/** Gets an access token (RFC 6749 §4.4) into the shell variable TOKEN. */
export function tokenCommand(baseUrl: string, keys: Keys | null = null): string {
  const [id, secret] = keys ? [keys.clientId, keys.clientSecret] : ["$CLIENT_ID", "$CLIENT_SECRET"];
  return [
    `TOKEN=$(curl -s ${baseUrl}/v1/auth/token \\`,
    `  -u "${id}:${secret}" \\`,
    "  -d grant_type=client_credentials |",
    `  sed -E 's/.*"access_token":"([^"]+)".*/\\1/')`,
  ].join("\n");
}

/** Checks one entitlement of one customer. */
export function checkCommand(baseUrl: string, keys: Keys | null = null): string {
  return [
    `curl -sG ${baseUrl}/v1/billing/entitlements/$FEATURE \\`,
    `  --data-urlencode "customer=$CUSTOMER" \\`,
    `  -H "x-app-id: ${keys?.appId ?? "$APP_ID"}" \\`,
    `  -H "Authorization: Bearer $TOKEN"`,
  ].join("\n");
}
