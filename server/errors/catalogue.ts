import { BILLING_ERRORS } from "./billing-errors.ts";
import type { CatalogueEntry } from "./catalogue-entry.ts";

/**
 * Every error a caller can get, with its HTTP status and message. The only source for responses, the OpenAPI
 * document, the documentation and the tests. `{name}` is filled from the error's details. `retryAfter`: seconds after which the same
 * request may succeed; such a response is temporary and is not stored under an Idempotency-Key.
 */
export const CATALOGUE = {
  // K1: the request
  K1001: { status: 400, message: "The body is not valid JSON. Send a JSON object encoded as UTF-8." },
  K1002: { status: 400, message: "Some fields are missing or wrong; see issues." },
  K1003: {
    status: 400,
    message: "The request has fields that this operation does not have: {fields}. Remove them.",
  },
  K1004: { status: 413, message: "The body is larger than {limit} bytes. Send less." },
  K1005: { status: 415, message: "Send the body as {type}." },
  K1006: { status: 404, message: "This path does not exist. /openapi.json lists every path." },
  K1007: { status: 405, message: "This path does not support the method {method}. Use {allowed}." },
  K1008: { status: 400, message: "The address cannot be read: {reason}." },
  K1012: {
    status: 400,
    message:
      "A JSON number cannot represent {number} exactly: it has more than 15 digits, or is too large. Send fewer digits, or a string where the field accepts one.",
  },
  K1013: { status: 415, message: "The body is compressed ({encoding}). Send it without Content-Encoding." },
  K1009: { status: 408, message: "The body did not arrive in time. Send it again." },
  K1010: {
    status: 400,
    message: "The form cannot be read. Open the page again, and send the form from there.",
  },

  // K2: authentication and permission
  K2001: { status: 401, message: "The header x-app-id is missing or names no active application." },
  K2002: { status: 401, message: "A bearer token is needed. Get one from POST /v1/auth/token." },
  K2003: {
    status: 401,
    message: "The bearer token is not valid or has expired. Get a new one from POST /v1/auth/token.",
  },
  K2004: {
    status: 403,
    message: "The bearer token belongs to another tenant than the application in x-app-id.",
  },
  K2005: {
    status: 403,
    message: "An application of kind BROWSER may not call this operation. Call it from your back end.",
  },
  K2006: {
    status: 403,
    message: "This needs the scope {scope}. An owner or admin of the tenant can grant it.",
  },
  K2007: { status: 401, message: "The client id or the client secret is wrong." },
  K2008: { status: 400, message: "The grant type {grant_type} is not supported. Use {supported}." },
  K2009: { status: 403, message: "Your role does not allow this; it needs {role}." },
  K2010: { status: 403, message: "A user's token reaches that user's own customer only." },
  K2011: { status: 401, message: "The e-mail address or the password is wrong." },
  K2012: { status: 422, message: "The password reset link is not valid any more. Ask for a new one." },
  K2013: { status: 422, message: "This password is too common or too easy to guess. Choose another." },
  K2014: { status: 401, message: "Sign in first." },
  K2015: { status: 403, message: "This application may not be called from the origin {origin}." },
  K2016: { status: 400, message: "The e-mail address or the password is wrong." },
  K2017: { status: 400, message: "The refresh token is not valid any more. Sign in again." },
  K2018: { status: 403, message: "This needs the token of a signed-in user." },
  K2019: { status: 422, message: "The confirmation link is not valid any more. Register again." },
  K2020: { status: 422, message: "The current password is wrong." },
  K2021: { status: 401, message: "Enter the code that your authenticator shows." },
  K2022: { status: 401, message: "The code is wrong, or was used already." },
  K2023: {
    status: 409,
    message: "A tenant needs at least one owner who has joined. Make another member an owner first.",
  },
  K2024: { status: 422, message: "The invitation is not valid any more. Ask for a new one." },
  K2025: { status: 409, message: "This installation has an owner already. Sign in instead." },
  K2040: {
    status: 403,
    message:
      "The setup token is missing or wrong. Open the address with /setup?token=… that the server printed when it started; the token is also in the file setup-token of its data folder.",
  },
  K2026: { status: 404, message: "There is no such member." },
  K2027: { status: 409, message: "Two-factor authentication is {state} already." },
  K2028: {
    status: 403,
    message:
      "This answer holds secrets of many people, so only your back end may request it, with the secret of an application. In the dashboard, reveal one secret at a time.",
  },
  K2029: {
    status: 403,
    message:
      "This portal was opened with the link of a team member whose role does not allow this; it needs {role}. Ask an owner or admin of the team to do it, or to make a new link.",
  },
  K2030: {
    status: 403,
    message:
      "A member with this address signs in with another account of the same provider. Use that account or your password; if it is gone, ask an owner to remove you from the team and to invite you again.",
  },

  // K3: tenants, applications, users, customers
  K3001: { status: 403, message: "You have no access to this tenant." },
  K3002: { status: 404, message: "There is no such application." },
  K3003: { status: 404, message: "There is no such customer." },
  K3004: {
    status: 422,
    message: "This customer has no e-mail address on file. Send email with the first request for a customer.",
  },
  K3005: { status: 409, message: "The tenant slug {slug} is taken. Choose another." },
  K3006: {
    status: 422,
    message: "The parameter customer is missing. It is required with an application's token.",
  },

  K3007: { status: 409, message: "There already is a user with this e-mail address. Sign in instead." },
  K3008: { status: 403, message: "Only a SERVER application may send {field}." },

  K3009: { status: 422, message: "Test clocks are for TEST tenants." },
  K3010: { status: 404, message: "There is no such test clock." },
  K3011: {
    status: 409,
    message:
      "This customer already exists in real time. Add a new customer to the test clock, under another identifier.",
  },
  K3012: {
    status: 409,
    message:
      "A test clock moves forward only, and cannot be advanced while it is moving. Wait until it is READY.",
  },
  K3013: { status: 422, message: "A test clock can advance by at most {days} days at a time." },

  K3014: { status: 404, message: "There is no such note." },
  K3016: { status: 409, message: "The account cannot be connected: {rule}." },
  K3018: { status: 409, message: "There is a customer with this id already." },
  K3017: {
    status: 422,
    message:
      "The origin {origin} cannot be allowed: an attacker can change a page that is sent over plain http. Use https; http is for localhost, 127.0.0.1, [::1] and this installation's own address {own}.",
  },
  K3015: { status: 409, message: "This is a sandbox already." },

  K3020: { status: 404, message: "There is no such tenant. Ask its owner for its id." },
  K3021: { status: 404, message: "Your tenant has not granted that tenant access." },
  K3022: {
    status: 409,
    message:
      "The test clock has {limit} customers already, the most that the card provider allows. Make another test clock for the next one.",
  },
  K3050: { status: 404, message: "No person has this customer id or e-mail address." },
  K3051: {
    status: 409,
    message:
      "The person still has live subscriptions, unpaid invoices, charges that wait or are held, or credit. Settle them first, or send cancel: true to cancel the subscriptions, void the invoices that Usher issued, and write off what is left.",
  },
  K3052: { status: 409, message: "This is a member of the dashboard. Remove them from the team first." },
  K3053: {
    status: 409,
    message:
      "The customer {customer_id} has other users. Send customer instead of email to include all of them.",
  },
  K3054: { status: 404, message: "There is no such erasure." },

  // K4: waitlist and invitations
  K4001: { status: 404, message: "There is no such waitlist entry." },
  K4002: { status: 409, message: "A waitlist entry that is {from} cannot become {to}." },
  K4003: { status: 404, message: "There is no such invitation." },
  K4004: { status: 422, message: "expiresAt is in the past. Send a future time." },
  K4005: { status: 422, message: "metadata is too large: at most {limit}." },
  K4006: {
    status: 422,
    message: "metadata has a character that cannot be stored: NUL or half a surrogate pair.",
  },

  K4007: {
    status: 403,
    message: "Registration is by invitation only. Send an invitation_token or an invitation_code.",
  },
  K4008: {
    status: 403,
    message:
      "Registration is for people invited from the waitlist. Join it, or send an invitation_token or an invitation_code.",
  },
  K4009: { status: 409, message: "The invitation cannot be used: it is {state}." },
  K4010: { status: 422, message: "The invitation is for another e-mail address." },
  K4011: { status: 409, message: "An invitation that is {state} cannot be {action}." },
  K4012: { status: 422, message: "The file cannot be read as CSV: {reason}." },
  K4013: { status: 422, message: "Send exactly one of {fields}." },

  ...BILLING_ERRORS,

  // K9: the platform
  K9001: { status: 500, message: "An internal error occurred. The server logged it under this request id." },
  K9002: { status: 429, message: "Too many requests. Wait for {retry_after} seconds." },
  K9003: {
    status: 422,
    message: "This Idempotency-Key was used for a request with another body or path. Use a new key.",
  },
  K9004: {
    status: 409,
    message: "A request with this Idempotency-Key is still running. Try again in a moment.",
    retryAfter: 1,
  },
  K9005: { status: 503, message: "The database cannot be reached. Nothing was done; try again in a moment." },
  K9006: { status: 503, message: "The server is shutting down. Try again in a moment." },
  K9007: { status: 400, message: "An Idempotency-Key has 1 to 255 printable ASCII characters." },
  K9008: { status: 404, message: "There is no such mail." },
  K9009: { status: 409, message: "This mail is {status}; only one that is FAILED can be sent again." },
  K9010: { status: 409, message: "The link in this mail has expired. Request a new one." },

  K9030: {
    status: 503,
    message: "Every connection to the database is in use. Nothing was done; try again in a moment.",
  },
  K9031: {
    status: 409,
    message:
      "The request was carried out, but its answer was lost. See details.changes for what it changed, and read that instead.",
  },
  K9032: {
    status: 503,
    message: "The server's disk is full. Nothing was done; an operator must free space. Try again later.",
  },
  K9055: {
    status: 503,
    message:
      "The database took too long, or concurrent requests changed the same data. Try again in a moment; a request with an Idempotency-Key or event_id is carried out once.",
  },
  K9056: {
    status: 503,
    message:
      "The operation takes longer than {seconds} seconds and may still finish. See what it changed before you send it again; with the same Idempotency-Key it is carried out once.",
    retryAfter: 30,
  },
  K9040: { status: 431, message: "The headers are larger than {limit} bytes in all. Send less." },

  K9020: { status: 404, message: "There is no such webhook endpoint." },
  K9021: { status: 404, message: "There is no such event." },
  K9022: { status: 422, message: "Webhooks cannot be sent to this address: {reason}." },
  K9023: { status: 409, message: "The webhook endpoint is disabled. Enable it first." },
  K9024: { status: 409, message: "A tenant has up to {limit} webhook endpoints. Delete one first." },
  K9025: { status: 404, message: "This event was never queued for this webhook endpoint." },
  K9026: {
    status: 422,
    message:
      "The request does not say which events to send again. Send event_id alone, or any of from, to and only_failed.",
  },
  K9011: {
    status: 503,
    message: "The server is overloaded. Nothing was done; try again in a moment.",
  },
} as const satisfies Record<string, CatalogueEntry>;

export type ErrorCode = keyof typeof CATALOGUE;
