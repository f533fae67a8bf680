/** Who our access tokens are for; checked whenever one is verified. */
export const ACCESS_TOKEN_AUDIENCE = "usher:api";

/** How long an access token lasts, in seconds. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;
