/** Gets an access token (RFC 6749 §4.4) into the shell variable TOKEN. */
export function tokenCommand(baseUrl: string): string {
  return [
    `TOKEN=$(curl -s ${baseUrl}/v1/auth/token \\`,
    `  -u "$CLIENT_ID:$CLIENT_SECRET" \\`,
    "  -d grant_type=client_credentials |",
    `  sed -E 's/.*"access_token":"([^"]+)".*/\\1/')`,
  ].join("\n");
}

/** Checks one entitlement of one customer. */
export function checkCommand(baseUrl: string): string {
  return [
    `curl -sG ${baseUrl}/v1/billing/entitlements/$FEATURE \\`,
    `  --data-urlencode "customer=$CUSTOMER" \\`,
    `  -H "x-app-id: $APP_ID" \\`,
    `  -H "Authorization: Bearer $TOKEN"`,
  ].join("\n");
}
