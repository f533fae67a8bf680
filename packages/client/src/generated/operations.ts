// Made of the OpenAPI document by `npm run client`; a test holds it to be current.

/** Every operation by its place in the client. */
export const OPERATIONS = {
  applications: {
    /**
     * Create an application. A caller of the API. The identifier of a SERVER application and its client secret are shown this once.
     *
     * `POST /v1/applications`
     *
     * Errors of its own: K3017, K9031.
     */
    create: { id: "applications_create", method: "POST", path: "/v1/applications", token: true },
    /**
     * List applications. The tenant's applications, newest first, without their secrets.
     *
     * `GET /v1/applications`
     */
    list: { id: "applications_list", method: "GET", path: "/v1/applications", token: true, pages: "cursor" },
    /**
     * Change an application. Its name, allowed origins or scopes. Takes effect in every process within a second.
     *
     * `PATCH /v1/applications/{application_id}`
     *
     * Errors of its own: K3002, K3017.
     */
    update: { id: "applications_update", method: "PATCH", path: "/v1/applications/{application_id}", token: true },
    /**
     * Rotate an application's credentials. New identifier and client secret; the old ones go on working for overlap_seconds.
     *
     * `POST /v1/applications/{application_id}/rotate`
     *
     * Errors of its own: K3002, K9031.
     */
    rotate: { id: "applications_rotate", method: "POST", path: "/v1/applications/{application_id}/rotate", token: true },
    /**
     * Revoke an application. Its identifier, secret and tokens stop working within a second. Cannot be undone.
     *
     * `POST /v1/applications/{application_id}/revoke`
     *
     * Errors of its own: K3002.
     */
    revoke: { id: "applications_revoke", method: "POST", path: "/v1/applications/{application_id}/revoke", token: true },
  },
  audit: {
    /**
     * List audit entries. Who did what to which object, newest first, with the object before and after. Nothing of it can be changed, save that a person who asks to be forgotten is blanked. Each entry is sealed into the tenant's chain within a minute.
     *
     * `GET /v1/audit`
     */
    list: { id: "audit_list", method: "GET", path: "/v1/audit", token: true, pages: "cursor" },
    /**
     * Export audit entries as CSV. Oldest first, as a stream. Cells that a spreadsheet would take for a formula begin with an apostrophe.
     *
     * `GET /v1/audit/export/csv`
     */
    exportCsv: { id: "audit_exportCsv", method: "GET", path: "/v1/audit/export/csv", token: true, answers: "file" },
    /**
     * Export audit entries as NDJSON. Oldest first, as a stream: one JSON object a line, as they are listed.
     *
     * `GET /v1/audit/export/ndjson`
     */
    exportNdjson: { id: "audit_exportNdjson", method: "GET", path: "/v1/audit/export/ndjson", token: true, answers: "file" },
  },
  auth: {
    /**
     * Get an access token. OAuth 2.0 token endpoint (RFC 6749). `client_credentials`: for a SERVER application's back end. `password` and `refresh_token`: for a user, through a SERVER application (id and secret) or a BROWSER application (its id as client_id, or x-app-id). An access token lasts 15 minutes; a refresh token 30 days, once: one that comes back ends the session. A BROWSER application's failures count per account and address, 10 in 15 minutes. After 100 failures of strangers at an account in an hour, tries from devices and networks that have not signed in before take turns: an answer may take up to 30 seconds.
     *
     * `POST /v1/auth/token`
     *
     * Errors of its own: K2007, K2008, K2016, K2017.
     */
    token: { id: "auth_token", method: "POST", path: "/v1/auth/token" },
    /**
     * Revoke a token. RFC 7009: ends the session that the token belongs to. An unknown token is answered alike.
     *
     * `POST /v1/auth/revoke`
     *
     * Errors of its own: K2007.
     */
    revoke: { id: "auth_revoke", method: "POST", path: "/v1/auth/revoke" },
    /**
     * Sign out. Ends the session of the user's token, or with `everywhere` all sessions of the user, at once.
     *
     * `POST /v1/auth/sign-out`
     *
     * Errors of its own: K2018.
     */
    signOut: { id: "auth_signOut", method: "POST", path: "/v1/auth/sign-out", token: true },
    /**
     * Ask for a password reset. Mails a link when the address is known. The response and its time are the same when it is not.
     *
     * `POST /v1/auth/password/reset`
     */
    requestPasswordReset: { id: "auth_requestPasswordReset", method: "POST", path: "/v1/auth/password/reset" },
    /**
     * Complete a password reset. Sets a new password by the token of the mail. The token works once, for 30 minutes. All sessions end.
     *
     * `POST /v1/auth/password/confirm`
     *
     * Errors of its own: K2012, K2013, K9031.
     */
    confirmPasswordReset: { id: "auth_confirmPasswordReset", method: "POST", path: "/v1/auth/password/confirm" },
    /**
     * Change one's own password. For a signed-in user. All of the user's other sessions end.
     *
     * `POST /v1/auth/password/change`
     *
     * Errors of its own: K2013, K2018, K2020, K9031.
     */
    changePassword: { id: "auth_changePassword", method: "POST", path: "/v1/auth/password/change", token: true },
    /**
     * Register a user. Needs an invitation's token or code, unless the tenant lets people register openly. With the token of a mailed invitation the user is created at once; otherwise Usher sends a mail with a link first. A BROWSER application gets the same answer for an address that is known: its owner gets a mail.
     *
     * `POST /v1/auth/register`
     *
     * Errors of its own: K2013, K3003, K3007, K3008, K4003, K4007, K4008, K4009, K4010, K4013, K9031.
     */
    register: { id: "auth_register", method: "POST", path: "/v1/auth/register" },
    /**
     * Confirm an e-mail address. Makes the user of the address, by the token of the mail, with the password that is sent here: only who reads the mail chooses it. Works once, for 24 hours.
     *
     * `POST /v1/auth/verify`
     *
     * Errors of its own: K2013, K2019, K3003, K3007, K4009, K9031.
     */
    verifyEmail: { id: "auth_verifyEmail", method: "POST", path: "/v1/auth/verify" },
    /**
     * Get the signed-in user. The user of the token, with the customer whose entitlements they have.
     *
     * `GET /v1/auth/me`
     *
     * Errors of its own: K2018.
     */
    me: { id: "auth_me", method: "GET", path: "/v1/auth/me", token: true },
  },
  cardProvider: {
    /**
     * Check the connection to the card provider. Asks the card provider whether sales will work: the account and its key, currencies, permissions, taxes, what follows failed payments, and whether callbacks arrive, which takes up to 30 seconds. Nothing is sold or charged; a product named "Usher check" is made and deleted, and a registration of our address that is missing is made again. Each line says what it means and what to do.
     *
     * `POST /v1/billing/cardprovider/check`
     *
     * Errors of its own: K7007.
     */
    check: { id: "cardProvider_check", method: "POST", path: "/v1/billing/cardprovider/check", token: true },
    /**
     * Rotate the secret of the card provider's callbacks. Our address is registered again, and the old registration ends. Callbacks already sent with the old secret are still accepted.
     *
     * `POST /v1/billing/cardprovider/callbacks/rotate`
     *
     * Errors of its own: K3016, K7005, K7006, K7007, K7009, K7011, K7020, K9031.
     */
    rotateCallbacks: { id: "cardProvider_rotateCallbacks", method: "POST", path: "/v1/billing/cardprovider/callbacks/rotate", token: true },
    /**
     * Compare with the card provider. Compares every subscription on cards with the provider's; what changed within two minutes is left out. Only reads.
     *
     * `GET /v1/billing/cardprovider/drift`
     *
     * Errors of its own: K7005, K7006, K7007, K7009, K7020, K7024.
     */
    getDrift: { id: "cardProvider_getDrift", method: "GET", path: "/v1/billing/cardprovider/drift", token: true },
    /**
     * Get the result of the last comparison. The hourly job's, or one that a person asked for.
     *
     * `GET /v1/billing/cardprovider/drift/run`
     */
    getDriftRun: { id: "cardProvider_getDriftRun", method: "GET", path: "/v1/billing/cardprovider/drift/run", token: true },
    /**
     * Mend differences to the card provider. Status, period and ending are synced from the provider; a change that is scheduled here is scheduled there again; a subscription that only the provider has is saved if Usher began it, and a second one of ours is ended and refunded there. Nothing ends because it is missing, and the provider's prices stay: a person decides about those. Each mend is stored; all but the ending of a second one can be undone.
     *
     * `POST /v1/billing/cardprovider/drift/mend`
     *
     * Errors of its own: K7005, K7006, K7007, K7009, K7020, K7024.
     */
    mendDrift: { id: "cardProvider_mendDrift", method: "POST", path: "/v1/billing/cardprovider/drift/mend", token: true },
    /**
     * Decide about one difference to the card provider. Carries out a person's decision about a difference, after reading both sides again. It is stored and can be undone.
     *
     * `POST /v1/billing/cardprovider/drift/decide`
     *
     * Errors of its own: K6001, K6002, K7005, K7006, K7007, K7009, K7014, K7016, K7020, K7024, K9031.
     */
    decideDrift: { id: "cardProvider_decideDrift", method: "POST", path: "/v1/billing/cardprovider/drift/decide", token: true },
    /**
     * List what was mended. Newest first, with both sides before and after.
     *
     * `GET /v1/billing/cardprovider/drift/mends`
     */
    listMends: { id: "cardProvider_listMends", method: "GET", path: "/v1/billing/cardprovider/drift/mends", token: true, pages: "cursor" },
    /**
     * Undo a mend. Restores the side that was changed; a subscription that was adopted ends here. The hourly job leaves the returning difference alone.
     *
     * `POST /v1/billing/cardprovider/drift/mends/{id}/undo`
     *
     * Errors of its own: K6002, K7005, K7006, K7007, K7009, K7016, K7017, K7018, K7020, K7024, K9031.
     */
    undoMend: { id: "cardProvider_undoMend", method: "POST", path: "/v1/billing/cardprovider/drift/mends/{id}/undo", token: true },
    /**
     * Import subscriptions that the card provider has already. Imports live subscriptions of an existing account with their customers, page by page: no customer is charged, no period changes. A schedule with one future change and a set end are imported too. Each subscription gets its result, and one that cannot be imported does not stop the others. Idempotent. Call it as a dry run first, map the prices that it names, then run the import.
     *
     * `POST /v1/billing/cardprovider/import`
     *
     * Errors of its own: K5003, K7005, K7006, K7007, K7009, K7016, K7020, K7024.
     */
    import: { id: "cardProvider_import", method: "POST", path: "/v1/billing/cardprovider/import", token: true },
  },
  checkout: {
    /**
     * Create a checkout session. A hosted page on which the customer enters a card. The subscription starts when it is completed. An older page of the same customer and product that is still open is closed.
     *
     * `POST /v1/billing/checkout`
     *
     * Errors of its own: K3003, K3004, K5003, K5010, K6002, K6007, K6008, K6009, K6020, K7005, K7006, K7007, K7009, K7010, K7020, K7024, K7026, K7027, K9031.
     */
    create: { id: "checkout_create", method: "POST", path: "/v1/billing/checkout", token: true },
  },
  copies: {
    /**
     * Preview a copy of the catalog. What copying the catalog between a LIVE tenant and its sandbox would do to the caller's tenant: from the sandbox where the caller's tenant is LIVE, and the other way round.
     *
     * `GET /v1/catalog/copies/preview`
     *
     * Errors of its own: K3001, K5022.
     */
    preview: { id: "copies_preview", method: "GET", path: "/v1/catalog/copies/preview", token: true },
    /**
     * Copy the catalog. Copies the catalog of the sandbox to the caller's LIVE tenant, or the other way round: exactly what the preview of that version shows, all of it or nothing. It takes nothing away.
     *
     * `POST /v1/catalog/copies`
     *
     * Errors of its own: K3001, K5006, K5008, K5009, K5020, K5021, K5022, K9031.
     */
    create: { id: "copies_create", method: "POST", path: "/v1/catalog/copies", token: true },
  },
  creditNotes: {
    /**
     * Issue a credit note for an invoice. Takes back an open or paid invoice: all of it, lines of it, or an amount. What was not paid yet lowers what is to be paid, and at 0 the invoice is PAID; what was paid becomes credit or is given back, as `to` says. Never more than what is left of a line and of the invoice: of several at once, those that find too little are refused (credit_exceeds_remaining), and those that send what they saw (`left_to_credit`) where it has changed (correction_amount_changed). PROVIDER_A: the card provider issues it, numbers and mails it; of two at once one is refused (invoice_correction_in_progress).
     *
     * `POST /v1/billing/invoices/{id}/credit-notes`
     *
     * Errors of its own: K5019, K6012, K6013, K6034, K6041, K6042, K6043, K6045, K6047, K6048, K6063, K6077, K7005, K9031.
     */
    create: { id: "creditNotes_create", method: "POST", path: "/v1/billing/invoices/{id}/credit-notes", token: true },
    /**
     * Preview a credit note. What the credit note would say and do now; nothing is written.
     *
     * `POST /v1/billing/invoices/{id}/credit-notes/preview`
     *
     * Errors of its own: K5019, K6012, K6013, K6041, K6042, K6043, K6063, K7005.
     */
    preview: { id: "creditNotes_preview", method: "POST", path: "/v1/billing/invoices/{id}/credit-notes/preview", token: true },
    /**
     * List credit notes. Newest first, with their lines; by customer, invoice or subscription.
     *
     * `GET /v1/billing/credit-notes`
     *
     * Errors of its own: K3003.
     */
    list: { id: "creditNotes_list", method: "GET", path: "/v1/billing/credit-notes", token: true, pages: "cursor" },
    /**
     * Get a credit note. With its lines.
     *
     * `GET /v1/billing/credit-notes/{id}`
     *
     * Errors of its own: K6040.
     */
    get: { id: "creditNotes_get", method: "GET", path: "/v1/billing/credit-notes/{id}", token: true },
    /**
     * Download a credit note as PDF. A credit note of ours; the card provider has the documents of its own.
     *
     * `GET /v1/billing/credit-notes/{id}/pdf`
     *
     * Errors of its own: K6040, K6050.
     */
    download: { id: "creditNotes_download", method: "GET", path: "/v1/billing/credit-notes/{id}/pdf", token: true, answers: "file" },
  },
  customers: {
    /**
     * Get a customer's balance. Credit, what waits, what is held and what is left to pay, per currency, from the journal.
     *
     * `GET /v1/billing/customers/{id}/balance`
     *
     * Errors of its own: K3003.
     */
    getBalance: { id: "customers_getBalance", method: "GET", path: "/v1/billing/customers/{id}/balance", token: true },
  },
  disputes: {
    /**
     * List disputes. Newest first: what cardholders dispute at their banks, as the card provider tells it; by customer or invoice.
     *
     * `GET /v1/billing/disputes`
     *
     * Errors of its own: K3003.
     */
    list: { id: "disputes_list", method: "GET", path: "/v1/billing/disputes", token: true, pages: "cursor" },
  },
  entitlements: {
    /**
     * Check a single entitlement. Whether a customer may use a feature now, with the numbers behind the answer.
     *
     * `GET /v1/billing/entitlements/{feature_key}`
     *
     * Errors of its own: K3003, K3006, K8001.
     */
    check: { id: "entitlements_check", method: "GET", path: "/v1/billing/entitlements/{feature_key}", token: true },
    /**
     * Check all entitlements. The answers for one unit of every feature at once, without upgrade options.
     *
     * `GET /v1/billing/entitlements`
     *
     * Errors of its own: K3003, K3006.
     */
    list: { id: "entitlements_list", method: "GET", path: "/v1/billing/entitlements", token: true },
    /**
     * Get a signed snapshot of all entitlements. Store it with your product: it is verified without a request to us, so that your product works while we cannot be reached.
     *
     * `GET /v1/billing/entitlements/snapshot`
     *
     * Errors of its own: K3003, K3006.
     */
    snapshot: { id: "entitlements_snapshot", method: "GET", path: "/v1/billing/entitlements/snapshot", token: true },
  },
  events: {
    /**
     * List events. What happened in the tenant, newest first. An event appears once its change has committed, which can be 30 seconds after its timestamp: to read all events since a time, begin a minute earlier and skip the ids that you know.
     *
     * `GET /v1/events`
     */
    list: { id: "events_list", method: "GET", path: "/v1/events", token: true, pages: "cursor" },
    /**
     * Get an event. As it is delivered to webhook endpoints.
     *
     * `GET /v1/events/{event_id}`
     *
     * Errors of its own: K9021.
     */
    get: { id: "events_get", method: "GET", path: "/v1/events/{event_id}", token: true },
  },
  features: {
    /**
     * Create a feature. Something a plan can grant. Key and type never change.
     *
     * `POST /v1/catalog/features`
     *
     * Errors of its own: K5006, K9031.
     */
    create: { id: "features_create", method: "POST", path: "/v1/catalog/features", token: true },
    /**
     * List features. Newest first.
     *
     * `GET /v1/catalog/features`
     */
    list: { id: "features_list", method: "GET", path: "/v1/catalog/features", token: true, pages: "cursor" },
    /**
     * Get a feature. One feature.
     *
     * `GET /v1/catalog/features/{feature_id}`
     *
     * Errors of its own: K5004.
     */
    get: { id: "features_get", method: "GET", path: "/v1/catalog/features/{feature_id}", token: true },
    /**
     * Change a feature. Its name, description and order.
     *
     * `PATCH /v1/catalog/features/{feature_id}`
     *
     * Errors of its own: K5004.
     */
    update: { id: "features_update", method: "PATCH", path: "/v1/catalog/features/{feature_id}", token: true },
    /**
     * Archive a feature. No new pack can grant it.
     *
     * `POST /v1/catalog/features/{feature_id}/archive`
     *
     * Errors of its own: K5004.
     */
    archive: { id: "features_archive", method: "POST", path: "/v1/catalog/features/{feature_id}/archive", token: true },
  },
  invitations: {
    /**
     * Create an invitation code. A code that people can read and type, for one redemption or up to a thousand.
     *
     * `POST /v1/invitations/code`
     *
     * Errors of its own: K4004, K4005, K4006, K5003, K5005, K5007, K5008, K9031.
     */
    createCode: { id: "invitations_createCode", method: "POST", path: "/v1/invitations/code" },
    /**
     * Invite a person by mail. For one address and one use, valid for a week by default. Inviting the address again renews the same invitation. The waitlist entry of the address becomes INVITED.
     *
     * `POST /v1/invitations/token`
     *
     * Errors of its own: K4002, K4004, K9031.
     */
    createToken: { id: "invitations_createToken", method: "POST", path: "/v1/invitations/token" },
    /**
     * List invitations. The tokens and the codes that were not revoked, newest first. limit and offset count in each of the two lists; x-total-count is of both together.
     *
     * `GET /v1/invitations`
     */
    list: { id: "invitations_list", method: "GET", path: "/v1/invitations", pages: "total" },
    /**
     * Revoke an invitation token. The link stops working and its waitlist entry becomes PENDING. Idempotent.
     *
     * `POST /v1/invitations/tokens/{id}/revoke`
     *
     * Errors of its own: K4003, K4011.
     */
    revokeToken: { id: "invitations_revokeToken", method: "POST", path: "/v1/invitations/tokens/{id}/revoke" },
    /**
     * Send an invitation again. For another week; an expired invitation becomes valid again.
     *
     * `POST /v1/invitations/tokens/{id}/resend`
     *
     * Errors of its own: K4002, K4003, K4011, K9031.
     */
    resendToken: { id: "invitations_resendToken", method: "POST", path: "/v1/invitations/tokens/{id}/resend" },
    /**
     * Revoke an invitation code. The code cannot be redeemed any more; earlier redemptions stay. Idempotent.
     *
     * `POST /v1/invitations/codes/{id}/revoke`
     *
     * Errors of its own: K4003.
     */
    revokeCode: { id: "invitations_revokeCode", method: "POST", path: "/v1/invitations/codes/{id}/revoke" },
    /**
     * Check an invitation. Whether a code or a token can be redeemed, before a person fills in a form. Does not redeem it.
     *
     * `POST /v1/invitations/check`
     *
     * Errors of its own: K4003, K4013.
     */
    check: { id: "invitations_check", method: "POST", path: "/v1/invitations/check" },
    /**
     * Redeem an invitation. A code or a token, by a signed-in user, or by your back end for a user of yours. Never more often than the invitation allows, also under concurrency; repeating it for the same user returns the same redemption. A registration redeems its invitation itself.
     *
     * `POST /v1/invitations/redeem`
     *
     * Errors of its own: K3003, K4003, K4009, K4010, K4013.
     */
    redeem: { id: "invitations_redeem", method: "POST", path: "/v1/invitations/redeem", token: true },
    /**
     * List redemptions. The redemptions with user and time, newest first.
     *
     * `GET /v1/invitations/redemptions`
     */
    redemptions: { id: "invitations_redemptions", method: "GET", path: "/v1/invitations/redemptions", pages: "cursor" },
  },
  invoiceNotices: {
    /**
     * List notices about invoices. Newest first: what the card provider tells of invoices and a person has to act on, with what to do. One closes when there is nothing left to do, or when it is dismissed.
     *
     * `GET /v1/billing/invoice-notices`
     */
    list: { id: "invoiceNotices_list", method: "GET", path: "/v1/billing/invoice-notices", token: true, pages: "cursor" },
    /**
     * Dismiss a notice about an invoice. Closes it, because you have acted or will not. Dismissed twice is dismissed once.
     *
     * `POST /v1/billing/invoice-notices/{id}/dismiss`
     *
     * Errors of its own: K6054, K9031.
     */
    dismiss: { id: "invoiceNotices_dismiss", method: "POST", path: "/v1/billing/invoice-notices/{id}/dismiss", token: true },
  },
  invoices: {
    /**
     * List invoices. Newest first, of both providers; by customer, subscription, status or provider.
     *
     * `GET /v1/billing/invoices`
     *
     * Errors of its own: K3003.
     */
    list: { id: "invoices_list", method: "GET", path: "/v1/billing/invoices", token: true, pages: "cursor" },
    /**
     * Invoice a customer by hand. A one-off invoice for no subscription. PROVIDER_B: to be paid by transfer, issued at once under the next number and mailed; each line is a charge with the cause ITEM, and credit that the customer has for no subscription pays of it what it can. PROVIDER_A: the card provider issues it and charges the customer's default card, or the newest one where none is the default; where the card is declined, it stays OPEN, and the provider tries again.
     *
     * `POST /v1/billing/invoices`
     *
     * Errors of its own: K3003, K5011, K5018, K5019, K6048, K6052, K6053, K7005, K7006, K7007, K7009, K7020, K7024, K7026, K7027, K9031.
     */
    create: { id: "invoices_create", method: "POST", path: "/v1/billing/invoices", token: true },
    /**
     * Get an invoice. With its lines.
     *
     * `GET /v1/billing/invoices/{id}`
     *
     * Errors of its own: K6012.
     */
    get: { id: "invoices_get", method: "GET", path: "/v1/billing/invoices/{id}", token: true },
    /**
     * Download an invoice as PDF. The card provider's own document, or ours.
     *
     * `GET /v1/billing/invoices/{id}/pdf`
     *
     * Errors of its own: K6012, K6013, K7005.
     */
    download: { id: "invoices_download", method: "GET", path: "/v1/billing/invoices/{id}/pdf", token: true, answers: "file" },
    /**
     * Preview an invoice by hand. Who would be invoiced, what, until when, or with which card; nothing is written.
     *
     * `POST /v1/billing/invoices/preview`
     *
     * Errors of its own: K3003, K5011, K5018, K5019, K6052, K7006.
     */
    preview: { id: "invoices_preview", method: "POST", path: "/v1/billing/invoices/preview", token: true },
    /**
     * Record a payment of an invoice of ours. PROVIDER_B: money received by transfer, in full or in part, or with `surplus` more than is due; an empty body pays all that is left, now. When nothing is left to pay the invoice is PAID, and a subscription that was past due is ACTIVE again.
     *
     * `POST /v1/billing/invoices/{id}/payments`
     *
     * Errors of its own: K6012, K6013, K6014, K6016, K6030, K6034, K6071, K9031.
     */
    pay: { id: "invoices_pay", method: "POST", path: "/v1/billing/invoices/{id}/payments", token: true },
    /**
     * List the payments of an invoice of ours. PROVIDER_B: newest first, those that were taken back included. Payments of invoices of PROVIDER_A are the card provider's: the list is empty.
     *
     * `GET /v1/billing/invoices/{id}/payments`
     *
     * Errors of its own: K6012.
     */
    listPayments: { id: "invoices_listPayments", method: "GET", path: "/v1/billing/invoices/{id}/payments", token: true, pages: "cursor" },
    /**
     * Download the receipt of a payment as PDF. PROVIDER_B: of a payment in part as well. One that was taken back says so. Receipts of PROVIDER_A are the card provider's.
     *
     * `GET /v1/billing/invoices/{id}/payments/{payment_id}/receipt`
     *
     * Errors of its own: K6012, K6031.
     */
    downloadReceipt: { id: "invoices_downloadReceipt", method: "GET", path: "/v1/billing/invoices/{id}/payments/{payment_id}/receipt", token: true, answers: "file" },
    /**
     * List what was decided about an invoice. What people did with it by hand and why, newest first.
     *
     * `GET /v1/billing/invoices/{id}/decisions`
     *
     * Errors of its own: K6012.
     */
    listDecisions: { id: "invoices_listDecisions", method: "GET", path: "/v1/billing/invoices/{id}/decisions", token: true, pages: "cursor" },
    /**
     * Take back a payment of an invoice of ours. PROVIDER_B: for a payment that was recorded by mistake, or whose money went back. It stays in the list of payments, and counts no more, nor does the credit that its surplus was: an invoice that was PAID is OPEN for its amount, with the due date that it had, and the status of its subscription follows. Credit that notes made of the payment is taken back, too: it comes off what is to be paid of the invoice instead, and what was used of it is owed. Money that was given back of it stays to be paid. One that is UNCOLLECTIBLE stays so; what a change of plan gave back for its time is owed again, up to what is not paid.
     *
     * `POST /v1/billing/invoices/{id}/payments/{payment_id}/take-back`
     *
     * Errors of its own: K6012, K6016, K6031, K6032, K9031.
     */
    takeBackPayment: { id: "invoices_takeBackPayment", method: "POST", path: "/v1/billing/invoices/{id}/payments/{payment_id}/take-back", token: true },
    /**
     * Get the reminders of an invoice of ours. PROVIDER_B: which reminders were sent, and which come when, by the tenant's `reminder_days`. An invoice of PROVIDER_A has none: the card provider reminds of it.
     *
     * `GET /v1/billing/invoices/{id}/reminders`
     *
     * Errors of its own: K6012.
     */
    getReminders: { id: "invoices_getReminders", method: "GET", path: "/v1/billing/invoices/{id}/reminders", token: true },
    /**
     * Stop the reminders of an invoice of ours. PROVIDER_B: none is sent for this invoice until they are resumed. It stays overdue, and its subscription past due. Stopped twice is stopped once.
     *
     * `POST /v1/billing/invoices/{id}/reminders/stop`
     *
     * Errors of its own: K6012, K6013, K6016, K9031.
     */
    stopReminders: { id: "invoices_stopReminders", method: "POST", path: "/v1/billing/invoices/{id}/reminders/stop", token: true },
    /**
     * Resume the reminders of an invoice of ours. PROVIDER_B: those whose day has passed meanwhile are not sent any more; the next one is.
     *
     * `POST /v1/billing/invoices/{id}/reminders/resume`
     *
     * Errors of its own: K6012, K6013, K6016, K9031.
     */
    resumeReminders: { id: "invoices_resumeReminders", method: "POST", path: "/v1/billing/invoices/{id}/reminders/resume", token: true },
    /**
     * Send a reminder of an overdue invoice of ours now. PROVIDER_B: beside the planned ones, which go on, and also where they are stopped. Not within a day of another reminder (reminder_too_soon); of two at once the first one counts.
     *
     * `POST /v1/billing/invoices/{id}/reminders/send`
     *
     * Errors of its own: K6012, K6013, K6016, K6064, K6065, K6066, K9031.
     */
    sendReminder: { id: "invoices_sendReminder", method: "POST", path: "/v1/billing/invoices/{id}/reminders/send", token: true },
    /**
     * Extend the due date of an invoice of ours. PROVIDER_B: it is not overdue until then, and a subscription that was past due because of it is ACTIVE again. Its reminders begin anew after the new date.
     *
     * `POST /v1/billing/invoices/{id}/due-date`
     *
     * Errors of its own: K6012, K6013, K6016, K6033, K9031.
     */
    extendDueDate: { id: "invoices_extendDueDate", method: "POST", path: "/v1/billing/invoices/{id}/due-date", token: true },
    /**
     * Write off what is left of an invoice. What is left to pay is given up, and the invoice is UNCOLLECTIBLE. What was paid of it stays paid. PROVIDER_B: its subscription is not past due because of it any more, and a payment that comes all the same can be recorded. PROVIDER_A: the card provider marks it uncollectible and collects it no more; one that was paid or voided there meanwhile is refused (invoice_status_conflict). After card_provider_unavailable it is finished within minutes.
     *
     * `POST /v1/billing/invoices/{id}/write-off`
     *
     * Errors of its own: K6012, K6013, K7005, K7006, K7007, K7009, K7020, K9031.
     */
    writeOff: { id: "invoices_writeOff", method: "POST", path: "/v1/billing/invoices/{id}/write-off", token: true },
    /**
     * Take back the write-off of an invoice of ours. PROVIDER_B: an UNCOLLECTIBLE invoice is OPEN again for what is not paid of it, with the due date that it has, and the status of its subscription follows. An invoice that the card provider gave up stays so (invoice_collected_by_card).
     *
     * `POST /v1/billing/invoices/{id}/reopen`
     *
     * Errors of its own: K6012, K6013, K6016, K9031.
     */
    reopen: { id: "invoices_reopen", method: "POST", path: "/v1/billing/invoices/{id}/reopen", token: true },
    /**
     * Void an invoice of ours. PROVIDER_B: nothing more is owed for it; `charges` says whether what was on it is invoiced again, at once or with the next invoice. Its number is not used again, so that numbers have no gaps.
     *
     * `POST /v1/billing/invoices/{id}/void`
     *
     * Errors of its own: K6012, K6013, K6014, K6016, K6024, K9031.
     */
    void: { id: "invoices_void", method: "POST", path: "/v1/billing/invoices/{id}/void", token: true },
  },
  ledger: {
    /**
     * List charges. Everything that customers owe or are owed, newest first, of both providers: what waits for an invoice, what is on one, what is held for a decision. Each with its transfers in the journal.
     *
     * `GET /v1/billing/ledger`
     *
     * Errors of its own: K3003.
     */
    list: { id: "ledger_list", method: "GET", path: "/v1/billing/ledger", token: true, pages: "cursor" },
    /**
     * Get a charge. With its transfers in the journal.
     *
     * `GET /v1/billing/ledger/{id}`
     *
     * Errors of its own: K6022.
     */
    get: { id: "ledger_get", method: "GET", path: "/v1/billing/ledger/{id}", token: true },
    /**
     * Decide about a held charge. A charge is held when its invoice was voided, or its item deleted, at the card provider: that does not say whether it is still owed; or when it was a customer's balance in an account of the card provider that the tenant left. Of several decisions the first one counts; the others are refused (charge_not_held).
     *
     * `POST /v1/billing/ledger/{id}/decide`
     *
     * Errors of its own: K6022, K6023, K6024, K6076, K9031.
     */
    decide: { id: "ledger_decide", method: "POST", path: "/v1/billing/ledger/{id}/decide", token: true },
    /**
     * Settle credit that no subscription's invoice uses. Credit waits for the next invoice of its subscription. When that has ended, no invoice will use it, and credit for no subscription waits for the customer's next one-off invoice by transfer: this pays it back, gives it to another subscription, pays an open invoice with it, or writes it off. Of several at once the first one counts; the others are refused (credit_amount_changed).
     *
     * `POST /v1/billing/ledger/settle-credit`
     *
     * Errors of its own: K3003, K6001, K6034, K6045, K6060, K6061, K6062, K6067, K9031.
     */
    settleCredit: { id: "ledger_settleCredit", method: "POST", path: "/v1/billing/ledger/settle-credit", token: true },
  },
  overrides: {
    /**
     * Create an override. Changes what the customer's plan grants, while it is in force. Of several overrides the later one wins, field by field; limit_add adds up. One that would bill use past a limit of a subscription at a price of 0 without a card is refused.
     *
     * `POST /v1/billing/overrides`
     *
     * Errors of its own: K3003, K6021, K7005, K7006, K7007, K7009, K7020, K8001, K8011, K9031.
     */
    create: { id: "overrides_create", method: "POST", path: "/v1/billing/overrides", token: true },
    /**
     * List overrides. Newest first; by customer, feature, or those in force.
     *
     * `GET /v1/billing/overrides`
     *
     * Errors of its own: K3003, K8001.
     */
    list: { id: "overrides_list", method: "GET", path: "/v1/billing/overrides", token: true, pages: "cursor" },
    /**
     * Get an override. With its reason and author.
     *
     * `GET /v1/billing/overrides/{id}`
     *
     * Errors of its own: K8012.
     */
    get: { id: "overrides_get", method: "GET", path: "/v1/billing/overrides/{id}", token: true },
    /**
     * Revoke an override. It is no longer in force. Idempotent.
     *
     * `POST /v1/billing/overrides/{id}/revoke`
     *
     * Errors of its own: K8012.
     */
    revoke: { id: "overrides_revoke", method: "POST", path: "/v1/billing/overrides/{id}/revoke", token: true },
  },
  packMigrations: {
    /**
     * Preview moving subscribers to a pack. What subscribers would gain and lose, and what a move now would make them owe. Changes nothing.
     *
     * `POST /v1/catalog/packs/{pack_id}/migrations/preview`
     *
     * Errors of its own: K5005, K5015.
     */
    preview: { id: "packMigrations_preview", method: "POST", path: "/v1/catalog/packs/{pack_id}/migrations/preview", token: true },
    /**
     * Move subscribers to a pack. The worker moves them one by one and resumes after an interruption; usage, overrides and drivers stay. Subscribers at a price of 0 without a card are skipped where the new pack bills use past a limit that theirs does not bill. One migration of a plan at a time, including a rollback.
     *
     * `POST /v1/catalog/packs/{pack_id}/migrations`
     *
     * Errors of its own: K5005, K5007, K5014, K5015, K9031.
     */
    start: { id: "packMigrations_start", method: "POST", path: "/v1/catalog/packs/{pack_id}/migrations", token: true },
    /**
     * List pack migrations. Newest first, with their progress.
     *
     * `GET /v1/pack-migrations`
     */
    list: { id: "packMigrations_list", method: "GET", path: "/v1/pack-migrations", token: true, pages: "cursor" },
    /**
     * Get a pack migration. With its progress.
     *
     * `GET /v1/pack-migrations/{id}`
     *
     * Errors of its own: K5016.
     */
    get: { id: "packMigrations_get", method: "GET", path: "/v1/pack-migrations/{id}", token: true },
    /**
     * Roll a pack migration back. Every subscription that it moved returns to its old pack, unless it has changed since. Stops a running migration. Idempotent.
     *
     * `POST /v1/pack-migrations/{id}/rollback`
     *
     * Errors of its own: K5014, K5016, K5017.
     */
    rollback: { id: "packMigrations_rollback", method: "POST", path: "/v1/pack-migrations/{id}/rollback", token: true },
  },
  packs: {
    /**
     * Create a pack. A draft of the next version of a plan's entitlements.
     *
     * `POST /v1/catalog/packs`
     *
     * Errors of its own: K5002, K5005, K5008, K5009, K5011, K5018, K5019, K8001, K9031.
     */
    create: { id: "packs_create", method: "POST", path: "/v1/catalog/packs", token: true },
    /**
     * List packs. Newest first, of one plan when it is named.
     *
     * `GET /v1/catalog/packs`
     *
     * Errors of its own: K5002.
     */
    list: { id: "packs_list", method: "GET", path: "/v1/catalog/packs", token: true, pages: "cursor" },
    /**
     * Get a pack. One version with its entitlements.
     *
     * `GET /v1/catalog/packs/{pack_id}`
     *
     * Errors of its own: K5005.
     */
    get: { id: "packs_get", method: "GET", path: "/v1/catalog/packs/{pack_id}", token: true },
    /**
     * Delete a draft. Deletes a draft.
     *
     * `DELETE /v1/catalog/packs/{pack_id}`
     *
     * Errors of its own: K5005, K5007.
     */
    delete: { id: "packs_delete", method: "DELETE", path: "/v1/catalog/packs/{pack_id}", token: true },
    /**
     * Set a draft's entitlements. Replaces the whole bundle of a draft.
     *
     * `PUT /v1/catalog/packs/{pack_id}/entitlements`
     *
     * Errors of its own: K5005, K5007, K5008, K5009, K5011, K5018, K5019, K8001.
     */
    setEntitlements: { id: "packs_setEntitlements", method: "PUT", path: "/v1/catalog/packs/{pack_id}/entitlements", token: true },
    /**
     * Publish a pack. Makes a draft the version on sale; the one before is archived. A published pack never changes.
     *
     * `POST /v1/catalog/packs/{pack_id}/publish`
     *
     * Errors of its own: K5005, K5007, K5008, K5009, K9031.
     */
    publish: { id: "packs_publish", method: "POST", path: "/v1/catalog/packs/{pack_id}/publish", token: true },
    /**
     * Archive a pack. Takes a version off sale for good; it still serves the subscriptions pinned to it.
     *
     * `POST /v1/catalog/packs/{pack_id}/archive`
     *
     * Errors of its own: K5005, K5007.
     */
    archive: { id: "packs_archive", method: "POST", path: "/v1/catalog/packs/{pack_id}/archive", token: true },
    /**
     * Compare a pack. The differences between it and the version on sale.
     *
     * `GET /v1/catalog/packs/{pack_id}/diff`
     *
     * Errors of its own: K5005.
     */
    diff: { id: "packs_diff", method: "GET", path: "/v1/catalog/packs/{pack_id}/diff", token: true },
  },
  paymentMethods: {
    /**
     * List a customer's cards. Of all currencies, default cards first. A customer who pays in several has cards for each: one card pays in one currency.
     *
     * `GET /v1/billing/payment-methods`
     *
     * Errors of its own: K3003, K7005, K7006, K7007, K7009, K7020, K7024.
     */
    list: { id: "paymentMethods_list", method: "GET", path: "/v1/billing/payment-methods", token: true },
    /**
     * Set the card that is charged. Attaches an already verified card and makes it the one that is charged for its currency. Open invoices in that currency are tried again with it at once.
     *
     * `POST /v1/billing/payment-methods`
     *
     * Errors of its own: K3003, K5011, K5018, K6004, K7001, K7002, K7003, K7004, K7005, K7006, K7007, K7009, K7020, K7021, K7022, K7024, K7026, K7027, K9031.
     */
    set: { id: "paymentMethods_set", method: "POST", path: "/v1/billing/payment-methods", token: true },
    /**
     * Remove a card. It is no longer charged.
     *
     * `DELETE /v1/billing/payment-methods/{id}`
     *
     * Errors of its own: K3003, K7004, K7005, K7006, K7007, K7009, K7020, K7024.
     */
    remove: { id: "paymentMethods_remove", method: "DELETE", path: "/v1/billing/payment-methods/{id}", token: true },
    /**
     * Create a card-setup intent. For an embedded card form: no redirect, no charge.
     *
     * `POST /v1/billing/cardprovider/setup-intent`
     *
     * Errors of its own: K3003, K3004, K5011, K5018, K7005, K7006, K7007, K7009, K7020, K7024, K7026, K7027.
     */
    createSetupIntent: { id: "paymentMethods_createSetupIntent", method: "POST", path: "/v1/billing/cardprovider/setup-intent", token: true },
    /**
     * Get what a card form is opened with. For pages that show the card provider's fields themselves, instead of embedding our card form.
     *
     * `GET /v1/billing/cardprovider/card-form`
     *
     * Errors of its own: K7007.
     */
    cardForm: { id: "paymentMethods_cardForm", method: "GET", path: "/v1/billing/cardprovider/card-form" },
  },
  plans: {
    /**
     * Create a plan. A tier of a product.
     *
     * `POST /v1/catalog/plans`
     *
     * Errors of its own: K5001, K5002, K5006, K5008, K9031.
     */
    create: { id: "plans_create", method: "POST", path: "/v1/catalog/plans", token: true },
    /**
     * List plans. Newest first, of one product when it is named.
     *
     * `GET /v1/catalog/plans`
     *
     * Errors of its own: K5001.
     */
    list: { id: "plans_list", method: "GET", path: "/v1/catalog/plans", token: true, pages: "cursor" },
    /**
     * Get a plan. One plan.
     *
     * `GET /v1/catalog/plans/{plan_id}`
     *
     * Errors of its own: K5002.
     */
    get: { id: "plans_get", method: "GET", path: "/v1/catalog/plans/{plan_id}", token: true },
    /**
     * Change a plan. Its name, description, order and how the price list shows it.
     *
     * `PATCH /v1/catalog/plans/{plan_id}`
     *
     * Errors of its own: K5002.
     */
    update: { id: "plans_update", method: "PATCH", path: "/v1/catalog/plans/{plan_id}", token: true },
    /**
     * Order a product's plans. Sets the positions of its plans, which the price list follows.
     *
     * `POST /v1/catalog/plans/order`
     *
     * Errors of its own: K5001, K5002.
     */
    order: { id: "plans_order", method: "POST", path: "/v1/catalog/plans/order", token: true },
    /**
     * Preview a plan. How the price list would show the plan with a version of its features, saved or not, and what a customer pays for some use, by the rules that bill it. Changes nothing.
     *
     * `POST /v1/catalog/plans/{plan_id}/preview`
     *
     * Errors of its own: K5002, K5003, K5005, K5009, K8001, K8003.
     */
    preview: { id: "plans_preview", method: "POST", path: "/v1/catalog/plans/{plan_id}/preview", token: true },
    /**
     * Archive a plan. Takes it off sale, once it has no live subscription.
     *
     * `POST /v1/catalog/plans/{plan_id}/archive`
     *
     * Errors of its own: K5002, K5012, K5013.
     */
    archive: { id: "plans_archive", method: "POST", path: "/v1/catalog/plans/{plan_id}/archive", token: true },
  },
  portal: {
    /**
     * Open the card provider's own portal. A short-lived link to the provider's page with the customer's invoices and cards in one currency.
     *
     * `POST /v1/billing/cardprovider/portal-session`
     *
     * Errors of its own: K3003, K5011, K5018, K7005, K7006, K7007, K7009, K7020, K7024, K7026, K7027.
     */
    openProvider: { id: "portal_openProvider", method: "POST", path: "/v1/billing/cardprovider/portal-session", token: true },
    /**
     * Open the customer portal. A link with which a customer whom your back end has signed in sees and changes their subscription: plan, usage, invoices, card. It works once, within five minutes; the portal then stays open for half an hour. A link made with a team member's token is limited to what their role allows, and the audit log names them.
     *
     * `POST /v1/billing/portal-sessions`
     *
     * Errors of its own: K3003, K9031.
     */
    createSession: { id: "portal_createSession", method: "POST", path: "/v1/billing/portal-sessions", token: true },
  },
  prices: {
    /**
     * Create a plan price. What a plan costs in one currency and interval.
     *
     * `POST /v1/catalog/prices`
     *
     * Errors of its own: K5002, K5006, K5008, K5009, K5011, K5018, K5019, K9031.
     */
    create: { id: "prices_create", method: "POST", path: "/v1/catalog/prices", token: true },
    /**
     * List plan prices. Newest first, of one plan when it is named.
     *
     * `GET /v1/catalog/prices`
     *
     * Errors of its own: K5002.
     */
    list: { id: "prices_list", method: "GET", path: "/v1/catalog/prices", token: true, pages: "cursor" },
    /**
     * Get a plan price. One price.
     *
     * `GET /v1/catalog/prices/{plan_price_id}`
     *
     * Errors of its own: K5003.
     */
    get: { id: "prices_get", method: "GET", path: "/v1/catalog/prices/{plan_price_id}", token: true },
    /**
     * Change a plan price. Its label and trial; amount, currency and interval never change.
     *
     * `PATCH /v1/catalog/prices/{plan_price_id}`
     *
     * Errors of its own: K5003.
     */
    update: { id: "prices_update", method: "PATCH", path: "/v1/catalog/prices/{plan_price_id}", token: true },
    /**
     * Archive a plan price. Takes it off sale; its subscriptions continue.
     *
     * `POST /v1/catalog/prices/{plan_price_id}/archive`
     *
     * Errors of its own: K5003.
     */
    archive: { id: "prices_archive", method: "POST", path: "/v1/catalog/prices/{plan_price_id}/archive", token: true },
  },
  pricing: {
    /**
     * Get the price list's data. Products, public plans, prices and features, as a price list shows them.
     *
     * `GET /v1/pricing`
     */
    get: { id: "pricing_get", method: "GET", path: "/v1/pricing" },
  },
  privacy: {
    /**
     * Export a person's data. All data of one person, in all areas, as one JSON document that is streamed. Hashes and secrets of the account are left out. The audit log records the export and who made it.
     *
     * `GET /v1/privacy/export`
     *
     * Errors of its own: K3050, K3053.
     */
    export: { id: "privacy_export", method: "GET", path: "/v1/privacy/export", token: true },
    /**
     * Erase a person. Erases one person's data in all areas, for good, and at the card provider. Invoices stay, without name and address. The erasure runs in the background; repeating the request returns the erasure in progress.
     *
     * `POST /v1/privacy/erasures`
     *
     * Errors of its own: K3050, K3051, K3052, K3053, K6007.
     */
    erase: { id: "privacy_erase", method: "POST", path: "/v1/privacy/erasures", token: true },
    /**
     * List erasures. The tenant's erasures, newest first.
     *
     * `GET /v1/privacy/erasures`
     */
    listErasures: { id: "privacy_listErasures", method: "GET", path: "/v1/privacy/erasures", token: true, pages: "cursor" },
    /**
     * Get an erasure. The status of an erasure.
     *
     * `GET /v1/privacy/erasures/{id}`
     *
     * Errors of its own: K3054.
     */
    getErasure: { id: "privacy_getErasure", method: "GET", path: "/v1/privacy/erasures/{id}", token: true },
  },
  products: {
    /**
     * Create a product. What is sold; its plans are its tiers.
     *
     * `POST /v1/catalog/products`
     *
     * Errors of its own: K5006, K9031.
     */
    create: { id: "products_create", method: "POST", path: "/v1/catalog/products", token: true },
    /**
     * List products. Newest first.
     *
     * `GET /v1/catalog/products`
     */
    list: { id: "products_list", method: "GET", path: "/v1/catalog/products", token: true, pages: "cursor" },
    /**
     * Get a product. One product.
     *
     * `GET /v1/catalog/products/{product_id}`
     *
     * Errors of its own: K5001.
     */
    get: { id: "products_get", method: "GET", path: "/v1/catalog/products/{product_id}", token: true },
    /**
     * Change a product. Its name, description, order and free plan.
     *
     * `PATCH /v1/catalog/products/{product_id}`
     *
     * Errors of its own: K5001, K5002, K5008.
     */
    update: { id: "products_update", method: "PATCH", path: "/v1/catalog/products/{product_id}", token: true },
    /**
     * Archive a product. Takes it off sale; its subscriptions continue.
     *
     * `POST /v1/catalog/products/{product_id}/archive`
     *
     * Errors of its own: K5001.
     */
    archive: { id: "products_archive", method: "POST", path: "/v1/catalog/products/{product_id}/archive", token: true },
  },
  refunds: {
    /**
     * Give back money that was paid for an invoice. In part or whole, without a credit note: the invoice stays PAID. PROVIDER_A: by card, through the card provider; of two at once one is refused (invoice_correction_in_progress). PROVIDER_B: records money that you gave back by hand, and mails the customer what went back. Never more than was paid and not given back, as money or as credit, that for unused time included (refund_exceeds_remaining). With `left_to_refund`, of two that saw the same the second one is refused (correction_amount_changed). What was billed stays billed, and what was given back cannot be credited any more: to take back what was billed, issue a credit note with `to: REFUND` instead, which gives the money back as well.
     *
     * `POST /v1/billing/invoices/{id}/refunds`
     *
     * Errors of its own: K5019, K6012, K6013, K6034, K6045, K6047, K6048, K6049, K6063, K6077, K7005, K9031.
     */
    create: { id: "refunds_create", method: "POST", path: "/v1/billing/invoices/{id}/refunds", token: true },
    /**
     * Take back a refund that was recorded by hand. PROVIDER_B: for a refund that was recorded by mistake, or whose transfer came back. It stays in the list as CANCELED. What was billed stays as it is: the amount of a credit note lowers what is to be paid of the invoice, and what was paid of it is credit; credit that was paid out is credit again. A refund by card is the card provider's (invoice_collected_by_card).
     *
     * `POST /v1/billing/refunds/{id}/take-back`
     *
     * Errors of its own: K6016, K6069, K6070, K9031.
     */
    takeBack: { id: "refunds_takeBack", method: "POST", path: "/v1/billing/refunds/{id}/take-back", token: true },
    /**
     * List refunds. Newest first, of both providers, also those that failed; by customer or invoice.
     *
     * `GET /v1/billing/refunds`
     *
     * Errors of its own: K3003.
     */
    list: { id: "refunds_list", method: "GET", path: "/v1/billing/refunds", token: true, pages: "cursor" },
  },
  revenue: {
    /**
     * Get monthly recurring revenue. At any moment, by currency, from what was sold then: later prices and names do not change it. Trials and paused subscriptions count nothing; overage, discounts and taxes are no part of it.
     *
     * `GET /v1/billing/revenue/mrr`
     */
    mrr: { id: "revenue_mrr", method: "GET", path: "/v1/billing/revenue/mrr", token: true },
    /**
     * Get the movements of recurring revenue. New, reactivation, expansion, contraction and churn between two moments, by currency, in months or days. The parts are exactly the difference of the revenue before and after.
     *
     * `GET /v1/billing/revenue/movements`
     */
    movements: { id: "revenue_movements", method: "GET", path: "/v1/billing/revenue/movements", token: true },
    /**
     * List changes of recurring revenue. One for each customer or subscription and moment, newest first: what the movements of a range are made of.
     *
     * `GET /v1/billing/revenue/changes`
     *
     * Errors of its own: K3003.
     */
    changes: { id: "revenue_changes", method: "GET", path: "/v1/billing/revenue/changes", token: true, pages: "cursor" },
    /**
     * Get billed and collected revenue. By month and currency, from the journal: what was booked in a month stays, and corrections are booked when they are made.
     *
     * `GET /v1/billing/revenue/booked`
     */
    booked: { id: "revenue_booked", method: "GET", path: "/v1/billing/revenue/booked", token: true },
    /**
     * Get cohorts of customers. Customers by the month in which they first paid: how many of them pay, and how much a month, at the end of each month after.
     *
     * `GET /v1/billing/revenue/cohorts`
     */
    cohorts: { id: "revenue_cohorts", method: "GET", path: "/v1/billing/revenue/cohorts", token: true },
    /**
     * List exchange rates. Those at which revenue is converted to the reporting currency, the latest that were set first.
     *
     * `GET /v1/billing/revenue/rates`
     */
    listRates: { id: "revenue_listRates", method: "GET", path: "/v1/billing/revenue/rates", token: true, pages: "cursor" },
    /**
     * Set an exchange rate. From a day on, until the next rate begins. A rate of the same currencies and day is replaced: the figures of that time change with it. Idempotent.
     *
     * `POST /v1/billing/revenue/rates`
     *
     * Errors of its own: K5011.
     */
    setRate: { id: "revenue_setRate", method: "POST", path: "/v1/billing/revenue/rates", token: true },
    /**
     * Delete an exchange rate. The rate before it is valid on, if there is one.
     *
     * `DELETE /v1/billing/revenue/rates/{id}`
     *
     * Errors of its own: K6051.
     */
    deleteRate: { id: "revenue_deleteRate", method: "DELETE", path: "/v1/billing/revenue/rates/{id}", token: true },
    /**
     * Export invoices, payments, credit notes, refunds or the journal as CSV. For the accountant, by months UTC, oldest first, as a stream. Amounts are decimals in major units with their currency beside them. Cells that a spreadsheet would take for a formula begin with an apostrophe.
     *
     * `GET /v1/billing/revenue/export/csv`
     */
    exportCsv: { id: "revenue_exportCsv", method: "GET", path: "/v1/billing/revenue/export/csv", token: true, answers: "file" },
  },
  settings: {
    /**
     * Get the tenant's settings. Branding and policies.
     *
     * `GET /v1/settings`
     */
    get: { id: "settings_get", method: "GET", path: "/v1/settings", token: true },
    /**
     * Change the tenant's settings. Changes the settings that are sent; the others stay.
     *
     * `PATCH /v1/settings`
     *
     * Errors of its own: K5011.
     */
    update: { id: "settings_update", method: "PATCH", path: "/v1/settings", token: true },
  },
  subscriptions: {
    /**
     * Start a subscription without a browser. Attaches an already verified payment method and starts a subscription. A price of 0 needs no card, unless use past a limit is billed; a trial needs one where the price says so.
     *
     * `POST /v1/billing/cardprovider/subscriptions/headless`
     *
     * Errors of its own: K3003, K3004, K5003, K5010, K6002, K6004, K6007, K6008, K6019, K7001, K7002, K7003, K7004, K7005, K7006, K7007, K7009, K7010, K7020, K7021, K7022, K7023, K7024, K7026, K7027.
     */
    start: { id: "subscriptions_start", method: "POST", path: "/v1/billing/cardprovider/subscriptions/headless", token: true },
    /**
     * Get subscription details. The subscription with its plan, price, pack and entitlements.
     *
     * `GET /v1/billing/subscriptions/{id}`
     *
     * Errors of its own: K6001.
     */
    get: { id: "subscriptions_get", method: "GET", path: "/v1/billing/subscriptions/{id}", token: true },
    /**
     * List subscriptions. Newest first; by customer, status, product, plan, pack or provider.
     *
     * `GET /v1/billing/subscriptions`
     *
     * Errors of its own: K3003.
     */
    list: { id: "subscriptions_list", method: "GET", path: "/v1/billing/subscriptions", token: true, pages: "cursor" },
    /**
     * Start a subscription on either provider. PROVIDER_A charges a card, as the headless operation does. PROVIDER_B needs none: numbered invoices with a due date are paid by transfer.
     *
     * `POST /v1/billing/subscriptions`
     *
     * Errors of its own: K3003, K3004, K5003, K5010, K6002, K6004, K6007, K6008, K6009, K6018, K6019, K6020, K7001, K7002, K7003, K7004, K7005, K7006, K7007, K7009, K7010, K7020, K7021, K7022, K7023, K7024.
     */
    create: { id: "subscriptions_create", method: "POST", path: "/v1/billing/subscriptions", token: true },
    /**
     * Preview a change of plan. What it would charge now and next, line by line. change-plan with the quote's id charges exactly that, or refuses; a quote is valid for 15 minutes. The price that it has already, with the same drivers, costs nothing, as change-plan then changes nothing.
     *
     * `POST /v1/billing/subscriptions/{id}/change-plan/preview`
     *
     * Errors of its own: K5003, K5010, K6001, K6003, K6005, K6006, K6008, K6009, K6018, K6019, K6020, K6021, K6055, K6068, K7005, K7006, K7007, K7009, K7020, K7024, K9031.
     */
    previewChange: { id: "subscriptions_previewChange", method: "POST", path: "/v1/billing/subscriptions/{id}/change-plan/preview", token: true },
    /**
     * Change a subscription's plan or price. Effective immediately, prorated to the second and charged at once. When the charge fails the old plan stays. What the subscription has already changes nothing, and drops a change that was to come. With `effective: period_end` it waits for the next period.
     *
     * `POST /v1/billing/subscriptions/{id}/change-plan`
     *
     * Errors of its own: K5003, K5010, K6001, K6003, K6005, K6006, K6007, K6008, K6009, K6010, K6011, K6018, K6019, K6020, K6021, K6052, K6055, K6056, K6068, K7001, K7002, K7005, K7006, K7007, K7009, K7020, K7023, K7024.
     */
    changePlan: { id: "subscriptions_changePlan", method: "POST", path: "/v1/billing/subscriptions/{id}/change-plan", token: true },
    /**
     * Drop a scheduled change. The subscription then stays with its plan when the period ends.
     *
     * `DELETE /v1/billing/subscriptions/{id}/pending-change`
     *
     * Errors of its own: K6001, K6015, K7005, K7006, K7007, K7009, K7020, K7024.
     */
    dropPendingChange: { id: "subscriptions_dropPendingChange", method: "DELETE", path: "/v1/billing/subscriptions/{id}/pending-change", token: true },
    /**
     * Move a live subscription to the other provider. The paid period continues with its usage; the other provider bills the next one. To move to PROVIDER_A the customer needs a card, and nothing may be overdue. The customer's credit goes along; credit at the card provider goes with the last subscription that leaves it. Refused (subscription_status_conflict) for about an hour after a renewal at PROVIDER_A, while its invoice is a draft.
     *
     * `POST /v1/billing/subscriptions/{id}/move-provider`
     *
     * Errors of its own: K6001, K6003, K6004, K6007, K6017, K7001, K7003, K7004, K7005, K7006, K7007, K7009, K7020, K7021, K7022, K7024, K7026, K7027.
     */
    moveProvider: { id: "subscriptions_moveProvider", method: "POST", path: "/v1/billing/subscriptions/{id}/move-provider", token: true },
    /**
     * Cancel a subscription. At the period's end: its status stays until then, and resuming undoes the cancellation. Now: it ends at once, nothing is refunded, and use past a limit is billed, except of held units (ALLOCATED), which whole periods bill.
     *
     * `POST /v1/billing/subscriptions/{id}/cancel`
     *
     * Errors of its own: K6001, K6003, K6007, K7005, K7006, K7007, K7009, K7020, K7024.
     */
    cancel: { id: "subscriptions_cancel", method: "POST", path: "/v1/billing/subscriptions/{id}/cancel", token: true },
    /**
     * Pause a subscription. Nothing is collected and nothing may be used until it is resumed; its periods continue. Idempotent.
     *
     * `POST /v1/billing/subscriptions/{id}/pause`
     *
     * Errors of its own: K6001, K6003, K6007, K7005, K7006, K7007, K7009, K7020, K7024.
     */
    pause: { id: "subscriptions_pause", method: "POST", path: "/v1/billing/subscriptions/{id}/pause", token: true },
    /**
     * Resume a subscription. Undoes a pause; of a subscription that is not paused, a cancellation at the period's end. One that is paused and canceled is resumed twice to go on.
     *
     * `POST /v1/billing/subscriptions/{id}/resume`
     *
     * Errors of its own: K6001, K6003, K6007, K6078, K7005, K7006, K7007, K7009, K7020, K7024.
     */
    resume: { id: "subscriptions_resume", method: "POST", path: "/v1/billing/subscriptions/{id}/resume", token: true },
    /**
     * Charge a single item. Something that a subscription's customer owes once, or is given back, on both providers: a charge with the cause ITEM, which its next invoice takes. On PROVIDER_A it is sent as an invoice item; with `now` an invoice of its own follows within minutes. A paused subscription is invoiced when it is resumed.
     *
     * `POST /v1/billing/subscriptions/{id}/items`
     *
     * Errors of its own: K5019, K6001, K6003, K9031.
     */
    addItem: { id: "subscriptions_addItem", method: "POST", path: "/v1/billing/subscriptions/{id}/items", token: true },
  },
  taxIds: {
    /**
     * List a customer's tax ids. Those that were set here, and those that the customer entered or removed on the card provider's pages, whatever the currency. Invoices of ours show them from the next one on.
     *
     * `GET /v1/billing/tax-ids`
     *
     * Errors of its own: K3003, K7005, K7006, K7007, K7009, K7020, K7024.
     */
    list: { id: "taxIds_list", method: "GET", path: "/v1/billing/tax-ids", token: true },
    /**
     * Set a customer's tax ids. Where the tenant has a card provider connected, it checks the form of each at once (tax_id_invalid names one that it refuses, and all stay as they were), prints them on its invoices and computes taxes with them, in each currency that the customer pays in; whether they exist it asks an authority later: `verification`. Without one, and for a customer on a test clock who bought nothing by card yet, they are checked by the first card sale, which tax_id_invalid refuses until they are right. Invoices of ours show them from the next one on. Of two calls at once the last one counts, whole.
     *
     * `POST /v1/billing/tax-ids`
     *
     * Errors of its own: K3003, K7005, K7006, K7007, K7009, K7020, K7024, K7026, K7027.
     */
    set: { id: "taxIds_set", method: "POST", path: "/v1/billing/tax-ids", token: true },
  },
  templates: {
    /**
     * List catalog templates. First catalogs for common kinds of products, with the prices that they would have in a currency.
     *
     * `GET /v1/catalog/templates`
     *
     * Errors of its own: K5011, K5018.
     */
    list: { id: "templates_list", method: "GET", path: "/v1/catalog/templates", token: true },
    /**
     * Create a product from a template. Creates a product with plans, prices and published packs, ready to be bought, all of it or nothing. Features that the tenant has with the same key and type are used as they are.
     *
     * `POST /v1/catalog/templates/{template}/products`
     *
     * Errors of its own: K5006, K5011, K5018, K9031.
     */
    createProduct: { id: "templates_createProduct", method: "POST", path: "/v1/catalog/templates/{template}/products", token: true },
  },
  tenantGrants: {
    /**
     * List the grants of your tenant. Which tenants may list your waitlist, and whose waitlist you may list. A LIVE tenant reads its sandbox's without a grant.
     *
     * `GET /v1/tenant-grants`
     */
    list: { id: "tenantGrants_list", method: "GET", path: "/v1/tenant-grants", token: true },
    /**
     * Let another tenant list your waitlist. Only for OWNERs, not with an application's token. Your sandbox needs a grant, too. Idempotent.
     *
     * `POST /v1/tenant-grants`
     *
     * Errors of its own: K3020, K9031.
     */
    create: { id: "tenantGrants_create", method: "POST", path: "/v1/tenant-grants", token: true },
    /**
     * Revoke a grant. Requests of that tenant for your waitlist are refused from then on. Only for OWNERs.
     *
     * `DELETE /v1/tenant-grants/{tenant_id}`
     *
     * Errors of its own: K3021.
     */
    delete: { id: "tenantGrants_delete", method: "DELETE", path: "/v1/tenant-grants/{tenant_id}", token: true },
  },
  testClocks: {
    /**
     * Create a test clock. For TEST tenants. Its time does not change until it is advanced.
     *
     * `POST /v1/test-clocks`
     *
     * Errors of its own: K3009, K7005, K7006, K7009, K7020, K9031.
     */
    create: { id: "testClocks_create", method: "POST", path: "/v1/test-clocks", token: true },
    /**
     * List test clocks. Newest first.
     *
     * `GET /v1/test-clocks`
     */
    list: { id: "testClocks_list", method: "GET", path: "/v1/test-clocks", token: true, pages: "cursor" },
    /**
     * Get a test clock. Its current time, and whether it is moving.
     *
     * `GET /v1/test-clocks/{id}`
     *
     * Errors of its own: K3010.
     */
    get: { id: "testClocks_get", method: "GET", path: "/v1/test-clocks/{id}", token: true },
    /**
     * Delete a test clock. The provider deletes its objects on it; subscriptions on it end. The customers stay, in real time.
     *
     * `DELETE /v1/test-clocks/{id}`
     *
     * Errors of its own: K3010, K7005, K7006, K7009, K7020.
     */
    delete: { id: "testClocks_delete", method: "DELETE", path: "/v1/test-clocks/{id}", token: true },
    /**
     * Add a customer to a test clock. Creates a customer who lives in the clock's time. Idempotent.
     *
     * `POST /v1/test-clocks/{id}/customers`
     *
     * Errors of its own: K3003, K3010, K3011, K3022.
     */
    addCustomer: { id: "testClocks_addCustomer", method: "POST", path: "/v1/test-clocks/{id}/customers", token: true },
    /**
     * Advance a test clock. Trials, periods, rollover, invoices and retries of all customers on it are processed in order. What takes long continues after the response (status ADVANCING); get the clock until it is READY.
     *
     * `POST /v1/test-clocks/{id}/advance`
     *
     * Errors of its own: K3010, K3012, K3013, K7005, K7006, K7009, K7020, K9031.
     */
    advance: { id: "testClocks_advance", method: "POST", path: "/v1/test-clocks/{id}/advance", token: true },
  },
  usage: {
    /**
     * Record usage. Checks and counts in one step, also under concurrency: a use that exceeds the entitlement is not counted, and usage_limit_reached contains the check's result. For your back end: a user's own token cannot write usage.
     *
     * `POST /v1/billing/usage`
     *
     * Errors of its own: K3003, K8001, K8003, K8005, K8006, K8007, K8008, K8019, K8020.
     */
    record: { id: "usage_record", method: "POST", path: "/v1/billing/usage", token: true },
    /**
     * Get usage metrics. Counters by customer, feature, dimension and period, newest period first. Filters look at the period that is shown.
     *
     * `GET /v1/billing/usage`
     *
     * Errors of its own: K3003, K8001.
     */
    list: { id: "usage_list", method: "GET", path: "/v1/billing/usage", token: true, pages: "total" },
    /**
     * Record many uses. Up to 1,000, each with its own result: a bad item, also one with a field that is missing or wrong, does not affect the others.
     *
     * `POST /v1/billing/usage/batch`
     */
    recordBatch: { id: "usage_recordBatch", method: "POST", path: "/v1/billing/usage/batch", token: true },
    /**
     * Reserve usage. Holds units for work whose size is known only afterwards. Confirm or release it; else it expires.
     *
     * `POST /v1/billing/usage/reservations`
     *
     * Errors of its own: K3003, K8001, K8003, K8005, K8019.
     */
    reserve: { id: "usage_reserve", method: "POST", path: "/v1/billing/usage/reservations", token: true },
    /**
     * Confirm a reservation. Counts the true quantity, once, also under concurrency; repeating it with the same quantity returns the same result.
     *
     * `POST /v1/billing/usage/reservations/{id}/confirm`
     *
     * Errors of its own: K8005, K8009, K8010, K8019.
     */
    confirm: { id: "usage_confirm", method: "POST", path: "/v1/billing/usage/reservations/{id}/confirm", token: true },
    /**
     * Release a reservation. The units are free again. Idempotent.
     *
     * `POST /v1/billing/usage/reservations/{id}/release`
     *
     * Errors of its own: K8009, K8010.
     */
    release: { id: "usage_release", method: "POST", path: "/v1/billing/usage/reservations/{id}/release", token: true },
    /**
     * List the usage ledger. Every change of a customer's counters, newest first. Their sum is the counter; only a value set below what earlier terms of the period had counted takes that back, too.
     *
     * `GET /v1/billing/usage/ledger`
     *
     * Errors of its own: K3003, K8001.
     */
    ledger: { id: "usage_ledger", method: "GET", path: "/v1/billing/usage/ledger", token: true, pages: "cursor" },
    /**
     * Set usage to an exact value. Admin operation. Sets what the running period has used, also past the limit; the difference goes to the usage ledger. Where several subscriptions or free plans grant the feature, the value is filled in the order in which their included units are used up. The same value again changes nothing.
     *
     * `POST /v1/billing/usage/set`
     *
     * Errors of its own: K3003, K8001, K8002, K8003, K8004, K8018, K8019, K8020, K8021.
     */
    set: { id: "usage_set", method: "POST", path: "/v1/billing/usage/set", token: true },
  },
  waitlist: {
    /**
     * Join the waitlist. Adds an address. Joining twice answers the same and changes nothing, so that callers cannot probe addresses.
     *
     * `POST /v1/waitlist`
     *
     * Errors of its own: K4005, K4006.
     */
    join: { id: "waitlist_join", method: "POST", path: "/v1/waitlist" },
    /**
     * List waitlist entries. In the order in which they joined.
     *
     * `GET /v1/waitlist`
     *
     * Errors of its own: K3001.
     */
    list: { id: "waitlist_list", method: "GET", path: "/v1/waitlist", pages: "offset" },
    /**
     * Look up a position on the waitlist. By the entry's referral code, which its mail carries; reveals no address. Where the tenant counts referrals, an entry that brought more people is further ahead; equal numbers keep the order of joining.
     *
     * `GET /v1/waitlist/position`
     *
     * Errors of its own: K4001.
     */
    position: { id: "waitlist_position", method: "GET", path: "/v1/waitlist/position" },
    /**
     * Confirm the address of a waitlist entry. By the entry's referral code, which the mail about joining carries to its reader. From then on the entry counts for the person who referred it. Again changes nothing. Call it when a person presses a button: mail programs follow links, too.
     *
     * `POST /v1/waitlist/confirm`
     *
     * Errors of its own: K4001.
     */
    confirm: { id: "waitlist_confirm", method: "POST", path: "/v1/waitlist/confirm" },
    /**
     * Get a waitlist entry. With its position and its referrals.
     *
     * `GET /v1/waitlist/{id}`
     *
     * Errors of its own: K4001.
     */
    get: { id: "waitlist_get", method: "GET", path: "/v1/waitlist/{id}" },
    /**
     * Erase a waitlist entry. At the person's request: the entry, its invitations, the mails to the address and their data in events and the audit log are deleted for good. The record that an entry was erased, when and by whom, stays.
     *
     * `DELETE /v1/waitlist/{id}`
     *
     * Errors of its own: K4001.
     */
    erase: { id: "waitlist_erase", method: "DELETE", path: "/v1/waitlist/{id}" },
    /**
     * Return a rejected entry to the waitlist. REJECTED becomes PENDING, at its old position.
     *
     * `POST /v1/waitlist/{id}/reopen`
     *
     * Errors of its own: K4001, K4002, K9031.
     */
    reopen: { id: "waitlist_reopen", method: "POST", path: "/v1/waitlist/{id}/reopen" },
    /**
     * Import waitlist entries from CSV. A file with a header. The column `email` is needed; `name` and `created_at` (ISO 8601, a date of SQL, Unix seconds or milliseconds; for the order in line) are known; `metadata` is a JSON object; every other column becomes a field of the metadata. Headings are read without their case and blanks around them; a file with two values in columns of one name is refused whole (csv_invalid). An address that is there already is left as it is, so that a file may be sent again. Cells are separated by comma, semicolon or tab, or as a line `sep=;` before the header says. Rows without a value are left out. The encoding is that of the byte order mark, else the `charset` of the content type, else UTF-8; a file that is not in it is refused whole (csv_invalid). A line that cannot be read is refused alone and named in `issues`. The columns of our own export come back as they were: status, times, referral codes and referrals. Up to 200 MB; no mail is sent.
     *
     * `POST /v1/waitlist/import`
     *
     * Errors of its own: K4012.
     */
    import: { id: "waitlist_import", method: "POST", path: "/v1/waitlist/import", takes: "text/csv" },
    /**
     * Export the waitlist as CSV. All entries in the order of joining, as a stream. Cells that a spreadsheet would take for a formula begin with an apostrophe; the import takes it away again.
     *
     * `GET /v1/waitlist/export`
     */
    export: { id: "waitlist_export", method: "GET", path: "/v1/waitlist/export", answers: "file" },
    /**
     * Count the waitlist's funnel. How many joined, were invited, registered and pay, of those who joined in the range.
     *
     * `GET /v1/waitlist/funnel`
     */
    funnel: { id: "waitlist_funnel", method: "GET", path: "/v1/waitlist/funnel" },
    /**
     * Invite a waitlist entry. PENDING becomes INVITED and is mailed; INVITED is mailed again, for another week.
     *
     * `POST /v1/waitlist/{id}/invite`
     *
     * Errors of its own: K4001, K4002, K9031.
     */
    invite: { id: "waitlist_invite", method: "POST", path: "/v1/waitlist/{id}/invite" },
    /**
     * Invite many waitlist entries. The entries that you name, or the first in the queue; up to 1,000. Concurrent calls never invite the same entry. Answers entry by entry: one that cannot be invited does not stop the others.
     *
     * `POST /v1/waitlist/invite`
     *
     * Errors of its own: K4013.
     */
    inviteMany: { id: "waitlist_inviteMany", method: "POST", path: "/v1/waitlist/invite" },
    /**
     * Reject a waitlist entry. Also revokes its open invitations. Idempotent.
     *
     * `POST /v1/waitlist/{id}/reject`
     *
     * Errors of its own: K4001, K4002.
     */
    reject: { id: "waitlist_reject", method: "POST", path: "/v1/waitlist/{id}/reject" },
  },
  webhookEndpoints: {
    /**
     * Create a webhook endpoint. From now on events of its types are posted to it, signed according to Standard Webhooks. The secret is shown only once.
     *
     * `POST /v1/webhook-endpoints`
     *
     * Errors of its own: K9022, K9024, K9031.
     */
    create: { id: "webhookEndpoints_create", method: "POST", path: "/v1/webhook-endpoints", token: true },
    /**
     * List webhook endpoints. Newest first, without their secrets.
     *
     * `GET /v1/webhook-endpoints`
     */
    list: { id: "webhookEndpoints_list", method: "GET", path: "/v1/webhook-endpoints", token: true, pages: "cursor" },
    /**
     * Get a webhook endpoint. With what became of its deliveries, without its secret.
     *
     * `GET /v1/webhook-endpoints/{endpoint_id}`
     *
     * Errors of its own: K9020.
     */
    get: { id: "webhookEndpoints_get", method: "GET", path: "/v1/webhook-endpoints/{endpoint_id}", token: true },
    /**
     * Change a webhook endpoint. Its address, types or description; disables and enables it. Takes effect with the next try.
     *
     * `PATCH /v1/webhook-endpoints/{endpoint_id}`
     *
     * Errors of its own: K9020, K9022.
     */
    update: { id: "webhookEndpoints_update", method: "PATCH", path: "/v1/webhook-endpoints/{endpoint_id}", token: true },
    /**
     * Delete a webhook endpoint. With its deliveries and their log; waiting deliveries are not sent.
     *
     * `DELETE /v1/webhook-endpoints/{endpoint_id}`
     *
     * Errors of its own: K9020.
     */
    delete: { id: "webhookEndpoints_delete", method: "DELETE", path: "/v1/webhook-endpoints/{endpoint_id}", token: true },
    /**
     * Rotate an endpoint's secret. Deliveries are signed with the new and, for overlap_seconds, with the old one, too.
     *
     * `POST /v1/webhook-endpoints/{endpoint_id}/rotate-secret`
     *
     * Errors of its own: K9020, K9031.
     */
    rotateSecret: { id: "webhookEndpoints_rotateSecret", method: "POST", path: "/v1/webhook-endpoints/{endpoint_id}/rotate-secret", token: true },
    /**
     * Send a test event. An event of type webhook_endpoint.tested, to this endpoint alone, whatever types it takes.
     *
     * `POST /v1/webhook-endpoints/{endpoint_id}/test`
     *
     * Errors of its own: K9020, K9023, K9031.
     */
    test: { id: "webhookEndpoints_test", method: "POST", path: "/v1/webhook-endpoints/{endpoint_id}/test", token: true },
    /**
     * Send events again. One event, the events of a time range whose types the endpoint takes (also while it was disabled), all that FAILED, or all that waits. Each is tried as often as a new one, under the same webhook-id.
     *
     * `POST /v1/webhook-endpoints/{endpoint_id}/replay`
     *
     * Errors of its own: K9020, K9021, K9023, K9026, K9031.
     */
    replay: { id: "webhookEndpoints_replay", method: "POST", path: "/v1/webhook-endpoints/{endpoint_id}/replay", token: true },
    /**
     * List an endpoint's deliveries. The newest event first. What was delivered is kept for 30 days.
     *
     * `GET /v1/webhook-endpoints/{endpoint_id}/deliveries`
     *
     * Errors of its own: K9020.
     */
    listDeliveries: { id: "webhookEndpoints_listDeliveries", method: "GET", path: "/v1/webhook-endpoints/{endpoint_id}/deliveries", token: true, pages: "cursor" },
    /**
     * Get a delivery with its log. The request and the response of each try.
     *
     * `GET /v1/webhook-endpoints/{endpoint_id}/deliveries/{event_id}`
     *
     * Errors of its own: K9020, K9025.
     */
    getDelivery: { id: "webhookEndpoints_getDelivery", method: "GET", path: "/v1/webhook-endpoints/{endpoint_id}/deliveries/{event_id}", token: true },
  },
} as const;
