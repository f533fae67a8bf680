import type { CatalogueEntry } from "../catalogue-entry.ts";

/** Errors of authentication and permission; a part of the catalogue. */
export const ACCESS_ERRORS = {
  app_id_invalid: {
    code: "K2001",
    status: 401,
    message: "The header x-app-id is missing or names no active application.",
  },
  token_missing: {
    code: "K2002",
    status: 401,
    message: "A bearer token is needed. Get one from POST /v1/auth/token.",
  },
  token_invalid: {
    code: "K2003",
    status: 401,
    message: "The bearer token is not valid or has expired. Get a new one from POST /v1/auth/token.",
  },
  token_of_other_tenant: {
    code: "K2004",
    status: 403,
    message: "The bearer token belongs to another tenant than the application in x-app-id.",
  },
  browser_application_not_allowed: {
    code: "K2005",
    status: 403,
    message: "An application of kind BROWSER may not call this operation. Call it from your back end.",
  },
  scope_missing: {
    code: "K2006",
    status: 403,
    message: "This needs the scope {scope}. An owner or admin of the tenant can grant it.",
  },
  client_credentials_invalid: {
    code: "K2007",
    status: 401,
    message: "The client id or the client secret is wrong.",
  },
  grant_type_unsupported: {
    code: "K2008",
    status: 400,
    message: "The grant type {grant_type} is not supported. Use {supported}.",
  },
  role_insufficient: {
    code: "K2009",
    status: 403,
    message: "Your role does not allow this; it needs {role}.",
  },
  customer_not_own: {
    code: "K2010",
    status: 403,
    message: "A user's token reaches that user's own customer only.",
  },
  sign_in_failed: { code: "K2011", status: 401, message: "The e-mail address or the password is wrong." },
  password_reset_link_invalid: {
    code: "K2012",
    status: 422,
    message: "The password reset link is not valid any more. Ask for a new one.",
  },
  password_too_weak: {
    code: "K2013",
    status: 422,
    message: "This password is too common or too easy to guess. Choose another.",
  },
  sign_in_required: {
    code: "K2014",
    status: 401,
    message: "This is for signed-in members of a tenant: {reason}.",
  },
  origin_not_allowed: {
    code: "K2015",
    status: 403,
    message: "This application may not be called from the origin {origin}.",
  },
  password_grant_failed: {
    code: "K2016",
    status: 400,
    message: "The e-mail address or the password is wrong.",
  },
  refresh_token_invalid: {
    code: "K2017",
    status: 400,
    message: "The refresh token is not valid any more. Sign in again.",
  },
  user_token_required: { code: "K2018", status: 403, message: "This needs the token of a signed-in user." },
  confirmation_link_invalid: {
    code: "K2019",
    status: 422,
    message: "The confirmation link is not valid any more. Register again.",
  },
  current_password_wrong: { code: "K2020", status: 422, message: "The current password is wrong." },
  two_factor_code_required: {
    code: "K2021",
    status: 401,
    message: "Enter the code that your authenticator shows.",
  },
  two_factor_code_invalid: { code: "K2022", status: 401, message: "The code is wrong, or was used already." },
  last_owner: {
    code: "K2023",
    status: 409,
    message: "A tenant needs at least one owner who has joined. Make another member an owner first.",
  },
  member_invitation_invalid: {
    code: "K2024",
    status: 422,
    message: "The invitation is not valid any more. Ask for a new one.",
  },
  installation_has_owner: {
    code: "K2025",
    status: 409,
    message: "This installation has an owner already. Sign in instead.",
  },
  member_not_found: { code: "K2026", status: 404, message: "There is no such member." },
  two_factor_already_set: {
    code: "K2027",
    status: 409,
    message: "Two-factor authentication is {state} already.",
  },
  server_application_required: {
    code: "K2028",
    status: 403,
    message:
      "This answer holds secrets of many people, so only your back end may request it, with the secret of an application. In the dashboard, reveal one secret at a time.",
  },
  portal_role_insufficient: {
    code: "K2029",
    status: 403,
    message:
      "This portal was opened with the link of a team member whose role does not allow this; it needs {role}. Ask an owner or admin of the team to do it, or to make a new link.",
  },
  provider_account_mismatch: {
    code: "K2030",
    status: 403,
    message:
      "A member with this address signs in with another account of the same provider. Use that account or your password; if it is gone, ask an owner to remove you from the team and to invite you again.",
  },
  setup_token_invalid: {
    code: "K2040",
    status: 403,
    message:
      "The setup token is missing or wrong. Open the address with /setup?token=… that the server printed when it started; the token is also in the file setup-token of its data folder.",
  },
} as const satisfies Record<string, CatalogueEntry>;
