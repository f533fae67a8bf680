// Made of the OpenAPI document by `npm run client`; a test holds it to be current.

export interface paths {
    "/v1/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get an access token
         * @description OAuth 2.0 token endpoint (RFC 6749). `client_credentials`: for a SERVER application's back end. `password` and `refresh_token`: for a user, through a SERVER application (id and secret) or a BROWSER application (its id as client_id, or x-app-id). An access token lasts 15 minutes; a refresh token 30 days, once: one that comes back ends the session. A BROWSER application's failures count per account and address, 10 in 15 minutes. After 100 failures of strangers at an account in an hour, tries from devices and networks that have not signed in before take turns: an answer may take up to 30 seconds.
         */
        post: operations["auth_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a token
         * @description RFC 7009: ends the session that the token belongs to. An unknown token is answered alike.
         */
        post: operations["auth_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign out
         * @description Ends the session of the user's token, or with `everywhere` all sessions of the user, at once.
         */
        post: operations["auth_signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/password/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a password reset
         * @description Mails a link when the address is known. The response and its time are the same when it is not.
         */
        post: operations["auth_requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/password/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Complete a password reset
         * @description Sets a new password by the token of the mail. The token works once, for 30 minutes. All sessions end.
         */
        post: operations["auth_confirmPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/password/change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change one's own password
         * @description For a signed-in user. All of the user's other sessions end.
         */
        post: operations["auth_changePassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Register a user
         * @description Needs an invitation's token or code, unless the tenant lets people register openly. With the token of a mailed invitation the user is created at once; otherwise Usher sends a mail with a link first. A BROWSER application gets the same answer for an address that is known: its owner gets a mail.
         */
        post: operations["auth_register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an e-mail address
         * @description Makes the user of the address, by the token of the mail, with the password that is sent here: only who reads the mail chooses it. Works once, for 24 hours.
         */
        post: operations["auth_verifyEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the signed-in user
         * @description The user of the token, with the customer whose entitlements they have.
         */
        get: operations["auth_me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/applications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List applications
         * @description The tenant's applications, newest first, without their secrets.
         */
        get: operations["applications_list"];
        put?: never;
        /**
         * Create an application
         * @description A caller of the API. The identifier of a SERVER application and its client secret are shown this once.
         */
        post: operations["applications_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/applications/{application_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change an application
         * @description Its name, allowed origins or scopes. Takes effect in every process within a second.
         */
        patch: operations["applications_update"];
        trace?: never;
    };
    "/v1/applications/{application_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an application's credentials
         * @description New identifier and client secret; the old ones go on working for overlap_seconds.
         */
        post: operations["applications_rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/applications/{application_id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an application
         * @description Its identifier, secret and tokens stop working within a second. Cannot be undone.
         */
        post: operations["applications_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tenant-grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the grants of your tenant
         * @description Which tenants may list your waitlist, and whose waitlist you may list. A LIVE tenant reads its sandbox's without a grant.
         */
        get: operations["tenantGrants_list"];
        put?: never;
        /**
         * Let another tenant list your waitlist
         * @description Only for OWNERs, not with an application's token. Your sandbox needs a grant, too. Idempotent.
         */
        post: operations["tenantGrants_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tenant-grants/{tenant_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke a grant
         * @description Requests of that tenant for your waitlist are refused from then on. Only for OWNERs.
         */
        delete: operations["tenantGrants_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the tenant's settings
         * @description Branding and policies.
         */
        get: operations["settings_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the tenant's settings
         * @description Changes the settings that are sent; the others stay.
         */
        patch: operations["settings_update"];
        trace?: never;
    };
    "/v1/billing/cardprovider/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the connection to the card provider
         * @description Asks the card provider whether sales will work: the account and its key, currencies, permissions, taxes, what follows failed payments, and whether callbacks arrive, which takes up to 30 seconds. Nothing is sold or charged; a product named "Usher check" is made and deleted, and a registration of our address that is missing is made again. Each line says what it means and what to do.
         */
        post: operations["cardProvider_check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/cardprovider/callbacks/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the secret of the card provider's callbacks
         * @description Our address is registered again, and the old registration ends. Callbacks already sent with the old secret are still accepted.
         */
        post: operations["cardProvider_rotateCallbacks"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/cardprovider/drift": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare with the card provider
         * @description Compares every subscription on cards with the provider's; what changed within two minutes is left out. Only reads.
         */
        get: operations["cardProvider_getDrift"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/cardprovider/drift/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the result of the last comparison
         * @description The hourly job's, or one that a person asked for.
         */
        get: operations["cardProvider_getDriftRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/cardprovider/drift/mend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Mend differences to the card provider
         * @description Status, period and ending are synced from the provider; a change that is scheduled here is scheduled there again; a subscription that only the provider has is saved if Usher began it, and a second one of ours is ended and refunded there. Nothing ends because it is missing, and the provider's prices stay: a person decides about those. Each mend is stored; all but the ending of a second one can be undone.
         */
        post: operations["cardProvider_mendDrift"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/cardprovider/drift/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide about one difference to the card provider
         * @description Carries out a person's decision about a difference, after reading both sides again. It is stored and can be undone.
         */
        post: operations["cardProvider_decideDrift"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/cardprovider/drift/mends": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was mended
         * @description Newest first, with both sides before and after.
         */
        get: operations["cardProvider_listMends"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/cardprovider/drift/mends/{id}/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a mend
         * @description Restores the side that was changed; a subscription that was adopted ends here. The hourly job leaves the returning difference alone.
         */
        post: operations["cardProvider_undoMend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/cardprovider/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import subscriptions that the card provider has already
         * @description Imports live subscriptions of an existing account with their customers, page by page: no customer is charged, no period changes. A schedule with one future change and a set end are imported too. Each subscription gets its result, and one that cannot be imported does not stop the others. Idempotent. Call it as a dry run first, map the prices that it names, then run the import.
         */
        post: operations["cardProvider_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List products
         * @description Newest first.
         */
        get: operations["products_list"];
        put?: never;
        /**
         * Create a product
         * @description What is sold; its plans are its tiers.
         */
        post: operations["products_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/products/{product_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a product
         * @description One product.
         */
        get: operations["products_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a product
         * @description Its name, description, order and free plan.
         */
        patch: operations["products_update"];
        trace?: never;
    };
    "/v1/catalog/products/{product_id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a product
         * @description Takes it off sale; its subscriptions continue.
         */
        post: operations["products_archive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plans
         * @description Newest first, of one product when it is named.
         */
        get: operations["plans_list"];
        put?: never;
        /**
         * Create a plan
         * @description A tier of a product.
         */
        post: operations["plans_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/plans/{plan_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a plan
         * @description One plan.
         */
        get: operations["plans_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a plan
         * @description Its name, description, order and how the price list shows it.
         */
        patch: operations["plans_update"];
        trace?: never;
    };
    "/v1/catalog/plans/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Order a product's plans
         * @description Sets the positions of its plans, which the price list follows.
         */
        post: operations["plans_order"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/plans/{plan_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a plan
         * @description How the price list would show the plan with a version of its features, saved or not, and what a customer pays for some use, by the rules that bill it. Changes nothing.
         */
        post: operations["plans_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/plans/{plan_id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a plan
         * @description Takes it off sale, once it has no live subscription.
         */
        post: operations["plans_archive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List plan prices
         * @description Newest first, of one plan when it is named.
         */
        get: operations["prices_list"];
        put?: never;
        /**
         * Create a plan price
         * @description What a plan costs in one currency and interval.
         */
        post: operations["prices_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/prices/{plan_price_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a plan price
         * @description One price.
         */
        get: operations["prices_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a plan price
         * @description Its label and trial; amount, currency and interval never change.
         */
        patch: operations["prices_update"];
        trace?: never;
    };
    "/v1/catalog/prices/{plan_price_id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a plan price
         * @description Takes it off sale; its subscriptions continue.
         */
        post: operations["prices_archive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/features": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List features
         * @description Newest first.
         */
        get: operations["features_list"];
        put?: never;
        /**
         * Create a feature
         * @description Something a plan can grant. Key and type never change.
         */
        post: operations["features_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/features/{feature_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a feature
         * @description One feature.
         */
        get: operations["features_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change a feature
         * @description Its name, description and order.
         */
        patch: operations["features_update"];
        trace?: never;
    };
    "/v1/catalog/features/{feature_id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a feature
         * @description No new pack can grant it.
         */
        post: operations["features_archive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/packs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List packs
         * @description Newest first, of one plan when it is named.
         */
        get: operations["packs_list"];
        put?: never;
        /**
         * Create a pack
         * @description A draft of the next version of a plan's entitlements.
         */
        post: operations["packs_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/packs/{pack_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a pack
         * @description One version with its entitlements.
         */
        get: operations["packs_get"];
        put?: never;
        post?: never;
        /**
         * Delete a draft
         * @description Deletes a draft.
         */
        delete: operations["packs_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/packs/{pack_id}/entitlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set a draft's entitlements
         * @description Replaces the whole bundle of a draft.
         */
        put: operations["packs_setEntitlements"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/packs/{pack_id}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a pack
         * @description Makes a draft the version on sale; the one before is archived. A published pack never changes.
         */
        post: operations["packs_publish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/packs/{pack_id}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive a pack
         * @description Takes a version off sale for good; it still serves the subscriptions pinned to it.
         */
        post: operations["packs_archive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/packs/{pack_id}/diff": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Compare a pack
         * @description The differences between it and the version on sale.
         */
        get: operations["packs_diff"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/copies/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview a copy of the catalog
         * @description What copying the catalog between a LIVE tenant and its sandbox would do to the caller's tenant: from the sandbox where the caller's tenant is LIVE, and the other way round.
         */
        get: operations["copies_preview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/copies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy the catalog
         * @description Copies the catalog of the sandbox to the caller's LIVE tenant, or the other way round: exactly what the preview of that version shows, all of it or nothing. It takes nothing away.
         */
        post: operations["copies_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List catalog templates
         * @description First catalogs for common kinds of products, with the prices that they would have in a currency.
         */
        get: operations["templates_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/templates/{template}/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a product from a template
         * @description Creates a product with plans, prices and published packs, ready to be bought, all of it or nothing. Features that the tenant has with the same key and type are used as they are.
         */
        post: operations["templates_createProduct"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pricing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the price list's data
         * @description Products, public plans, prices and features, as a price list shows them.
         */
        get: operations["pricing_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/customers/{id}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a customer's balance
         * @description Credit, what waits, what is held and what is left to pay, per currency, from the journal.
         */
        get: operations["customers_getBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/overrides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List overrides
         * @description Newest first; by customer, feature, or those in force.
         */
        get: operations["overrides_list"];
        put?: never;
        /**
         * Create an override
         * @description Changes what the customer's plan grants, while it is in force. Of several overrides the later one wins, field by field; limit_add adds up. One that would bill use past a limit of a subscription at a price of 0 without a card is refused.
         */
        post: operations["overrides_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/overrides/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an override
         * @description With its reason and author.
         */
        get: operations["overrides_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/overrides/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an override
         * @description It is no longer in force. Idempotent.
         */
        post: operations["overrides_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invoices
         * @description Newest first, of both providers; by customer, subscription, status or provider.
         */
        get: operations["invoices_list"];
        put?: never;
        /**
         * Invoice a customer by hand
         * @description A one-off invoice for no subscription. PROVIDER_B: to be paid by transfer, issued at once under the next number and mailed; each line is a charge with the cause ITEM, and credit that the customer has for no subscription pays of it what it can. PROVIDER_A: the card provider issues it and charges the customer's default card, or the newest one where none is the default; where the card is declined, it stays OPEN, and the provider tries again.
         */
        post: operations["invoices_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an invoice
         * @description With its lines.
         */
        get: operations["invoices_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices/{id}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an invoice as PDF
         * @description The card provider's own document, or ours.
         */
        get: operations["invoices_download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview an invoice by hand
         * @description Who would be invoiced, what, until when, or with which card; nothing is written.
         */
        post: operations["invoices_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices/{id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the payments of an invoice of ours
         * @description PROVIDER_B: newest first, those that were taken back included. Payments of invoices of PROVIDER_A are the card provider's: the list is empty.
         */
        get: operations["invoices_listPayments"];
        put?: never;
        /**
         * Record a payment of an invoice of ours
         * @description PROVIDER_B: money received by transfer, in full or in part, or with `surplus` more than is due; an empty body pays all that is left, now. When nothing is left to pay the invoice is PAID, and a subscription that was past due is ACTIVE again.
         */
        post: operations["invoices_pay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices/{id}/payments/{payment_id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download the receipt of a payment as PDF
         * @description PROVIDER_B: of a payment in part as well. One that was taken back says so. Receipts of PROVIDER_A are the card provider's.
         */
        get: operations["invoices_downloadReceipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices/{id}/decisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List what was decided about an invoice
         * @description What people did with it by hand and why, newest first.
         */
        get: operations["invoices_listDecisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices/{id}/payments/{payment_id}/take-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back a payment of an invoice of ours
         * @description PROVIDER_B: for a payment that was recorded by mistake, or whose money went back. It stays in the list of payments, and counts no more, nor does the credit that its surplus was: an invoice that was PAID is OPEN for its amount, with the due date that it had, and the status of its subscription follows. Credit that notes made of the payment is taken back, too: it comes off what is to be paid of the invoice instead, and what was used of it is owed. Money that was given back of it stays to be paid. One that is UNCOLLECTIBLE stays so; what a change of plan gave back for its time is owed again, up to what is not paid.
         */
        post: operations["invoices_takeBackPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices/{id}/reminders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the reminders of an invoice of ours
         * @description PROVIDER_B: which reminders were sent, and which come when, by the tenant's `reminder_days`. An invoice of PROVIDER_A has none: the card provider reminds of it.
         */
        get: operations["invoices_getReminders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices/{id}/reminders/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stop the reminders of an invoice of ours
         * @description PROVIDER_B: none is sent for this invoice until they are resumed. It stays overdue, and its subscription past due. Stopped twice is stopped once.
         */
        post: operations["invoices_stopReminders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices/{id}/reminders/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume the reminders of an invoice of ours
         * @description PROVIDER_B: those whose day has passed meanwhile are not sent any more; the next one is.
         */
        post: operations["invoices_resumeReminders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices/{id}/reminders/send": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a reminder of an overdue invoice of ours now
         * @description PROVIDER_B: beside the planned ones, which go on, and also where they are stopped. Not within a day of another reminder (reminder_too_soon); of two at once the first one counts.
         */
        post: operations["invoices_sendReminder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices/{id}/due-date": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Extend the due date of an invoice of ours
         * @description PROVIDER_B: it is not overdue until then, and a subscription that was past due because of it is ACTIVE again. Its reminders begin anew after the new date.
         */
        post: operations["invoices_extendDueDate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices/{id}/write-off": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Write off what is left of an invoice
         * @description What is left to pay is given up, and the invoice is UNCOLLECTIBLE. What was paid of it stays paid. PROVIDER_B: its subscription is not past due because of it any more, and a payment that comes all the same can be recorded. PROVIDER_A: the card provider marks it uncollectible and collects it no more; one that was paid or voided there meanwhile is refused (invoice_status_conflict). After card_provider_unavailable it is finished within minutes.
         */
        post: operations["invoices_writeOff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back the write-off of an invoice of ours
         * @description PROVIDER_B: an UNCOLLECTIBLE invoice is OPEN again for what is not paid of it, with the due date that it has, and the status of its subscription follows. An invoice that the card provider gave up stays so (invoice_collected_by_card).
         */
        post: operations["invoices_reopen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Void an invoice of ours
         * @description PROVIDER_B: nothing more is owed for it; `charges` says whether what was on it is invoiced again, at once or with the next invoice. Its number is not used again, so that numbers have no gaps.
         */
        post: operations["invoices_void"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoice-notices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notices about invoices
         * @description Newest first: what the card provider tells of invoices and a person has to act on, with what to do. One closes when there is nothing left to do, or when it is dismissed.
         */
        get: operations["invoiceNotices_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoice-notices/{id}/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss a notice about an invoice
         * @description Closes it, because you have acted or will not. Dismissed twice is dismissed once.
         */
        post: operations["invoiceNotices_dismiss"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices/{id}/credit-notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a credit note for an invoice
         * @description Takes back an open or paid invoice: all of it, lines of it, or an amount. What was not paid yet lowers what is to be paid, and at 0 the invoice is PAID; what was paid becomes credit or is given back, as `to` says. Never more than what is left of a line and of the invoice: of several at once, those that find too little are refused (credit_exceeds_remaining), and those that send what they saw (`left_to_credit`) where it has changed (correction_amount_changed). PROVIDER_A: the card provider issues it, numbers and mails it; of two at once one is refused (invoice_correction_in_progress).
         */
        post: operations["creditNotes_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices/{id}/credit-notes/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a credit note
         * @description What the credit note would say and do now; nothing is written.
         */
        post: operations["creditNotes_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/credit-notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List credit notes
         * @description Newest first, with their lines; by customer, invoice or subscription.
         */
        get: operations["creditNotes_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/credit-notes/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a credit note
         * @description With its lines.
         */
        get: operations["creditNotes_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/credit-notes/{id}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a credit note as PDF
         * @description A credit note of ours; the card provider has the documents of its own.
         */
        get: operations["creditNotes_download"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/invoices/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give back money that was paid for an invoice
         * @description In part or whole, without a credit note: the invoice stays PAID. PROVIDER_A: by card, through the card provider; of two at once one is refused (invoice_correction_in_progress). PROVIDER_B: records money that you gave back by hand, and mails the customer what went back. Never more than was paid and not given back, as money or as credit, that for unused time included (refund_exceeds_remaining). With `left_to_refund`, of two that saw the same the second one is refused (correction_amount_changed). What was billed stays billed, and what was given back cannot be credited any more: to take back what was billed, issue a credit note with `to: REFUND` instead, which gives the money back as well.
         */
        post: operations["refunds_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/refunds/{id}/take-back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take back a refund that was recorded by hand
         * @description PROVIDER_B: for a refund that was recorded by mistake, or whose transfer came back. It stays in the list as CANCELED. What was billed stays as it is: the amount of a credit note lowers what is to be paid of the invoice, and what was paid of it is credit; credit that was paid out is credit again. A refund by card is the card provider's (invoice_collected_by_card).
         */
        post: operations["refunds_takeBack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List refunds
         * @description Newest first, of both providers, also those that failed; by customer or invoice.
         */
        get: operations["refunds_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/disputes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List disputes
         * @description Newest first: what cardholders dispute at their banks, as the card provider tells it; by customer or invoice.
         */
        get: operations["disputes_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List charges
         * @description Everything that customers owe or are owed, newest first, of both providers: what waits for an invoice, what is on one, what is held for a decision. Each with its transfers in the journal.
         */
        get: operations["ledger_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/ledger/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a charge
         * @description With its transfers in the journal.
         */
        get: operations["ledger_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/ledger/{id}/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Decide about a held charge
         * @description A charge is held when its invoice was voided, or its item deleted, at the card provider: that does not say whether it is still owed; or when it was a customer's balance in an account of the card provider that the tenant left. Of several decisions the first one counts; the others are refused (charge_not_held).
         */
        post: operations["ledger_decide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/ledger/settle-credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Settle credit that no subscription's invoice uses
         * @description Credit waits for the next invoice of its subscription. When that has ended, no invoice will use it, and credit for no subscription waits for the customer's next one-off invoice by transfer: this pays it back, gives it to another subscription, pays an open invoice with it, or writes it off. Of several at once the first one counts; the others are refused (credit_amount_changed).
         */
        post: operations["ledger_settleCredit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/cardprovider/subscriptions/headless": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a subscription without a browser
         * @description Attaches an already verified payment method and starts a subscription. A price of 0 needs no card, unless use past a limit is billed; a trial needs one where the price says so.
         */
        post: operations["subscriptions_start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get subscription details
         * @description The subscription with its plan, price, pack and entitlements.
         */
        get: operations["subscriptions_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List subscriptions
         * @description Newest first; by customer, status, product, plan, pack or provider.
         */
        get: operations["subscriptions_list"];
        put?: never;
        /**
         * Start a subscription on either provider
         * @description PROVIDER_A charges a card, as the headless operation does. PROVIDER_B needs none: numbered invoices with a due date are paid by transfer.
         */
        post: operations["subscriptions_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/subscriptions/{id}/change-plan/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a change of plan
         * @description What it would charge now and next, line by line. change-plan with the quote's id charges exactly that, or refuses; a quote is valid for 15 minutes. The price that it has already, with the same drivers, costs nothing, as change-plan then changes nothing.
         */
        post: operations["subscriptions_previewChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/subscriptions/{id}/change-plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change a subscription's plan or price
         * @description Effective immediately, prorated to the second and charged at once. When the charge fails the old plan stays. What the subscription has already changes nothing, and drops a change that was to come. With `effective: period_end` it waits for the next period.
         */
        post: operations["subscriptions_changePlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/subscriptions/{id}/pending-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Drop a scheduled change
         * @description The subscription then stays with its plan when the period ends.
         */
        delete: operations["subscriptions_dropPendingChange"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/subscriptions/{id}/move-provider": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move a live subscription to the other provider
         * @description The paid period continues with its usage; the other provider bills the next one. To move to PROVIDER_A the customer needs a card, and nothing may be overdue. The customer's credit goes along; credit at the card provider goes with the last subscription that leaves it. Refused (subscription_status_conflict) for about an hour after a renewal at PROVIDER_A, while its invoice is a draft.
         */
        post: operations["subscriptions_moveProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/subscriptions/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a subscription
         * @description At the period's end: its status stays until then, and resuming undoes the cancellation. Now: it ends at once, nothing is refunded, and use past a limit is billed, except of held units (ALLOCATED), which whole periods bill.
         */
        post: operations["subscriptions_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/subscriptions/{id}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause a subscription
         * @description Nothing is collected and nothing may be used until it is resumed; its periods continue. Idempotent.
         */
        post: operations["subscriptions_pause"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/subscriptions/{id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a subscription
         * @description Undoes a pause; of a subscription that is not paused, a cancellation at the period's end. One that is paused and canceled is resumed twice to go on.
         */
        post: operations["subscriptions_resume"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/subscriptions/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Charge a single item
         * @description Something that a subscription's customer owes once, or is given back, on both providers: a charge with the cause ITEM, which its next invoice takes. On PROVIDER_A it is sent as an invoice item; with `now` an invoice of its own follows within minutes. A paused subscription is invoiced when it is resumed.
         */
        post: operations["subscriptions_addItem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/payment-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a customer's cards
         * @description Of all currencies, default cards first. A customer who pays in several has cards for each: one card pays in one currency.
         */
        get: operations["paymentMethods_list"];
        put?: never;
        /**
         * Set the card that is charged
         * @description Attaches an already verified card and makes it the one that is charged for its currency. Open invoices in that currency are tried again with it at once.
         */
        post: operations["paymentMethods_set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/payment-methods/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a card
         * @description It is no longer charged.
         */
        delete: operations["paymentMethods_remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/cardprovider/setup-intent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a card-setup intent
         * @description For an embedded card form: no redirect, no charge.
         */
        post: operations["paymentMethods_createSetupIntent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/cardprovider/card-form": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what a card form is opened with
         * @description For pages that show the card provider's fields themselves, instead of embedding our card form.
         */
        get: operations["paymentMethods_cardForm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/tax-ids": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List a customer's tax ids
         * @description Those that were set here, and those that the customer entered or removed on the card provider's pages, whatever the currency. Invoices of ours show them from the next one on.
         */
        get: operations["taxIds_list"];
        put?: never;
        /**
         * Set a customer's tax ids
         * @description Where the tenant has a card provider connected, it checks the form of each at once (tax_id_invalid names one that it refuses, and all stay as they were), prints them on its invoices and computes taxes with them, in each currency that the customer pays in; whether they exist it asks an authority later: `verification`. Without one, and for a customer on a test clock who bought nothing by card yet, they are checked by the first card sale, which tax_id_invalid refuses until they are right. Invoices of ours show them from the next one on. Of two calls at once the last one counts, whole.
         */
        post: operations["taxIds_set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/cardprovider/portal-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open the card provider's own portal
         * @description A short-lived link to the provider's page with the customer's invoices and cards in one currency.
         */
        post: operations["portal_openProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/portal-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open the customer portal
         * @description A link with which a customer whom your back end has signed in sees and changes their subscription: plan, usage, invoices, card. It works once, within five minutes; the portal then stays open for half an hour. A link made with a team member's token is limited to what their role allows, and the audit log names them.
         */
        post: operations["portal_createSession"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/checkout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a checkout session
         * @description A hosted page on which the customer enters a card. The subscription starts when it is completed. An older page of the same customer and product that is still open is closed.
         */
        post: operations["checkout_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/entitlements/{feature_key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a single entitlement
         * @description Whether a customer may use a feature now, with the numbers behind the answer.
         */
        get: operations["entitlements_check"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/entitlements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check all entitlements
         * @description The answers for one unit of every feature at once, without upgrade options.
         */
        get: operations["entitlements_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/entitlements/snapshot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a signed snapshot of all entitlements
         * @description Store it with your product: it is verified without a request to us, so that your product works while we cannot be reached.
         */
        get: operations["entitlements_snapshot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get usage metrics
         * @description Counters by customer, feature, dimension and period, newest period first. Filters look at the period that is shown.
         */
        get: operations["usage_list"];
        put?: never;
        /**
         * Record usage
         * @description Checks and counts in one step, also under concurrency: a use that exceeds the entitlement is not counted, and usage_limit_reached contains the check's result. For your back end: a user's own token cannot write usage.
         */
        post: operations["usage_record"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/usage/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record many uses
         * @description Up to 1,000, each with its own result: a bad item, also one with a field that is missing or wrong, does not affect the others.
         */
        post: operations["usage_recordBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/usage/reservations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reserve usage
         * @description Holds units for work whose size is known only afterwards. Confirm or release it; else it expires.
         */
        post: operations["usage_reserve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/usage/reservations/{id}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a reservation
         * @description Counts the true quantity, once, also under concurrency; repeating it with the same quantity returns the same result.
         */
        post: operations["usage_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/usage/reservations/{id}/release": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Release a reservation
         * @description The units are free again. Idempotent.
         */
        post: operations["usage_release"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/usage/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the usage ledger
         * @description Every change of a customer's counters, newest first. Their sum is the counter; only a value set below what earlier terms of the period had counted takes that back, too.
         */
        get: operations["usage_ledger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/usage/set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set usage to an exact value
         * @description Admin operation. Sets what the running period has used, also past the limit; the difference goes to the usage ledger. Where several subscriptions or free plans grant the feature, the value is filled in the order in which their included units are used up. The same value again changes nothing.
         */
        post: operations["usage_set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test-clocks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List test clocks
         * @description Newest first.
         */
        get: operations["testClocks_list"];
        put?: never;
        /**
         * Create a test clock
         * @description For TEST tenants. Its time does not change until it is advanced.
         */
        post: operations["testClocks_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test-clocks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a test clock
         * @description Its current time, and whether it is moving.
         */
        get: operations["testClocks_get"];
        put?: never;
        post?: never;
        /**
         * Delete a test clock
         * @description The provider deletes its objects on it; subscriptions on it end. The customers stay, in real time.
         */
        delete: operations["testClocks_delete"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test-clocks/{id}/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a customer to a test clock
         * @description Creates a customer who lives in the clock's time. Idempotent.
         */
        post: operations["testClocks_addCustomer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/test-clocks/{id}/advance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Advance a test clock
         * @description Trials, periods, rollover, invoices and retries of all customers on it are processed in order. What takes long continues after the response (status ADVANCING); get the clock until it is READY.
         */
        post: operations["testClocks_advance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/packs/{pack_id}/migrations/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview moving subscribers to a pack
         * @description What subscribers would gain and lose, and what a move now would make them owe. Changes nothing.
         */
        post: operations["packMigrations_preview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/catalog/packs/{pack_id}/migrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move subscribers to a pack
         * @description The worker moves them one by one and resumes after an interruption; usage, overrides and drivers stay. Subscribers at a price of 0 without a card are skipped where the new pack bills use past a limit that theirs does not bill. One migration of a plan at a time, including a rollback.
         */
        post: operations["packMigrations_start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pack-migrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List pack migrations
         * @description Newest first, with their progress.
         */
        get: operations["packMigrations_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pack-migrations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a pack migration
         * @description With its progress.
         */
        get: operations["packMigrations_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/pack-migrations/{id}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Roll a pack migration back
         * @description Every subscription that it moved returns to its old pack, unless it has changed since. Stops a running migration. Idempotent.
         */
        post: operations["packMigrations_rollback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/revenue/mrr": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get monthly recurring revenue
         * @description At any moment, by currency, from what was sold then: later prices and names do not change it. Trials and paused subscriptions count nothing; overage, discounts and taxes are no part of it.
         */
        get: operations["revenue_mrr"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/revenue/movements": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the movements of recurring revenue
         * @description New, reactivation, expansion, contraction and churn between two moments, by currency, in months or days. The parts are exactly the difference of the revenue before and after.
         */
        get: operations["revenue_movements"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/revenue/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List changes of recurring revenue
         * @description One for each customer or subscription and moment, newest first: what the movements of a range are made of.
         */
        get: operations["revenue_changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/revenue/booked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get billed and collected revenue
         * @description By month and currency, from the journal: what was booked in a month stays, and corrections are booked when they are made.
         */
        get: operations["revenue_booked"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/revenue/cohorts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get cohorts of customers
         * @description Customers by the month in which they first paid: how many of them pay, and how much a month, at the end of each month after.
         */
        get: operations["revenue_cohorts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/revenue/rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exchange rates
         * @description Those at which revenue is converted to the reporting currency, the latest that were set first.
         */
        get: operations["revenue_listRates"];
        put?: never;
        /**
         * Set an exchange rate
         * @description From a day on, until the next rate begins. A rate of the same currencies and day is replaced: the figures of that time change with it. Idempotent.
         */
        post: operations["revenue_setRate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/revenue/rates/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete an exchange rate
         * @description The rate before it is valid on, if there is one.
         */
        delete: operations["revenue_deleteRate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/billing/revenue/export/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export invoices, payments, credit notes, refunds or the journal as CSV
         * @description For the accountant, by months UTC, oldest first, as a stream. Amounts are decimals in major units with their currency beside them. Cells that a spreadsheet would take for a formula begin with an apostrophe.
         */
        get: operations["revenue_exportCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlist": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List waitlist entries
         * @description In the order in which they joined.
         */
        get: operations["waitlist_list"];
        put?: never;
        /**
         * Join the waitlist
         * @description Adds an address. Joining twice answers the same and changes nothing, so that callers cannot probe addresses.
         */
        post: operations["waitlist_join"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlist/position": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Look up a position on the waitlist
         * @description By the entry's referral code, which its mail carries; reveals no address. Where the tenant counts referrals, an entry that brought more people is further ahead; equal numbers keep the order of joining.
         */
        get: operations["waitlist_position"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlist/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm the address of a waitlist entry
         * @description By the entry's referral code, which the mail about joining carries to its reader. From then on the entry counts for the person who referred it. Again changes nothing. Call it when a person presses a button: mail programs follow links, too.
         */
        post: operations["waitlist_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlist/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a waitlist entry
         * @description With its position and its referrals.
         */
        get: operations["waitlist_get"];
        put?: never;
        post?: never;
        /**
         * Erase a waitlist entry
         * @description At the person's request: the entry, its invitations, the mails to the address and their data in events and the audit log are deleted for good. The record that an entry was erased, when and by whom, stays.
         */
        delete: operations["waitlist_erase"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlist/{id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Return a rejected entry to the waitlist
         * @description REJECTED becomes PENDING, at its old position.
         */
        post: operations["waitlist_reopen"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlist/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import waitlist entries from CSV
         * @description A file with a header. The column `email` is needed; `name` and `created_at` (ISO 8601, a date of SQL, Unix seconds or milliseconds; for the order in line) are known; `metadata` is a JSON object; every other column becomes a field of the metadata. Headings are read without their case and blanks around them; a file with two values in columns of one name is refused whole (csv_invalid). An address that is there already is left as it is, so that a file may be sent again. Cells are separated by comma, semicolon or tab, or as a line `sep=;` before the header says. Rows without a value are left out. The encoding is that of the byte order mark, else the `charset` of the content type, else UTF-8; a file that is not in it is refused whole (csv_invalid). A line that cannot be read is refused alone and named in `issues`. The columns of our own export come back as they were: status, times, referral codes and referrals. Up to 200 MB; no mail is sent.
         */
        post: operations["waitlist_import"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlist/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export the waitlist as CSV
         * @description All entries in the order of joining, as a stream. Cells that a spreadsheet would take for a formula begin with an apostrophe; the import takes it away again.
         */
        get: operations["waitlist_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlist/funnel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count the waitlist's funnel
         * @description How many joined, were invited, registered and pay, of those who joined in the range.
         */
        get: operations["waitlist_funnel"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlist/{id}/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a waitlist entry
         * @description PENDING becomes INVITED and is mailed; INVITED is mailed again, for another week.
         */
        post: operations["waitlist_invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlist/invite": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite many waitlist entries
         * @description The entries that you name, or the first in the queue; up to 1,000. Concurrent calls never invite the same entry. Answers entry by entry: one that cannot be invited does not stop the others.
         */
        post: operations["waitlist_inviteMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/waitlist/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reject a waitlist entry
         * @description Also revokes its open invitations. Idempotent.
         */
        post: operations["waitlist_reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an invitation code
         * @description A code that people can read and type, for one redemption or up to a thousand.
         */
        post: operations["invitations_createCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite a person by mail
         * @description For one address and one use, valid for a week by default. Inviting the address again renews the same invitation. The waitlist entry of the address becomes INVITED.
         */
        post: operations["invitations_createToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List invitations
         * @description The tokens and the codes that were not revoked, newest first. limit and offset count in each of the two lists; x-total-count is of both together.
         */
        get: operations["invitations_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/tokens/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an invitation token
         * @description The link stops working and its waitlist entry becomes PENDING. Idempotent.
         */
        post: operations["invitations_revokeToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/tokens/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an invitation again
         * @description For another week; an expired invitation becomes valid again.
         */
        post: operations["invitations_resendToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/codes/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke an invitation code
         * @description The code cannot be redeemed any more; earlier redemptions stay. Idempotent.
         */
        post: operations["invitations_revokeCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check an invitation
         * @description Whether a code or a token can be redeemed, before a person fills in a form. Does not redeem it.
         */
        post: operations["invitations_check"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/redeem": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeem an invitation
         * @description A code or a token, by a signed-in user, or by your back end for a user of yours. Never more often than the invitation allows, also under concurrency; repeating it for the same user returns the same redemption. A registration redeems its invitation itself.
         */
        post: operations["invitations_redeem"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitations/redemptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List redemptions
         * @description The redemptions with user and time, newest first.
         */
        get: operations["invitations_redemptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description What happened in the tenant, newest first. An event appears once its change has committed, which can be 30 seconds after its timestamp: to read all events since a time, begin a minute earlier and skip the ids that you know.
         */
        get: operations["events_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an event
         * @description As it is delivered to webhook endpoints.
         */
        get: operations["events_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit entries
         * @description Who did what to which object, newest first, with the object before and after. Nothing of it can be changed, save that a person who asks to be forgotten is blanked. Each entry is sealed into the tenant's chain within a minute.
         */
        get: operations["audit_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/export/csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export audit entries as CSV
         * @description Oldest first, as a stream. Cells that a spreadsheet would take for a formula begin with an apostrophe.
         */
        get: operations["audit_exportCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit/export/ndjson": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export audit entries as NDJSON
         * @description Oldest first, as a stream: one JSON object a line, as they are listed.
         */
        get: operations["audit_exportNdjson"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhook endpoints
         * @description Newest first, without their secrets.
         */
        get: operations["webhookEndpoints_list"];
        put?: never;
        /**
         * Create a webhook endpoint
         * @description From now on events of its types are posted to it, signed according to Standard Webhooks. The secret is shown only once.
         */
        post: operations["webhookEndpoints_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description With what became of its deliveries, without its secret.
         */
        get: operations["webhookEndpoints_get"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook endpoint
         * @description With its deliveries and their log; waiting deliveries are not sent.
         */
        delete: operations["webhookEndpoints_delete"];
        options?: never;
        head?: never;
        /**
         * Change a webhook endpoint
         * @description Its address, types or description; disables and enables it. Takes effect with the next try.
         */
        patch: operations["webhookEndpoints_update"];
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate an endpoint's secret
         * @description Deliveries are signed with the new and, for overlap_seconds, with the old one, too.
         */
        post: operations["webhookEndpoints_rotateSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event
         * @description An event of type webhook_endpoint.tested, to this endpoint alone, whatever types it takes.
         */
        post: operations["webhookEndpoints_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send events again
         * @description One event, the events of a time range whose types the endpoint takes (also while it was disabled), all that FAILED, or all that waits. Each is tried as often as a new one, under the same webhook-id.
         */
        post: operations["webhookEndpoints_replay"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List an endpoint's deliveries
         * @description The newest event first. What was delivered is kept for 30 days.
         */
        get: operations["webhookEndpoints_listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhook-endpoints/{endpoint_id}/deliveries/{event_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a delivery with its log
         * @description The request and the response of each try.
         */
        get: operations["webhookEndpoints_getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/privacy/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Export a person's data
         * @description All data of one person, in all areas, as one JSON document that is streamed. Hashes and secrets of the account are left out. The audit log records the export and who made it.
         */
        get: operations["privacy_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/privacy/erasures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List erasures
         * @description The tenant's erasures, newest first.
         */
        get: operations["privacy_listErasures"];
        put?: never;
        /**
         * Erase a person
         * @description Erases one person's data in all areas, for good, and at the card provider. Invoices stay, without name and address. The erasure runs in the background; repeating the request returns the erasure in progress.
         */
        post: operations["privacy_erase"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/privacy/erasures/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an erasure
         * @description The status of an erasure.
         */
        get: operations["privacy_getErasure"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "application.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * application.created
         * @description An application, a caller of the API, was created.
         */
        post: operations["on_application_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "application.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * application.updated
         * @description Its name, origins or scopes changed.
         */
        post: operations["on_application_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "application.rotated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * application.rotated
         * @description It got new credentials; the old ones end after their overlap.
         */
        post: operations["on_application_rotated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "application.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * application.revoked
         * @description Its credentials stopped working, for good.
         */
        post: operations["on_application_revoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "provider_account.connected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * provider_account.connected
         * @description The tenant's account with the card provider was connected.
         */
        post: operations["on_provider_account_connected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "provider_account.callbacks_rotated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * provider_account.callbacks_rotated
         * @description The card provider signs its callbacks with a new secret.
         */
        post: operations["on_provider_account_callbacks_rotated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "drift.mended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * drift.mended
         * @description A difference to the card provider was mended.
         */
        post: operations["on_drift_mended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "drift.mend_undone": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * drift.mend_undone
         * @description A mend of a difference to the card provider was undone.
         */
        post: operations["on_drift_mend_undone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "settings.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * settings.updated
         * @description The settings changed.
         */
        post: operations["on_settings_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "exchange_rate.set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * exchange_rate.set
         * @description An exchange rate for the figures of revenue was set or corrected.
         */
        post: operations["on_exchange_rate_set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "exchange_rate.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * exchange_rate.deleted
         * @description An exchange rate was deleted.
         */
        post: operations["on_exchange_rate_deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tenant.sandbox_created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * tenant.sandbox_created
         * @description Test mode was created.
         */
        post: operations["on_tenant_sandbox_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tenant.access_granted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * tenant.access_granted
         * @description An owner let another tenant list the waitlist.
         */
        post: operations["on_tenant_access_granted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "tenant.access_revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * tenant.access_revoked
         * @description An owner revoked another tenant's access to the waitlist.
         */
        post: operations["on_tenant_access_revoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "member.invited": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * member.invited
         * @description A person was invited to the dashboard.
         */
        post: operations["on_member_invited"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "member.joined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * member.joined
         * @description An invited person joined the dashboard.
         */
        post: operations["on_member_joined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "member.role_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * member.role_changed
         * @description A member of the dashboard has another role.
         */
        post: operations["on_member_role_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "member.removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * member.removed
         * @description A member of the dashboard was removed.
         */
        post: operations["on_member_removed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "signing_key.rotated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * signing_key.rotated
         * @description The installation's keys that sign tokens and snapshots were rotated, for all tenants: fetch /.well-known/jwks.json again.
         */
        post: operations["on_signing_key_rotated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.updated
         * @description A user's name changed.
         */
        post: operations["on_user_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.two_factor_enabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.two_factor_enabled
         * @description A user signs in with a second factor from now on.
         */
        post: operations["on_user_two_factor_enabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.two_factor_disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.two_factor_disabled
         * @description A user signs in without a second factor again.
         */
        post: operations["on_user_two_factor_disabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.identity_linked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.identity_linked
         * @description A member signed in with an account of an identity provider for the first time.
         */
        post: operations["on_user_identity_linked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.registration_requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.registration_requested
         * @description A person signed up and was mailed a link to confirm the address.
         */
        post: operations["on_user_registration_requested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.created
         * @description A user registered.
         */
        post: operations["on_user_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.signed_out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.signed_out
         * @description A user ended one or all of their sessions.
         */
        post: operations["on_user_signed_out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.password_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.password_changed
         * @description A user changed their password.
         */
        post: operations["on_user_password_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.password_reset_requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.password_reset_requested
         * @description A user was mailed a link to choose a new password.
         */
        post: operations["on_user_password_reset_requested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "user.password_reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * user.password_reset
         * @description A user chose a new password by the mailed link.
         */
        post: operations["on_user_password_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * customer.created
         * @description A customer was created, by a request or with a new user.
         */
        post: operations["on_customer_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * customer.updated
         * @description A customer's name, address or tax ids changed.
         */
        post: operations["on_customer_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer.note_added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * customer.note_added
         * @description A member added a note to a customer.
         */
        post: operations["on_customer_note_added"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "customer.note_deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * customer.note_deleted
         * @description A note about a customer was deleted.
         */
        post: operations["on_customer_note_deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "catalog.copied": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * catalog.copied
         * @description The catalog of the sandbox was copied to the live tenant, or the other way round.
         */
        post: operations["on_catalog_copied"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "product.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * product.created
         * @description A product was created.
         */
        post: operations["on_product_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "product.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * product.updated
         * @description A product changed.
         */
        post: operations["on_product_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "product.archived": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * product.archived
         * @description A product was taken off sale.
         */
        post: operations["on_product_archived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "plan.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * plan.created
         * @description A plan was created.
         */
        post: operations["on_plan_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "plan.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * plan.updated
         * @description A plan changed.
         */
        post: operations["on_plan_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "plan.archived": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * plan.archived
         * @description A plan was taken off sale.
         */
        post: operations["on_plan_archived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "plan_price.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * plan_price.created
         * @description A price of a plan was created.
         */
        post: operations["on_plan_price_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "plan_price.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * plan_price.updated
         * @description A price's label or trial changed; its amount never does.
         */
        post: operations["on_plan_price_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "plan_price.archived": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * plan_price.archived
         * @description A price was taken off sale; its subscriptions continue.
         */
        post: operations["on_plan_price_archived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "feature.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * feature.created
         * @description A feature was created.
         */
        post: operations["on_feature_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "feature.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * feature.updated
         * @description A feature changed.
         */
        post: operations["on_feature_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "feature.archived": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * feature.archived
         * @description New versions of plans cannot include a feature any more.
         */
        post: operations["on_feature_archived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "pack.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * pack.created
         * @description A draft of a plan's next version was created.
         */
        post: operations["on_pack_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "pack.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * pack.updated
         * @description What a draft of a version includes changed.
         */
        post: operations["on_pack_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "pack.published": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * pack.published
         * @description A version of a plan went on sale.
         */
        post: operations["on_pack_published"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "pack.archived": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * pack.archived
         * @description A version of a plan went off sale; customers who have it keep it.
         */
        post: operations["on_pack_archived"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "pack.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * pack.deleted
         * @description A draft of a version was deleted.
         */
        post: operations["on_pack_deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "pack_migration.started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * pack_migration.started
         * @description Subscribers are being moved from one version of a plan to another.
         */
        post: operations["on_pack_migration_started"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "pack_migration.rolled_back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * pack_migration.rolled_back
         * @description Subscribers who were moved go back to the version that they had.
         */
        post: operations["on_pack_migration_rolled_back"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "override.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * override.created
         * @description What a customer may use was changed, apart from their plan.
         */
        post: operations["on_override_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "override.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * override.revoked
         * @description An override ended.
         */
        post: operations["on_override_revoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment_method.set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment_method.set
         * @description A customer's subscriptions are charged to this card from now on.
         */
        post: operations["on_payment_method_set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment_method.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment_method.updated
         * @description The card provider has the new number or expiry date of a card, which the card's bank told it.
         */
        post: operations["on_payment_method_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "payment_method.removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * payment_method.removed
         * @description A customer's card was removed.
         */
        post: operations["on_payment_method_removed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quote.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * quote.created
         * @description A price for a change of plan was quoted, and is valid for a while.
         */
        post: operations["on_quote_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "checkout.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * checkout.created
         * @description A customer was given a page to pay on.
         */
        post: operations["on_checkout_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "portal_session.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * portal_session.created
         * @description A customer was given a link to their portal.
         */
        post: operations["on_portal_session_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "provider_portal_session.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * provider_portal_session.created
         * @description A customer was given a link to the card provider's own page.
         */
        post: operations["on_provider_portal_session_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * subscription.created
         * @description A subscription began.
         */
        post: operations["on_subscription_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * subscription.updated
         * @description The period or end date of a subscription changed.
         */
        post: operations["on_subscription_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.plan_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * subscription.plan_changed
         * @description A subscription moved to another price, now or at the end of its period.
         */
        post: operations["on_subscription_plan_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.change_scheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * subscription.change_scheduled
         * @description A subscription will move to another price when its period ends.
         */
        post: operations["on_subscription_change_scheduled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.change_unscheduled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * subscription.change_unscheduled
         * @description A scheduled change was dropped.
         */
        post: operations["on_subscription_change_unscheduled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.renewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * subscription.renewed
         * @description A subscription without a card provider began its next period.
         */
        post: operations["on_subscription_renewed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.moved": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * subscription.moved
         * @description A subscription is billed by another provider now.
         */
        post: operations["on_subscription_moved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.pack_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * subscription.pack_changed
         * @description A subscription has another version of its plan, or will have.
         */
        post: operations["on_subscription_pack_changed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.activated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * subscription.activated
         * @description A subscription became active: it was paid, or its trial ended well.
         */
        post: operations["on_subscription_activated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.trial_started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * subscription.trial_started
         * @description A subscription began its trial.
         */
        post: operations["on_subscription_trial_started"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.past_due": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * subscription.past_due
         * @description A payment failed, and will be tried again; where it is paid by transfer, an invoice is overdue.
         */
        post: operations["on_subscription_past_due"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.unpaid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * subscription.unpaid
         * @description A payment failed for good; where it is paid by transfer, an invoice stayed overdue.
         */
        post: operations["on_subscription_unpaid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.paused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * subscription.paused
         * @description A subscription was paused.
         */
        post: operations["on_subscription_paused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.canceled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * subscription.canceled
         * @description A subscription ended.
         */
        post: operations["on_subscription_canceled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "subscription.surplus_ended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * subscription.surplus_ended
         * @description The card provider had started a surplus subscription, such as a second one of the same product; it was ended there and refunded.
         */
        post: operations["on_subscription_surplus_ended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.created
         * @description An invoice is being drafted.
         */
        post: operations["on_invoice_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.issued": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.issued
         * @description An invoice was issued; it is to be paid.
         */
        post: operations["on_invoice_issued"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.updated
         * @description An invoice changed.
         */
        post: operations["on_invoice_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.paid
         * @description An invoice was paid in full.
         */
        post: operations["on_invoice_paid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.partially_paid": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.partially_paid
         * @description A part of an invoice was paid.
         */
        post: operations["on_invoice_partially_paid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.payment_taken_back": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.payment_taken_back
         * @description A payment of an invoice was taken back: it was recorded by mistake, or its money went back. The invoice is open again, or stays written off.
         */
        post: operations["on_invoice_payment_taken_back"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.payment_failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.payment_failed
         * @description A try to collect an invoice failed; the provider may try again.
         */
        post: operations["on_invoice_payment_failed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.reminded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.reminded
         * @description A reminder of an overdue invoice was written.
         */
        post: operations["on_invoice_reminded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.reminders_stopped": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.reminders_stopped
         * @description No reminders of an invoice are sent any more.
         */
        post: operations["on_invoice_reminders_stopped"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.reminders_resumed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.reminders_resumed
         * @description Reminders of an invoice are sent again.
         */
        post: operations["on_invoice_reminders_resumed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.due_date_extended": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.due_date_extended
         * @description The due date of an invoice was put off.
         */
        post: operations["on_invoice_due_date_extended"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.voided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.voided
         * @description An invoice was voided; its number is not used again.
         */
        post: operations["on_invoice_voided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.marked_uncollectible": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.marked_uncollectible
         * @description What was left to pay of an invoice was written off.
         */
        post: operations["on_invoice_marked_uncollectible"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice.reopened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice.reopened
         * @description The write-off of an invoice was taken back: the rest is to be paid again.
         */
        post: operations["on_invoice_reopened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "credit_note.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * credit_note.created
         * @description A credit note took back an invoice, in part or whole.
         */
        post: operations["on_credit_note_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "credit_note.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * credit_note.updated
         * @description What became of a credit note changed, because a payment or a refund was taken back; or its words or refunds at the card provider.
         */
        post: operations["on_credit_note_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "credit_note.voided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * credit_note.voided
         * @description A credit note was voided at the card provider: its invoice is owed again.
         */
        post: operations["on_credit_note_voided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * refund.created
         * @description Money that was paid for an invoice was given back, or is on its way.
         */
        post: operations["on_refund_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "refund.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * refund.updated
         * @description A refund arrived, failed or was canceled. Money of one that failed is yours again.
         */
        post: operations["on_refund_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * dispute.created
         * @description A cardholder disputes a payment of an invoice at their bank. Answer it at the card provider before its evidence is due.
         */
        post: operations["on_dispute_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * dispute.updated
         * @description A dispute changed: the bank took the money or gave it back, has your evidence, or something else is asked.
         */
        post: operations["on_dispute_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "dispute.closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * dispute.closed
         * @description A dispute is over: won, lost, or closed.
         */
        post: operations["on_dispute_closed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice_notice.opened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice_notice.opened
         * @description The card provider tells something of an invoice that a person has to act on: `what_to_do` says what.
         */
        post: operations["on_invoice_notice_opened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invoice_notice.closed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invoice_notice.closed
         * @description A notice about an invoice is closed: nothing is left to do, or it was dismissed.
         */
        post: operations["on_invoice_notice_closed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.added": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * charge.added
         * @description A single item was charged by hand. It waits for an invoice, or is on one.
         */
        post: operations["on_charge_added"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "charge.decided": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * charge.decided
         * @description A charge that was held for a decision waits for the next invoice now, or was written off.
         */
        post: operations["on_charge_decided"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "usage.limit_reached": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * usage.limit_reached
         * @description A customer used up what a period includes of a feature.
         */
        post: operations["on_usage_limit_reached"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "usage.set": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * usage.set
         * @description A counter of usage was set by hand.
         */
        post: operations["on_usage_set"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "usage.billed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * usage.billed
         * @description Usage beyond the plan was charged when its period ended. The charge waits for an invoice, or is on one.
         */
        post: operations["on_usage_billed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "test_clock.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * test_clock.created
         * @description A test clock was made.
         */
        post: operations["on_test_clock_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "test_clock.advanced": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * test_clock.advanced
         * @description A test clock was advanced.
         */
        post: operations["on_test_clock_advanced"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "test_clock.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * test_clock.deleted
         * @description A test clock was deleted, and its subscriptions ended.
         */
        post: operations["on_test_clock_deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "waitlist.joined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * waitlist.joined
         * @description A person joined the waitlist.
         */
        post: operations["on_waitlist_joined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "waitlist.invited": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * waitlist.invited
         * @description A person on the waitlist was invited.
         */
        post: operations["on_waitlist_invited"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "waitlist.confirmed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * waitlist.confirmed
         * @description A person on the waitlist confirmed their address.
         */
        post: operations["on_waitlist_confirmed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "waitlist.returned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * waitlist.returned
         * @description A person waits again: their invitation ended, or the entry was reopened.
         */
        post: operations["on_waitlist_returned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "waitlist.registered": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * waitlist.registered
         * @description A person on the waitlist registered.
         */
        post: operations["on_waitlist_registered"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "waitlist.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * waitlist.rejected
         * @description A waitlist entry was rejected.
         */
        post: operations["on_waitlist_rejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "waitlist.erased": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * waitlist.erased
         * @description A waitlist entry was erased at the person's request.
         */
        post: operations["on_waitlist_erased"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation.token_created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invitation.token_created
         * @description An invitation to one address was made and mailed.
         */
        post: operations["on_invitation_token_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation.token_resent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invitation.token_resent
         * @description An invitation was mailed again; its term starts anew.
         */
        post: operations["on_invitation_token_resent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation.code_created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invitation.code_created
         * @description An invitation code was made.
         */
        post: operations["on_invitation_code_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation.redeemed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invitation.redeemed
         * @description An invitation was redeemed.
         */
        post: operations["on_invitation_redeemed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation.revoked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invitation.revoked
         * @description An invitation was revoked.
         */
        post: operations["on_invitation_revoked"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "invitation.revealed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * invitation.revealed
         * @description A member of the dashboard looked at an invitation's code or token.
         */
        post: operations["on_invitation_revealed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "mail.tested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * mail.tested
         * @description A member sent themselves a mail, to see whether mails arrive.
         */
        post: operations["on_mail_tested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "mail.retried": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * mail.retried
         * @description A mail that could not be sent is being tried again.
         */
        post: operations["on_mail_retried"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "mail.revealed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * mail.revealed
         * @description A member of the dashboard looked at a mail with its links.
         */
        post: operations["on_mail_revealed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "history.erased": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * history.erased
         * @description The data of these objects in events and the audit log was erased: a person asked to be forgotten.
         */
        post: operations["on_history_erased"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "personal_data.exported": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * personal_data.exported
         * @description All data of a person was exported.
         */
        post: operations["on_personal_data_exported"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "erasure.requested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * erasure.requested
         * @description The erasure of a person was requested.
         */
        post: operations["on_erasure_requested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "erasure.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * erasure.completed
         * @description A person was erased, in all areas.
         */
        post: operations["on_erasure_completed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook_endpoint.created
         * @description An endpoint for webhooks was added.
         */
        post: operations["on_webhook_endpoint_created"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook_endpoint.updated
         * @description An endpoint's address, types or description changed.
         */
        post: operations["on_webhook_endpoint_updated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.secret_rotated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook_endpoint.secret_rotated
         * @description An endpoint signs with a new secret, and with the old one until its overlap ends.
         */
        post: operations["on_webhook_endpoint_secret_rotated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.enabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook_endpoint.enabled
         * @description An endpoint that was disabled receives again.
         */
        post: operations["on_webhook_endpoint_enabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook_endpoint.disabled
         * @description An endpoint was disabled: by hand, because it failed for days, or because it said it is gone.
         */
        post: operations["on_webhook_endpoint_disabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.replayed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook_endpoint.replayed
         * @description Events are being sent to an endpoint again.
         */
        post: operations["on_webhook_endpoint_replayed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.tested": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook_endpoint.tested
         * @description A test event, sent to this one endpoint whatever types it takes.
         */
        post: operations["on_webhook_endpoint_tested"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook_endpoint.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * webhook_endpoint.deleted
         * @description An endpoint was removed.
         */
        post: operations["on_webhook_endpoint_deleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        RecordUsageRequest: {
            /** @description The tenant's own identifier of the customer, or our cus_ id. Named for the first time = created. */
            customer: string;
            feature_key: string;
            /** @description Units used, up to 6 decimal places; below 0 gives held units (ALLOCATED) back. */
            quantity: number;
            /** @description An opaque name of a workspace, project or seat holder that usage is counted under. */
            dimension?: string;
            /** @description Your own id of the event, unique for ever: the same event twice counts once and returns the same receipt. */
            event_id?: string;
            /**
             * Format: date-time
             * @description When it happened, for events that come late; now when left out. At most 300 seconds ahead of our clock, and then it counts as now.
             */
            occurred_at?: string;
            /**
             * @description strict: all or nothing. clip: the units that fit are counted.
             * @default strict
             * @enum {string}
             */
            mode?: "strict" | "clip";
        };
        AccessToken: {
            /** @description A JSON Web Token signed ES256; keys at /.well-known/jwks.json. */
            access_token: string;
            /** @constant */
            token_type: "Bearer";
            /** @description Seconds until it expires. */
            expires_in: number;
            scope: string;
            /** @description Gets the next tokens, once; for users' grants alone. */
            refresh_token?: string;
        };
        RevokedToken: Record<string, never>;
        SignedOut: {
            /** @constant */
            success: true;
            sessions_ended: number;
        };
        Done: {
            /** @constant */
            success: true;
            message: string;
        };
        Registered: {
            /**
             * @description VERIFICATION_SENT: a mail with a link was sent; the user is created when its link is used.
             * @enum {string}
             */
            status: "REGISTERED" | "VERIFICATION_SENT";
            /** @description null until the address is verified. */
            user: components["schemas"]["User"] | null;
        };
        User: {
            id: string;
            email: string;
            name: string | null;
            /** @description The customer whose entitlements the user has. */
            customer: components["schemas"]["CustomerSummary"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
        };
        CustomerSummary: {
            id: string;
            /** @description The tenant's own identifier of the customer. */
            external_id: string;
            email: string | null;
            name: string | null;
        };
        VerifiedEmail: {
            user: components["schemas"]["User"];
        };
        Me: {
            id: string;
            email: string;
            name: string | null;
            /** @description The customer whose entitlements the user has. */
            customer: components["schemas"]["CustomerSummary"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            tenant_id: string;
            /** @description The user's role in the tenant; null for an end user. */
            role: ("OWNER" | "ADMIN" | "SUPPORT" | "VIEWER") | null;
        };
        ApplicationWithSecrets: {
            /** @description Also the OAuth client_id of a SERVER application. */
            id: string;
            name: string;
            /** @enum {string} */
            kind: "SERVER" | "BROWSER";
            /** @description Origins whose pages may call as this application. */
            allowed_origins: string[];
            /** @description Scopes its tokens carry. */
            scopes: string[];
            /** @description The last four characters of its x-app-id value. */
            identifier_hint: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
            revoked_at: string | null;
            /** @description When a request last came with its keys, to five minutes; null: never. */
            last_used_at: string | null;
            /** @description The value of x-app-id. A SERVER application's is secret and shown this once. */
            app_id: string;
            /** @description Shown this once; null for a BROWSER application. */
            client_secret: string | null;
        };
        Application: {
            /** @description Also the OAuth client_id of a SERVER application. */
            id: string;
            name: string;
            /** @enum {string} */
            kind: "SERVER" | "BROWSER";
            /** @description Origins whose pages may call as this application. */
            allowed_origins: string[];
            /** @description Scopes its tokens carry. */
            scopes: string[];
            /** @description The last four characters of its x-app-id value. */
            identifier_hint: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
            revoked_at: string | null;
            /** @description When a request last came with its keys, to five minutes; null: never. */
            last_used_at: string | null;
        };
        TenantGrants: {
            /** @description The tenants that may read your waitlist. */
            given: components["schemas"]["TenantGrant"][];
            /** @description The tenants whose waitlist you may read. */
            received: components["schemas"]["TenantGrant"][];
        };
        TenantGrant: {
            /** @description The tenant that may read. */
            tenant_id: string;
            /** @description The tenant whose waitlist it may read. */
            granted_tenant_id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
        };
        Settings: {
            tenant_id: string;
            slug: string;
            /** @enum {string} */
            mode: "LIVE" | "TEST";
            /** @description The product's name, as mails and pages show it. */
            name: string;
            /**
             * @description Who may register. OPEN: everyone. INVITE_ONLY: people with an invitation. WAITLIST: the same, and the others can join the waitlist.
             * @enum {string}
             */
            signup_policy: "OPEN" | "INVITE_ONLY" | "WAITLIST";
            /** @description Whether a person who refers others moves up on the waitlist, once those confirm their address or register. */
            waitlist_referrals: boolean;
            /** @description Days of access after a renewal's payment failed. */
            grace_period_days: number;
            /**
             * @description What happens to a trial that ends without a card.
             * @enum {string}
             */
            trial_end_policy: "CANCEL" | "PAUSE" | "FREE_PLAN";
            /**
             * @description What happens to a subscription when its last payment retry fails.
             * @enum {string}
             */
            dunning_end_policy: "UNPAID" | "CANCELED";
            brand_color: string;
            logo_url: string | null;
            /** @description The base address of links in mails: the pages accept-invitation, verify-email, reset-password below it. */
            website_url: string | null;
            support_email: string | null;
            /** @description Whether the card provider computes and collects taxes. */
            automatic_tax: boolean;
            /** @description With automatic_tax, whether prices contain taxes (INCLUSIVE) or taxes are added to them (EXCLUSIVE); null: as the card provider's tax settings say. Counts for what is sold from then on; running subscriptions keep theirs. */
            tax_behavior: ("INCLUSIVE" | "EXCLUSIVE") | null;
            /** @description The currency to which revenue is also converted, at the exchange rates that you set; null: revenue is by currency alone. */
            reporting_currency: string | null;
            /** @description Days within which an invoice is to be paid by transfer. */
            invoice_due_days: number;
            /** @description Days past due after which a subscription that is invoiced by hand becomes what dunning_end_policy says. */
            unpaid_after_days: number;
            /** @description Days past due on which the customer is reminded. */
            reminder_days: number[];
            /** @description The prefix of the numbers of our invoices. Earlier invoices keep theirs. */
            invoice_number_prefix: string;
            /** @description The prefix of the numbers of our credit notes. Earlier ones keep theirs. */
            credit_note_number_prefix: string;
            /** @description The seller's name, address and tax number, as invoices show them. */
            invoice_seller: string | null;
            /** @description How to pay an invoice: the bank account, say. */
            invoice_payment: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
        };
        ProviderCheck: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            checked_at: string;
            /** @description Whether the secret key is one of test mode. */
            is_test_mode: boolean;
            /** @description One for each subject; where Stripe refuses the key or does not answer, ACCOUNT alone. */
            lines: {
                /**
                 * @description What was looked at.
                 * @enum {string}
                 */
                subject: "ACCOUNT" | "CHARGES" | "CURRENCIES" | "PERMISSIONS" | "KEYS" | "TAXES" | "DUNNING" | "API_VERSION" | "CALLBACKS";
                /**
                 * @description OK: nothing to do. WARNING: it works, but look at it. FAILED: sales or payments fail until it is put right. UNKNOWN: Stripe has no answer to it, or the key may not ask.
                 * @enum {string}
                 */
                state: "OK" | "WARNING" | "FAILED" | "UNKNOWN";
                /** @description What was found, and what it means. */
                meaning: string;
                /** @description What to do; null: nothing. */
                next: string | null;
            }[];
        };
        RotatedCallbacks: {
            url: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            rotated_at: string;
        };
        Drift: {
            /**
             * @description ANOTHER_ACCOUNT: the key is another account's; nothing was compared. TOO_MANY: more than 3 and more than 2 % of the subscriptions are gone there or would be changed there; nothing is mended until a person says so.
             * @enum {string}
             */
            state: "DONE" | "ANOTHER_ACCOUNT" | "TOO_MANY";
            /** @description The provider's account that has our subscriptions; null: not known yet. */
            account_id: string | null;
            /** @description The account that the tenant's key belongs to; null: the key may not read it. */
            key_account_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            checked_at: string;
            /** @description Live subscriptions of ours on cards. */
            ours: number;
            /** @description Live subscriptions at the provider that Usher made. */
            theirs: number;
            differences: components["schemas"]["DriftDifference"][];
        };
        DriftDifference: {
            /**
             * @description unknown_schedule: the provider will change the prices, and no change is scheduled here, or one to other prices. missing: the provider does not have it. ended_here: it ended here and goes on there. unknown: we do not have it. twice: two live ones for one of ours.
             * @enum {string}
             */
            kind: "status" | "period_end" | "ending" | "prices" | "schedule" | "unknown_schedule" | "missing" | "ended_here" | "unknown" | "twice";
            subscription_id: string | null;
            provider_subscription_id: string;
            /** @description The value in Usher. */
            ours: string | null;
            /** @description The value at the provider. */
            theirs: string | null;
            /** @description Whether mending resolves this kind without a person. */
            can_mend: boolean;
            /** @description What a person can decide about it; null: nothing. */
            decision: ("follow" | "adopt" | "schedule" | "release_schedule" | "end_here" | "restore_here" | "tell_provider" | "end_surplus") | null;
            is_mended: boolean;
            /**
             * @description open: nothing was tried. held: a person undid this mend, and it is left alone. gone: no longer there. mended: both sides were read again and agree. left: tried, and still there. failed: see failure.
             * @enum {string}
             */
            outcome: "open" | "held" | "gone" | "mended" | "left" | "failed";
            /** @description The mend, which can be undone; null: nothing changed. */
            mend_id: string | null;
            failure: {
                code: string;
                message: string;
            } | null;
        };
        ReconciliationRun: {
            /**
             * @description As a comparison's; FAILED: it could not be made, failure_code says why.
             * @enum {string}
             */
            state: "DONE" | "ANOTHER_ACCOUNT" | "TOO_MANY" | "FAILED";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            checked_at: string;
            /** @description The provider's account that has our subscriptions; null: not known yet. */
            account_id: string | null;
            /** @description The account that the tenant's key belongs to; null: the key may not read it. */
            key_account_id: string | null;
            failure_code: string | null;
            ours: number;
            theirs: number;
            /** @description What still differs. */
            differences: number;
            mended: number;
            failed: number;
        };
        DriftMend: {
            id: string;
            /**
             * @description unknown_schedule: the provider will change the prices, and no change is scheduled here, or one to other prices. missing: the provider does not have it. ended_here: it ended here and goes on there. unknown: we do not have it. twice: two live ones for one of ours.
             * @enum {string}
             */
            kind: "status" | "period_end" | "ending" | "prices" | "schedule" | "unknown_schedule" | "missing" | "ended_here" | "unknown" | "twice";
            /**
             * @description follow: our row is synced from the provider. adopt: we save a row for it. schedule: the change that is scheduled here is scheduled at the provider. release_schedule: the schedule at the provider is dropped, and its prices stay as they are; this cannot be undone. end_here: our row ends. restore_here: our row is restored from the provider. tell_provider: the provider gets our prices, from the next period on. end_surplus: the second one at the provider ends and what was paid for it is refunded; this cannot be undone.
             * @enum {string}
             */
            action: "follow" | "adopt" | "schedule" | "release_schedule" | "end_here" | "restore_here" | "tell_provider" | "end_surplus";
            subscription_id: string | null;
            provider_subscription_id: string;
            before: components["schemas"]["DriftSides"];
            /** @description null: it was cut off before both sides could be read again. */
            after: components["schemas"]["DriftSides"] | null;
            /** @enum {string} */
            actor_type: "APPLICATION" | "USER" | "SYSTEM";
            actor_id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            undone_at: string | null;
            undone_by: string | null;
        };
        DriftSides: {
            /** @description Our row; null: there was none. */
            ours: {
                status: string;
                current_period_start: string | null;
                current_period_end: string | null;
                cancel_at_period_end: boolean;
                canceled_at: string | null;
                ended_at: string | null;
            } | null;
            /** @description The provider's; null: it was not there. */
            theirs: {
                status: string;
                current_period_end: string | null;
                cancel_at_period_end: boolean;
                is_scheduled: boolean;
                prices: {
                    provider_price_id: string;
                    quantity: number;
                }[];
            } | null;
        };
        SubscriptionImport: {
            is_dry_run: boolean;
            imported: {
                provider_subscription_id: string;
                /** @description null in a dry run. */
                subscription_id: string | null;
                external_id: string;
                /** @description The customer's address at the provider, where it is none that mail can be sent to: the customer is imported without it. null: it is imported, or there is none. */
                unusable_email: string | null;
                plan_price_id: string;
                status: string;
                /** @description When it ends by itself; null when it goes on. */
                cancel_at: string | null;
                /** @description The price of yours that its schedule moves it to; null without one. */
                next_plan_price_id: string | null;
                next_plan_price_at: string | null;
            }[];
            skipped: {
                provider_subscription_id: string;
                /**
                 * @description already_here: It was imported already; nothing was changed. made_here: It was started here and is not stored yet: the comparison with the provider stores it. other_installation: It belongs to another Usher installation or tenant, which its metadata names. ended: It has ended, or its first payment was never made. several_prices: It has several prices; only subscriptions with one can be imported. quantity: Its quantity is not 1. Sell quantities as a driver of the plan, and start a new subscription. price_not_mapped: Its price is not mapped to one of yours. Add it to prices. price_differs: The price that it is mapped to has another amount, currency or interval. schedule: It has a schedule that cannot be imported: more than one future change, several prices, or an end. no_external_id: The provider has no value from which to name its customer. Choose another external_id. external_id_invalid: The name for its customer is longer than 255 characters, has control characters or looks like an id of ours. customer_erased: Its customer was erased here and is not imported again. customer_is_another: This customer already has another customer at the provider in this currency. customer_has_one: Its customer has a live subscription to this product already. not_understood: The provider's answer about it could not be understood. failed: It could not be stored. Try again.
                 * @enum {string}
                 */
                reason: "already_here" | "made_here" | "other_installation" | "ended" | "several_prices" | "quantity" | "price_not_mapped" | "price_differs" | "schedule" | "no_external_id" | "external_id_invalid" | "customer_erased" | "customer_is_another" | "customer_has_one" | "not_understood" | "failed";
                /** @description The reason in words, and what to do. */
                message: string;
            }[];
            unmapped_prices: components["schemas"]["UnmappedPrice"][];
            /** @description Send it as cursor for the next part; null at the end. */
            next_cursor: string | null;
        };
        UnmappedPrice: {
            provider_price_id: string;
            product_name: string;
            amount: number | null;
            currency: string;
            interval: string | null;
            subscriptions: number;
        };
        Product: {
            id: string;
            slug: string;
            name: string;
            description: string | null;
            position: number;
            /** @description The plan of customers without a subscription. */
            free_plan_id: string | null;
            /** @description Texts in other languages by their tags, such as de or pt-BR; where one is missing, buyers read the object's own. */
            translations: {
                [key: string]: {
                    name?: string;
                    description?: string;
                };
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
            archived_at: string | null;
        };
        Plan: {
            id: string;
            product_id: string;
            slug: string;
            name: string;
            description: string | null;
            position: number;
            /** @description Whether the price list shows it. */
            is_public: boolean;
            /** @description Whether the price list recommends it. */
            is_highlighted: boolean;
            /** @description A plan of the same product: the price list says that this one has all of it, and lists what is more. */
            includes_plan_id: string | null;
            /** @description https: or mailto:. The price list leads there instead of to the checkout. */
            contact_url: string | null;
            /** @description Texts in other languages by their tags, such as de or pt-BR; where one is missing, buyers read the object's own. */
            translations: {
                [key: string]: {
                    name?: string;
                    description?: string;
                };
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
            archived_at: string | null;
        };
        OrderedPlans: {
            /** @description Every plan of the product that is not archived, in order. */
            data: components["schemas"]["Plan"][];
        };
        PlanPreview: {
            /** @description As the price list would show it, with prices in every currency. */
            plan: {
                id: string;
                slug: string;
                name: string;
                description: string | null;
                /** @description Whether it is the plan of customers without a subscription. */
                is_free: boolean;
                /** @description Whether it is the recommended one. */
                is_highlighted: boolean;
                /** @description https: or mailto:. It is sold there, not at the checkout. */
                contact_url: string | null;
                /** @description A plan on sale, all of which this one has, too: everything in Hobby, plus. */
                includes: {
                    id: string;
                    slug: string;
                    name: string;
                    /** @description Features that this plan grants just as that one does: no news to list. */
                    feature_keys: string[];
                } | null;
                prices: components["schemas"]["PricingPrice"][];
                features: {
                    key: string;
                    name: string;
                    description: string | null;
                    /** @enum {string} */
                    type: "BOOLEAN" | "METERED" | "ALLOCATED" | "STATIC";
                    unit_label: string | null;
                    enabled: boolean;
                    /** @description Units included; null = unlimited, or a feature without units. */
                    limit: number | null;
                    /** @description Of a STATIC feature. */
                    value: unknown;
                    /** @description How often the limit of a METERED feature starts anew: 250000 and MONTH are 250,000 a month. BILLING, or longer than the interval of the price: with each billing period. null for other types. */
                    reset_interval: ("DAY" | "WEEK" | "MONTH" | "YEAR" | "BILLING") | null;
                    /** @enum {string} */
                    overage: "BLOCK" | "ALLOW" | "BILL";
                    overage_step: number;
                    driver_step_size: number | null;
                    driver_max_steps: number | null;
                    prices: {
                        currency: string;
                        /** @description For subscriptions that pay at this interval; null = at any that has no price of its own in the currency. */
                        interval: ("DAY" | "WEEK" | "MONTH" | "YEAR") | null;
                        /** @enum {string} */
                        pricing: "FLAT" | "GRADUATED" | "VOLUME";
                        /** @description Per overage step, minor units; a decimal. */
                        unit_amount: string | null;
                        /** @description Of GRADUATED and VOLUME; null for FLAT. */
                        tiers: {
                            /** @description Units past the limit up to which the tier reaches; null = without end. */
                            up_to: string | null;
                            /** @description Per started step of the tier, minor units. */
                            unit_amount: string;
                            /** @description Once, when the tier is entered, minor units. */
                            flat_amount?: string;
                        }[] | null;
                        overage_cap_amount: number | null;
                        /** @description What one bought step costs per billing period, minor units. */
                        driver_step_amount: number | null;
                    }[];
                }[];
            };
            /** @description In the catalog's order. */
            features: {
                feature_key: string;
                /** @description In English: 5 included, then $10 each a month. */
                summary: string;
                /** @description Why the plan cannot be published with it; null when it can. */
                problem: string | null;
            }[];
            /** @description What differs from the version on sale, feature by feature, in English. */
            changes: {
                feature_key: string;
                feature_name: string;
                /** @description null: the version on sale lacks it. */
                before: string | null;
                /** @description null: the pack lacks it. */
                after: string | null;
            }[];
            /** @description Live subscriptions of the plan: they keep their version until you move them. */
            subscribers: number;
            /** @description What `usage` costs; null while the plan has no price. */
            cost: components["schemas"]["PlanCost"] | null;
        };
        PricingPrice: {
            id: string;
            /** @description In the currency's minor unit (cents; yen as is). */
            amount: number;
            /** @description ISO 4217, upper case. */
            currency: string;
            /** @description DAY, WEEK, MONTH or YEAR. */
            interval: string;
            price_label_name: string;
            price_label_slug: string;
            trial_days: number;
            trial_needs_card: boolean;
        };
        PlanCost: {
            plan_price_id: string;
            currency: string;
            lines: {
                /**
                 * @description The plan itself, the steps to buy for a limit that holds the units, or use past the limit.
                 * @enum {string}
                 */
                kind: "PLAN" | "STEPS" | "OVERAGE";
                feature_key: string | null;
                feature_name: string | null;
                /** @description What it pays for; null for the plan itself. */
                units: number | null;
                /** @description In the currency's minor unit (cents; yen as is). */
                amount: number;
                /**
                 * @description How often it is paid.
                 * @enum {string}
                 */
                interval: "DAY" | "WEEK" | "MONTH" | "YEAR";
            }[];
            /** @description The lines together, by how often they are paid. */
            totals: {
                /**
                 * @description How often it is paid.
                 * @enum {string}
                 */
                interval: "DAY" | "WEEK" | "MONTH" | "YEAR";
                /** @description In the currency's minor unit (cents; yen as is). */
                amount: number;
            }[];
            /** @description Units that the plan would refuse, such as those of a feature that it does not grant. They cost nothing. */
            refused: {
                feature_key: string;
                feature_name: string;
                allowed: number;
                refused: number;
            }[];
            /** @description In English, without what is refused: 12,000 API calls cost $69.00 a month. */
            summary: string;
        };
        PlanPrice: {
            id: string;
            plan_id: string;
            /** @description In the currency's minor unit (cents; yen as is). */
            amount: number;
            currency: string;
            /** @enum {string} */
            interval: "DAY" | "WEEK" | "MONTH" | "YEAR";
            price_label_name: string;
            price_label_slug: string;
            trial_days: number;
            trial_needs_card: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
            archived_at: string | null;
        };
        Feature: {
            id: string;
            key: string;
            name: string;
            description: string | null;
            /**
             * @description BOOLEAN: on or off. METERED: counted and reset each period. ALLOCATED: held until released. STATIC: a value.
             * @enum {string}
             */
            type: "BOOLEAN" | "METERED" | "ALLOCATED" | "STATIC";
            unit_label: string | null;
            value_type: ("string" | "number" | "boolean" | "json") | null;
            position: number;
            /** @description Texts in other languages by their tags, such as de or pt-BR; where one is missing, buyers read the object's own. */
            translations: {
                [key: string]: {
                    name?: string;
                    description?: string;
                    unit_label?: string;
                };
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
            archived_at: string | null;
        };
        Pack: {
            id: string;
            plan_id: string;
            version: number;
            /** @enum {string} */
            status: "DRAFT" | "ACTIVE" | "ARCHIVED";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
            published_at: string | null;
            archived_at: string | null;
            entitlements: components["schemas"]["PackEntitlement"][];
        };
        PackEntitlement: {
            feature_key: string;
            /** @default true */
            enabled: boolean;
            /**
             * @description Units included; null = unlimited.
             * @default null
             */
            limit: number | null;
            /**
             * @description METERED: how often the limit starts anew, never less often than the subscription pays; BILLING = with each billing period. Left out or null: MONTH. null for other types.
             * @default null
             */
            reset_interval: ("DAY" | "WEEK" | "MONTH" | "YEAR" | "BILLING") | null;
            /** @default null */
            value: (string | number | boolean | {
                [key: string]: unknown;
            } | unknown[]) | null;
            /**
             * @default BLOCK
             * @enum {string}
             */
            overage: "BLOCK" | "ALLOW" | "BILL";
            /**
             * @default CUSTOMER
             * @enum {string}
             */
            limit_binding: "CUSTOMER" | "DIMENSION";
            /**
             * @default CUSTOMER
             * @enum {string}
             */
            cap_binding: "CUSTOMER" | "DIMENSION";
            /** @default null */
            max_dimensions: number | null;
            /**
             * @description The most units past the limit in a period.
             * @default null
             */
            overage_ceiling: string | null;
            /**
             * @description Units that one unit_amount pays for. A started step is billed whole.
             * @default 1
             */
            overage_step: number;
            /**
             * @description The most unused units that move to the next period.
             * @default null
             */
            rollover_max: number | null;
            /**
             * @description Units that one bought step adds to the limit.
             * @default null
             */
            driver_step_size: number | null;
            /** @default null */
            driver_max_steps: number | null;
            /** @default [] */
            prices: {
                currency: string;
                /**
                 * @description For subscriptions that pay at this interval; null = at any that has no price of its own in the currency.
                 * @default null
                 */
                interval: ("DAY" | "WEEK" | "MONTH" | "YEAR") | null;
                /**
                 * @description FLAT: one price; GRADUATED: each tier's units at its own; VOLUME: all units at that of the tier they reach. Started steps are billed whole in each.
                 * @default FLAT
                 * @enum {string}
                 */
                pricing: "FLAT" | "GRADUATED" | "VOLUME";
                /**
                 * @description Per started overage step, minor units; fractions allowed. FLAT alone.
                 * @default null
                 */
                unit_amount: string | null;
                /** @default null */
                tiers: {
                    /** @description Units past the limit up to which the tier reaches; null = without end. */
                    up_to: string | null;
                    /** @description Per started step of the tier, minor units. */
                    unit_amount: string;
                    /** @description Once, when the tier is entered, minor units. */
                    flat_amount?: string;
                }[] | null;
                /**
                 * @description The most that overage may bill in an allowance period, minor units.
                 * @default null
                 */
                overage_cap_amount: number | null;
                /**
                 * @description What one bought step costs per billing period, minor units.
                 * @default null
                 */
                driver_step_amount: number | null;
            }[];
            feature_id: string;
            feature_name: string;
            feature_type: string;
        };
        Deleted: {
            id: string;
            /** @constant */
            deleted: true;
        };
        PackDiff: {
            pack_id: string;
            /** @description The published pack; null when there is none. */
            compared_to: string | null;
            /** @description Feature keys. */
            added: string[];
            /** @description Feature keys. */
            removed: string[];
            changed: {
                feature_key: string;
                changes: {
                    field: string;
                    before: unknown;
                    after: unknown;
                }[];
            }[];
            /** @description The same in English: 5 included, then $10 each a month. */
            summary: {
                feature_key: string;
                feature_name: string;
                /** @description null: the version on sale lacks it. */
                before: string | null;
                /** @description null: the pack lacks it. */
                after: string | null;
            }[];
            /** @description Live subscriptions of the plan: they keep their version until you move them. */
            subscribers: number;
        };
        CatalogCopyPreview: {
            /** @description Names this preview: send it to copy exactly what it shows, or nothing. */
            version: string;
            from: {
                tenant_id: string;
                slug: string;
                /** @enum {string} */
                mode: "LIVE" | "TEST";
            };
            to: {
                tenant_id: string;
                slug: string;
                /** @enum {string} */
                mode: "LIVE" | "TEST";
            };
            /** @description How many items have each change. */
            counts: {
                new: number;
                changed: number;
                unchanged: number;
                conflict: number;
                only_here: number;
            };
            items: components["schemas"]["CatalogCopyItem"][];
        };
        CatalogCopyItem: {
            /** @enum {string} */
            kind: "FEATURE" | "PRODUCT" | "PLAN" | "PRICE" | "PACK";
            /**
             * @description CONFLICT: it cannot be copied, and nothing is until that is solved. ONLY_HERE: the catalog that is copied lacks it; it stays as it is.
             * @enum {string}
             */
            change: "NEW" | "CHANGED" | "UNCHANGED" | "CONFLICT" | "ONLY_HERE";
            /** @description Slugs from the product down, or the key of a feature. */
            key: string;
            name: string;
            /** @description What differs; of a new object all that it has. A price whose amount differs is archived, and a new one takes its place. */
            changes: components["schemas"]["CatalogCopyChange"][];
            /** @description Of a conflict: why, and what to do. */
            reason: string | null;
        };
        CatalogCopyChange: {
            /** @description Of a pack: the feature whose entitlement differs. */
            feature_key: string | null;
            /** @description The field as the catalog's own operations name it; entitlement: a whole one of a pack. */
            field: string;
            /** @description In the catalog that is written to; null where it is new. */
            before: unknown;
            /** @description In the catalog that is copied; null where it is taken out. */
            after: unknown;
        };
        CatalogCopy: {
            version: string;
            from: {
                tenant_id: string;
                slug: string;
                /** @enum {string} */
                mode: "LIVE" | "TEST";
            };
            to: {
                tenant_id: string;
                slug: string;
                /** @enum {string} */
                mode: "LIVE" | "TEST";
            };
            published: boolean;
            /** @description How many items have each change. */
            counts: {
                new: number;
                changed: number;
                unchanged: number;
                conflict: number;
                only_here: number;
            };
        };
        CatalogTemplateList: {
            currency: string;
            data: {
                /** @enum {string} */
                template: "saas-with-seats" | "api-with-overage" | "freemium-with-waitlist";
                name: string;
                description: string;
                /** @description The tenant's signup_policy from then on; null: it stays. */
                signup_policy: "WAITLIST" | null;
                features: {
                    key: string;
                    name: string;
                    type: string;
                    unit_label: string | null;
                }[];
                plans: {
                    slug: string;
                    name: string;
                    description: string;
                    /** @description Whether it becomes the plan of customers without a subscription. */
                    is_free: boolean;
                    prices: {
                        /** @description In the currency's minor unit (cents; yen as is). */
                        amount: number;
                        currency: string;
                        /** @enum {string} */
                        interval: "DAY" | "WEEK" | "MONTH" | "YEAR";
                        trial_days: number;
                    }[];
                    entitlements: {
                        feature_key: string;
                        /** @default true */
                        enabled: boolean;
                        /**
                         * @description Units included; null = unlimited.
                         * @default null
                         */
                        limit: number | null;
                        /**
                         * @description METERED: how often the limit starts anew, never less often than the subscription pays; BILLING = with each billing period. Left out or null: MONTH. null for other types.
                         * @default null
                         */
                        reset_interval: ("DAY" | "WEEK" | "MONTH" | "YEAR" | "BILLING") | null;
                        /** @default null */
                        value: (string | number | boolean | {
                            [key: string]: unknown;
                        } | unknown[]) | null;
                        /**
                         * @default BLOCK
                         * @enum {string}
                         */
                        overage: "BLOCK" | "ALLOW" | "BILL";
                        /**
                         * @default CUSTOMER
                         * @enum {string}
                         */
                        limit_binding: "CUSTOMER" | "DIMENSION";
                        /**
                         * @default CUSTOMER
                         * @enum {string}
                         */
                        cap_binding: "CUSTOMER" | "DIMENSION";
                        /** @default null */
                        max_dimensions: number | null;
                        /**
                         * @description The most units past the limit in a period.
                         * @default null
                         */
                        overage_ceiling: string | null;
                        /**
                         * @description Units that one unit_amount pays for. A started step is billed whole.
                         * @default 1
                         */
                        overage_step: number;
                        /**
                         * @description The most unused units that move to the next period.
                         * @default null
                         */
                        rollover_max: number | null;
                        /**
                         * @description Units that one bought step adds to the limit.
                         * @default null
                         */
                        driver_step_size: number | null;
                        /** @default null */
                        driver_max_steps: number | null;
                        /** @default [] */
                        prices: {
                            currency: string;
                            /**
                             * @description For subscriptions that pay at this interval; null = at any that has no price of its own in the currency.
                             * @default null
                             */
                            interval: ("DAY" | "WEEK" | "MONTH" | "YEAR") | null;
                            /**
                             * @description FLAT: one price; GRADUATED: each tier's units at its own; VOLUME: all units at that of the tier they reach. Started steps are billed whole in each.
                             * @default FLAT
                             * @enum {string}
                             */
                            pricing: "FLAT" | "GRADUATED" | "VOLUME";
                            /**
                             * @description Per started overage step, minor units; fractions allowed. FLAT alone.
                             * @default null
                             */
                            unit_amount: string | null;
                            /** @default null */
                            tiers: {
                                /** @description Units past the limit up to which the tier reaches; null = without end. */
                                up_to: string | null;
                                /** @description Per started step of the tier, minor units. */
                                unit_amount: string;
                                /** @description Once, when the tier is entered, minor units. */
                                flat_amount?: string;
                            }[] | null;
                            /**
                             * @description The most that overage may bill in an allowance period, minor units.
                             * @default null
                             */
                            overage_cap_amount: number | null;
                            /**
                             * @description What one bought step costs per billing period, minor units.
                             * @default null
                             */
                            driver_step_amount: number | null;
                        }[];
                    }[];
                }[];
            }[];
        };
        CreatedFromTemplate: {
            /** @enum {string} */
            template: "saas-with-seats" | "api-with-overage" | "freemium-with-waitlist";
            product: components["schemas"]["Product"];
        };
        Pricing: {
            products: {
                id: string;
                slug: string;
                name: string;
                description: string | null;
                plans: {
                    id: string;
                    slug: string;
                    name: string;
                    description: string | null;
                    /** @description Whether it is the plan of customers without a subscription. */
                    is_free: boolean;
                    /** @description Whether it is the recommended one. */
                    is_highlighted: boolean;
                    /** @description https: or mailto:. It is sold there, not at the checkout. */
                    contact_url: string | null;
                    /** @description A plan on sale, all of which this one has, too: everything in Hobby, plus. */
                    includes: {
                        id: string;
                        slug: string;
                        name: string;
                        /** @description Features that this plan grants just as that one does: no news to list. */
                        feature_keys: string[];
                    } | null;
                    prices: components["schemas"]["PricingPrice"][];
                    features: {
                        key: string;
                        name: string;
                        description: string | null;
                        /** @enum {string} */
                        type: "BOOLEAN" | "METERED" | "ALLOCATED" | "STATIC";
                        unit_label: string | null;
                        enabled: boolean;
                        /** @description Units included; null = unlimited, or a feature without units. */
                        limit: number | null;
                        /** @description Of a STATIC feature. */
                        value: unknown;
                        /** @description How often the limit of a METERED feature starts anew: 250000 and MONTH are 250,000 a month. BILLING, or longer than the interval of the price: with each billing period. null for other types. */
                        reset_interval: ("DAY" | "WEEK" | "MONTH" | "YEAR" | "BILLING") | null;
                        /** @enum {string} */
                        overage: "BLOCK" | "ALLOW" | "BILL";
                        overage_step: number;
                        driver_step_size: number | null;
                        driver_max_steps: number | null;
                        prices: {
                            currency: string;
                            /** @description For subscriptions that pay at this interval; null = at any that has no price of its own in the currency. */
                            interval: ("DAY" | "WEEK" | "MONTH" | "YEAR") | null;
                            /** @enum {string} */
                            pricing: "FLAT" | "GRADUATED" | "VOLUME";
                            /** @description Per overage step, minor units; a decimal. */
                            unit_amount: string | null;
                            /** @description Of GRADUATED and VOLUME; null for FLAT. */
                            tiers: {
                                /** @description Units past the limit up to which the tier reaches; null = without end. */
                                up_to: string | null;
                                /** @description Per started step of the tier, minor units. */
                                unit_amount: string;
                                /** @description Once, when the tier is entered, minor units. */
                                flat_amount?: string;
                            }[] | null;
                            overage_cap_amount: number | null;
                            /** @description What one bought step costs per billing period, minor units. */
                            driver_step_amount: number | null;
                        }[];
                    }[];
                }[];
            }[];
        };
        CustomerBalance: {
            /** @description Whose balance it is. */
            customer_id: string;
            /** @description One for each currency in which the customer was ever charged. */
            balances: components["schemas"]["CurrencyBalance"][];
        };
        CurrencyBalance: {
            /** @description ISO 4217, in upper case. */
            currency: string;
            /** @description What is left of the customer's credit, in the minor unit; the next invoice uses it. Credit in an account or mode of the card provider that the tenant left is held. Below 0: the customer owes it, because an invoice was too small to be charged by card; the next one asks for it. */
            credit: number;
            /** @description What is owed and on no issued invoice yet, in the minor unit, without what is held. Below 0: more is given back than owed, such as by a credit note; the next invoice uses it as it does credit. */
            waiting: number;
            /** @description What is held for a decision, in the minor unit. */
            held: number;
            /** @description What is left to pay on open invoices, in the minor unit. */
            receivable: number;
            /** @description The same by provider. */
            providers: components["schemas"]["ProviderBalance"][];
        };
        ProviderBalance: {
            /**
             * @description Who invoices it.
             * @enum {string}
             */
            provider: "PROVIDER_A" | "PROVIDER_B";
            /** @description What is left of the customer's credit, in the minor unit; the next invoice uses it. Credit in an account or mode of the card provider that the tenant left is held. Below 0: the customer owes it, because an invoice was too small to be charged by card; the next one asks for it. */
            credit: number;
            /** @description What is owed and on no issued invoice yet, in the minor unit, without what is held. Below 0: more is given back than owed, such as by a credit note; the next invoice uses it as it does credit. */
            waiting: number;
            /** @description What is held for a decision, in the minor unit. */
            held: number;
            /** @description What is left to pay on open invoices, in the minor unit. */
            receivable: number;
        };
        Override: {
            id: string;
            customer_id: string;
            feature_key: string;
            enabled: boolean | null;
            limit_set: number | null;
            limit_add: number | null;
            unlimited: boolean;
            /** @description The value of a STATIC feature; null changes nothing. */
            value: unknown;
            overage: ("BLOCK" | "ALLOW" | "BILL") | null;
            overage_ceiling: string | null;
            overage_cap_amount: number | null;
            reason: string;
            created_by: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            starts_at: string;
            ends_at: string | null;
            revoked_at: string | null;
            /** @description Whether it is in force now. */
            is_active: boolean;
        };
        Invoice: {
            id: string;
            tenant_id: string;
            customer_id: string;
            subscription_id: string | null;
            /**
             * @description Who collects it.
             * @enum {string}
             */
            provider: "PROVIDER_A" | "PROVIDER_B";
            provider_invoice_id: string | null;
            /** @description The number on the invoice; null while it is a draft. */
            number: string | null;
            /** @description subscription_create, subscription_cycle, subscription_update, final, one_off (by hand, for no subscription) or manual. */
            reason: string;
            /** @enum {string} */
            status: "DRAFT" | "OPEN" | "PAID" | "VOID" | "UNCOLLECTIBLE";
            currency: string;
            /** @description In the currency's minor unit (cents; yen as is). */
            subtotal: number;
            /** @description What discounts take off the subtotal. */
            discount: number;
            /** @description In the currency's minor unit (cents; yen as is). */
            tax: number;
            /** @description In the currency's minor unit (cents; yen as is). */
            total: number;
            /** @description What the customer's credit paid of it. Below 0: what earlier invoices were too small to collect, and this one does. */
            amount_from_credit: number;
            /** @description What an invoice with a total below 0 leaves as the customer's credit. */
            amount_kept_as_credit: number;
            /** @description The total less amount_from_credit and amount_off_due, never below 0. Of a void invoice nothing is due. */
            amount_due: number;
            /** @description In the currency's minor unit (cents; yen as is). */
            amount_paid: number;
            /** @description PROVIDER_B: what its payments brought beyond what was due, which is no part of amount_paid and became the customer's credit. */
            amount_surplus: number;
            /** @description What is left to pay of an open invoice; 0 for every other one. */
            amount_remaining: number;
            /** @description What credit notes took off what was to be paid. */
            amount_off_due: number;
            /** @description What all its credit notes take back. */
            amount_credited: number;
            /** @description What was given back as money, or is on its way. */
            amount_refunded: number;
            /** @description What banks took back for their cardholders, and did not give back: see its disputes. */
            amount_disputed: number;
            /** @description What is not paid of an UNCOLLECTIBLE invoice; 0 for every other one. */
            amount_written_off: number;
            /** @description Whether it is open and the day of due_at is over, in UTC: what is due on the 14th, at whatever moment, is overdue from the 15th on. For a customer on a test clock its time counts. */
            is_overdue: boolean;
            period_start: string | null;
            period_end: string | null;
            issued_at: string | null;
            /** @description When it is to be paid. Documents, mails and pages name its day in UTC. */
            due_at: string | null;
            paid_at: string | null;
            voided_at: string | null;
            attempt_count: number;
            /** @description When the provider tries the card again. */
            next_attempt_at: string | null;
            /** @description The provider's page to look at and pay it. */
            hosted_url: string | null;
            /** @description The void invoice that this one was issued for; null: none. */
            replaces_id: string | null;
            /** @description The invoice that was issued for this one, which is void; null: none. */
            replaced_by_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
            lines: components["schemas"]["InvoiceLine"][];
        };
        InvoiceLine: {
            id: string;
            description: string;
            /** @description In the currency's minor unit (cents; yen as is). */
            amount: number;
            is_proration: boolean;
            period_start: string | null;
            period_end: string | null;
        };
        InvoicePreview: {
            customer_id: string;
            /** @description The name; where there is none the e-mail address, else your id of them. */
            customer_name: string;
            /** @description Where the invoice goes by mail. */
            customer_email: string | null;
            /** @enum {string} */
            provider: "PROVIDER_A" | "PROVIDER_B";
            currency: string;
            lines: {
                description: string;
                /** @description In the currency's minor unit (cents; yen as is). */
                amount: number;
            }[];
            /** @description PROVIDER_B: what the customer's credit for no subscription pays; it is a line of the invoice, below 0. */
            amount_from_credit: number;
            /** @description The sum of the lines less amount_from_credit, with the taxes that come on top of it. What the customer's balance at the card provider pays of it is not known before it is issued. */
            total: number;
            /** @description Whether the card provider computes taxes on the invoice. */
            has_automatic_tax: boolean;
            /** @description The taxes, as the card provider computes them now; those that the amounts contain, too. 0 without automatic taxes; null where it needs the customer's address first, without which it issues the invoice without taxes, or refuses it. */
            tax: number | null;
            /** @description null: charged at once. */
            due_at: string | null;
            /** @description The card that would be charged; null by transfer. */
            card: {
                brand: string;
                last4: string;
            } | null;
        };
        InvoicePayment: {
            /** @description Begins with pay_. */
            id: string;
            invoice_id: string;
            /** @description What of it pays the invoice, in the currency's minor unit, above 0. */
            amount: number;
            /** @description What came beyond that and became the customer's credit. With amount it is what arrived; 0 without. */
            surplus: number;
            /** @description ISO 4217, in upper case. */
            currency: string;
            /** @description The transfer's reference. */
            reference: string | null;
            /**
             * Format: date-time
             * @description When the money arrived.
             */
            paid_at: string;
            /** @description APPLICATION, USER or SYSTEM. */
            actor_type: string;
            /** @description Who recorded it. */
            actor_id: string;
            /**
             * Format: date-time
             * @description When it was recorded.
             */
            created_at: string;
            /** @description Set when it does not count any more. */
            taken_back: components["schemas"]["PaymentTakenBack"] | null;
        };
        PaymentTakenBack: {
            /**
             * Format: date-time
             * @description When it was taken back.
             */
            at: string;
            /** @description Why, in a person's words; null after the customer's data was erased. */
            reason: string | null;
            /** @description APPLICATION, USER or SYSTEM. */
            actor_type: string;
            /** @description Who took it back. */
            actor_id: string;
        };
        InvoiceDecision: {
            /** @description Begins with idec_. */
            id: string;
            invoice_id: string;
            /**
             * @description VOIDED: it was voided. REISSUED: it was voided, and another one issued for it. WRITTEN_OFF: what was left to pay is not collected any more. NOT_WRITTEN_OFF: the card provider did not do that, because it was paid or voided there meanwhile, or refused. REOPENED: it was written off and is open again, because that was taken back, or because it was paid and a payment was taken back. REFUND_TAKEN_BACK: a refund of it was recorded by mistake, or its transfer came back. DUE_DATE_EXTENDED: it is due later. REMINDERS_STOPPED, REMINDERS_RESUMED: of its reminders.
             * @enum {string}
             */
            kind: "VOIDED" | "REISSUED" | "WRITTEN_OFF" | "NOT_WRITTEN_OFF" | "REOPENED" | "REFUND_TAKEN_BACK" | "DUE_DATE_EXTENDED" | "REMINDERS_STOPPED" | "REMINDERS_RESUMED";
            /** @description A person's words; null where none were given, or after the customer's data was erased. */
            reason: string | null;
            /** @description APPLICATION, USER or SYSTEM. */
            actor_type: string;
            /** @description Who decided. */
            actor_id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
        };
        InvoiceReminderSchedule: {
            invoice_id: string;
            due_at: string | null;
            /** @description Since when no reminders are sent for this invoice; null: they are. */
            stopped_at: string | null;
            /** @description From when one can be sent by hand, as another was sent less than a day before; null: no other holds it up. */
            next_by_hand_at: string | null;
            /** @description In the order of time. */
            reminders: components["schemas"]["InvoiceReminder"][];
        };
        InvoiceReminder: {
            /**
             * Format: date-time
             * @description When it was sent, or is to be.
             */
            at: string;
            /**
             * @description PLANNED: it is sent then, if the invoice is still open. STOPPED: it would be, if reminders were resumed.
             * @enum {string}
             */
            status: "SENT" | "PLANNED" | "STOPPED";
        };
        InvoiceNotice: {
            /** @description Begins with ntc_. */
            id: string;
            tenant_id: string;
            customer_id: string;
            invoice_id: string;
            /**
             * @description NOT_ISSUED: the card provider could not issue the invoice. TAX_NOT_COMPUTED: it was issued without the taxes that were to be computed. FRAUD_WARNING: a bank says that its payment may be a fraud. DISPUTE: a dispute waits for an answer.
             * @enum {string}
             */
            kind: "NOT_ISSUED" | "TAX_NOT_COMPUTED" | "FRAUD_WARNING" | "DISPUTE";
            /** @description What it is about at the card provider: an invoice, a warning or a dispute. */
            provider_object_id: string;
            /** @description The card provider's word for the reason. */
            code: string | null;
            /** @description What the card provider says of it. */
            message: string | null;
            /** @description What happened, and what a person can do. */
            what_to_do: string;
            /** @description Until when; null: there is no such day. */
            due_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            opened_at: string;
            /** @description null: it is open. */
            closed_at: string | null;
            /** @description Whether a person closed it. */
            is_dismissed: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
        };
        CreditNote: {
            /** @description Begins with cn_. */
            id: string;
            tenant_id: string;
            customer_id: string;
            subscription_id: string | null;
            /** @description The invoice that it takes back, in part or whole. */
            invoice_id: string;
            invoice_number: string | null;
            /**
             * @description Who issued it.
             * @enum {string}
             */
            provider: "PROVIDER_A" | "PROVIDER_B";
            provider_credit_note_id: string | null;
            /** @description Ours have a series of their own without gaps, with the prefix of that day. */
            number: string | null;
            /** @enum {string} */
            status: "ISSUED" | "VOID";
            /** @description ISO 4217, in upper case. */
            currency: string;
            /** @description What it takes back in all, above 0: the sum of the next three. */
            amount: number;
            /** @description Taken off what was to be paid of the invoice. */
            amount_off_due: number;
            /** @description Paid before, and the customer's credit now. */
            amount_to_balance: number;
            /** @description Paid before, and given back as money. */
            amount_to_refund: number;
            /** @description The part of the amount that is tax. */
            tax: number;
            /** @description Why, as the note says it; null where nothing was said, or it was erased. */
            reason: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            issued_at: string;
            voided_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
            lines: components["schemas"]["CreditNoteLine"][];
        };
        CreditNoteLine: {
            /** @description Begins with cnl_. */
            id: string;
            /** @description The line of the invoice that it takes back; null: none by name. */
            invoice_line_id: string | null;
            description: string;
            /** @description In the currency's minor unit, above 0. */
            amount: number;
        };
        CreditNotePreview: {
            /** @description ISO 4217, in upper case. */
            currency: string;
            /** @description What it takes back in all, above 0: the sum of the next three. */
            amount: number;
            /** @description Taken off what was to be paid of the invoice. */
            amount_off_due: number;
            /** @description Paid before, and the customer's credit now. */
            amount_to_balance: number;
            /** @description Paid before, and given back as money. */
            amount_to_refund: number;
            /** @description The part of the amount that is tax. */
            tax: number;
            lines: {
                /** @description The line of the invoice that it takes back; null: none by name. */
                invoice_line_id: string | null;
                description: string;
                /** @description In the currency's minor unit, above 0. */
                amount: number;
            }[];
            /** @description What is to be paid of the invoice in all, after it. */
            invoice_amount_due: number;
            /** @description What is left to pay of the invoice, after it. */
            invoice_amount_remaining: number;
            /** @description What can still be credited of the invoice, after it. */
            left_to_credit: number;
        };
        Refund: {
            /** @description Begins with rfd_. */
            id: string;
            tenant_id: string;
            customer_id: string;
            /** @description The invoice whose payment was given back. */
            invoice_id: string;
            /** @description The credit note that it carries out; null: none. */
            credit_note_id: string | null;
            /** @description true: it pays out credit that was left of a subscription that has ended; its invoice says what the credit was of. */
            is_of_credit: boolean;
            /**
             * @description Who collected the payment.
             * @enum {string}
             */
            provider: "PROVIDER_A" | "PROVIDER_B";
            /** @description null: it was given back by hand, outside of the provider, and recorded. */
            provider_refund_id: string | null;
            /**
             * @description PENDING: it is on its way. FAILED, CANCELED: the money did not go back.
             * @enum {string}
             */
            status: "PENDING" | "SUCCEEDED" | "FAILED" | "CANCELED";
            /** @description ISO 4217, in upper case. */
            currency: string;
            /** @description In the currency's minor unit, above 0. */
            amount: number;
            /** @description A person's words, or the card provider's word; null where none were given, or they were erased. */
            reason: string | null;
            /** @description The reference of the transfer, or that by which the cardholder's bank knows it. */
            reference: string | null;
            /**
             * Format: date-time
             * @description When the money was given back.
             */
            refunded_at: string;
            /** @description Set of one that was recorded by hand and does not count any more (CANCELED); null for a user's token. */
            taken_back: components["schemas"]["PaymentTakenBack"] | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
        };
        Dispute: {
            /** @description Begins with dsp_. */
            id: string;
            tenant_id: string;
            customer_id: string;
            /** @description The invoice whose payment is disputed. */
            invoice_id: string;
            /**
             * @description Who collected the payment.
             * @enum {string}
             */
            provider: "PROVIDER_A" | "PROVIDER_B";
            provider_dispute_id: string;
            /**
             * @description INQUIRY: the bank asks, and has taken nothing. NEEDS_RESPONSE: it has taken the money and waits for evidence. UNDER_REVIEW: it decides. WON: the money is back. LOST: it is gone. CLOSED: an inquiry that is over, or a dispute that was prevented.
             * @enum {string}
             */
            status: "INQUIRY" | "NEEDS_RESPONSE" | "UNDER_REVIEW" | "WON" | "LOST" | "CLOSED";
            /** @description ISO 4217, in upper case. */
            currency: string;
            /** @description What is disputed, in the currency's minor unit. */
            amount: number;
            /** @description What of it the bank took and did not give back. */
            amount_withdrawn: number;
            /** @description What the cardholder says, in the card provider's word. */
            reason: string;
            /** @description Until when you can answer at the card provider; null: there is no such day. */
            evidence_due_at: string | null;
            /**
             * Format: date-time
             * @description When it was opened at the bank.
             */
            opened_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
        };
        Charge: {
            /** @description Begins with chg_. */
            id: string;
            /** @description Who owes it. */
            customer_id: string;
            /** @description The subscription it is for; null: for none. */
            subscription_id: string | null;
            /**
             * @description Who invoiced the subscription when it was charged.
             * @enum {string}
             */
            provider: "PROVIDER_A" | "PROVIDER_B";
            /** @description ISO 4217, in upper case. */
            currency: string;
            /** @description In the currency's minor unit. Above 0: the customer owes it. Below 0: it is given back. Never 0. */
            amount: number;
            /**
             * @description COUNTER: use past a limit. PERIOD: a plan and its steps for a billing period. CHANGE: a change of plan. CREDIT: credit that an invoice left over. CARRIED: the line by which that invoice says so. ITEM: a single item. CORRECTION: takes another charge back, by a credit note for example. PROVIDER_LINE: a line that the card provider computed. LEGACY: from before charges were kept.
             * @enum {string}
             */
            cause: "COUNTER" | "PERIOD" | "CHANGE" | "CREDIT" | "CARRIED" | "ITEM" | "CORRECTION" | "PROVIDER_LINE" | "LEGACY";
            /** @description The text of its line on an invoice. */
            description: string;
            /**
             * Format: date-time
             * @description When the time that is paid for begins.
             */
            period_start: string;
            /**
             * Format: date-time
             * @description When that time ends.
             */
            period_end: string;
            /** @description When it is invoiced by itself if no renewal has taken it before; null: with the next invoice. */
            due_at: string | null;
            /**
             * @description waiting: for the next invoice. sent: to the card provider, and on no issued invoice yet. invoiced: on an issued invoice. held: for a person's decision. written_off: not owed any more. balance: credit that went to the customer's balance at the card provider.
             * @enum {string}
             */
            state: "waiting" | "sent" | "invoiced" | "held" | "written_off" | "balance";
            /** @description Why it is in this state; null where no decision put it there. */
            why: components["schemas"]["ChargeReason"] | null;
            /** @description The invoice that it is on, or was on last; null: it was on none. */
            invoice_id: string | null;
            /** @description The number of that invoice; null where it has none. */
            invoice_number: string | null;
            /** @description The charge that it takes back, in part or whole; null: none. */
            corrects: string | null;
            /**
             * Format: date-time
             * @description When it was charged.
             */
            created_at: string;
            /** @description What the journal says of it, the oldest transfer first. */
            transfers: components["schemas"]["JournalTransfer"][];
        };
        ChargeReason: {
            /** @description VOIDED: its invoice was voided. REMOVED: its item was deleted at the card provider. REFUSED: the card provider refuses its item, such as an amount above its largest. CHANGED: its item was given another amount there, and the line of that amount is a charge of its own. PAUSED: by a pause of its subscription. LEFT: it is what the customer's balance with the card provider was in an account or mode that the tenant left; no invoice uses it. RETURNED: the tenant came back to that account. UNPAID: its period began while the subscription was UNPAID. MOVED: its period is billed by us, because the subscription moved to PROVIDER_B as it began. NOT_MADE: the change that it was for was not confirmed. DECIDED: a person decided about a held charge, or about credit that no invoice would use. ERASED: the customer's personal data was erased. */
            code: string;
            /** @description A person's words; null where none were given. */
            reason: string | null;
            /** @description APPLICATION, USER or SYSTEM. */
            actor_type: string;
            /** @description Who put it there. */
            actor_id: string;
            /**
             * Format: date-time
             * @description When it was put there.
             */
            at: string;
        };
        JournalTransfer: {
            /** @description Begins with jrn_. */
            id: string;
            /** @description What happened. ACCRUED: it was owed from then on. MOVED: credit went to the other provider with its subscription. SURPLUS: a payment brought it beyond what was due, or that payment was taken back. PLACED: it came to an invoice. ENDED: it was taken off the invoice, or was owed again. WRITTEN_OFF: it was given up. */
            kind: string;
            /**
             * @description The account that is debited. UNBILLED (charges that wait for an invoice; below 0 credit that does, such as a credit note's), RECEIVABLE, CASH, DISCOUNT (discounts and credit notes), GIVEN_BACK (refunds without a credit note, and credit given by hand: what was billed stays billed), DISPUTED, WRITTEN_OFF (bad debt: billed, and not collected any more, less credit that nobody uses) and CANCELED (charged, and given up on no invoice that counts) rise by it; REVENUE, CREDIT (what an invoice left over, what payments brought beyond what was due, and the balance at the card provider) and TAX fall.
             * @enum {string}
             */
            debit_account: "UNBILLED" | "RECEIVABLE" | "CREDIT" | "CASH" | "REVENUE" | "DISCOUNT" | "GIVEN_BACK" | "TAX" | "DISPUTED" | "WRITTEN_OFF" | "CANCELED";
            /**
             * @description Who holds the debit account.
             * @enum {string}
             */
            debit_provider: "PROVIDER_A" | "PROVIDER_B";
            /**
             * @description The account that is credited. REVENUE, CREDIT and TAX rise by it; the others fall.
             * @enum {string}
             */
            credit_account: "UNBILLED" | "RECEIVABLE" | "CREDIT" | "CASH" | "REVENUE" | "DISCOUNT" | "GIVEN_BACK" | "TAX" | "DISPUTED" | "WRITTEN_OFF" | "CANCELED";
            /**
             * @description Who holds the credit account.
             * @enum {string}
             */
            credit_provider: "PROVIDER_A" | "PROVIDER_B";
            /** @description In the currency's minor unit, always above 0. */
            amount: number;
            /**
             * Format: date-time
             * @description When it happened.
             */
            at: string;
        };
        CreditSettlement: {
            /** @description The subscription that has ended; null: the credit was for none. */
            subscription_id: string | null;
            /** @description ISO 4217, in upper case. */
            currency: string;
            /** @description What was settled; with INVOICE no more than was left to pay of that. */
            amount: number;
            /** @enum {string} */
            to: "REFUND" | "SUBSCRIPTION" | "INVOICE" | "WRITE_OFF";
            /** @description The final invoice that says what the credit was of; null: it was written off. */
            invoice_id: string | null;
            /** @description null: it was not given back as money. */
            refund_id: string | null;
        };
        Subscription: {
            id: string;
            tenant_id: string;
            customer: components["schemas"]["CustomerSummary"];
            plan_price_id: string;
            /** @description The version of the plan's entitlements it is pinned to. */
            pack_id: string | null;
            /** @description The price it moves to at the period's end. */
            pending_plan_price_id: string | null;
            /** @description The pack it moves to at the period's end. */
            pending_pack_id: string | null;
            /**
             * @description PROVIDER_A: cards. PROVIDER_B: manual invoicing.
             * @enum {string}
             */
            provider: "PROVIDER_A" | "PROVIDER_B";
            provider_subscription_id: string | null;
            provider_customer_id: string | null;
            /** @enum {string} */
            status: "ACTIVE" | "TRIALING" | "PAST_DUE" | "CANCELED" | "UNPAID" | "PAUSED";
            current_period_start: string | null;
            current_period_end: string | null;
            trial_start: string | null;
            trial_end: string | null;
            /** @description When it was canceled, also for the period's end. */
            canceled_at: string | null;
            /** @description When it ended. */
            ended_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
            plan: components["schemas"]["PlanSummary"];
            plan_price: components["schemas"]["PriceSummary"];
            product: components["schemas"]["PlanSummary"];
            pack: components["schemas"]["PackSummary"] | null;
            entitlements: components["schemas"]["EntitlementSummary"][];
            /** @description What each period costs before usage, taxes and discounts: the plan's price and the bought steps. Minor units. */
            recurring_amount: number;
            /** @description The steps bought of each driver. */
            drivers: components["schemas"]["BoughtSteps"][];
        };
        PlanSummary: {
            id: string;
            slug: string;
            name: string;
        };
        PriceSummary: {
            id: string;
            /** @description In the currency's minor unit (cents; yen as is). */
            amount: number;
            /** @description ISO 4217, upper case. */
            currency: string;
            /** @description DAY, WEEK, MONTH or YEAR. */
            interval: string;
            price_label_name: string;
            price_label_slug: string;
        };
        PackSummary: {
            id: string;
            version: number;
            /** @enum {string} */
            status: "DRAFT" | "ACTIVE" | "ARCHIVED";
        };
        EntitlementSummary: {
            feature_id: string;
            feature_key: string;
            feature_name: string;
            /** @description BOOLEAN, METERED, ALLOCATED or STATIC. */
            feature_type: string;
            feature_unit_label: string | null;
            /** @description Units included; null = unlimited. */
            limit: number | null;
            /** @description The value of a STATIC feature; JSON text when it is not a string. */
            value: string | null;
            /**
             * @description What happens past the limit.
             * @enum {string}
             */
            overage: "BLOCK" | "ALLOW" | "BILL";
            /**
             * @description Whether the limit is shared by all dimensions.
             * @enum {string}
             */
            limit_binding: "CUSTOMER" | "DIMENSION";
            /**
             * @description Whether ceiling and cap are shared by all dimensions.
             * @enum {string}
             */
            cap_binding: "CUSTOMER" | "DIMENSION";
            /** @description How many dimensions may be used in a period; null = any. */
            max_dimensions: number | null;
            /** @description The most units past the limit in a period, a decimal. */
            overage_ceiling: string | null;
            /** @description The most that overage may bill in a period, minor units. */
            overage_cap_amount: number | null;
            /** @description What overage has billed this period, minor units; null unless overage is BILL. */
            billed_amount: number | null;
            /** @description ISO 4217, of the amounts; null unless overage is BILL. */
            currency: string | null;
            /** @description Usage has come to the cap or the ceiling: further units are refused. */
            cap_reached: boolean;
        };
        BoughtSteps: {
            feature_key: string;
            feature_name: string;
            steps: number;
            /** @description Units that one step adds. */
            step_size: number;
            /** @description The price of all its steps for each period. */
            amount: number;
        };
        Quote: {
            id: string;
            subscription_id: string;
            plan_price_id: string;
            /** @enum {string} */
            effective: "now" | "period_end";
            currency: string;
            lines: components["schemas"]["QuoteLine"][];
            /** @description What promotion codes and other discounts take off the lines. Prorated lines are less them already. */
            discount: number;
            /** @description Taxes in the total, those that prices contain, too; negative where credit outweighs. */
            tax: number;
            /** @description The sum of the lines with taxes and discounts; negative is credit. */
            total: number;
            /** @description What is charged now; never below 0. */
            amount_due: number;
            /** @description Use past limits so far that the change ends, at the old prices: billed with the next invoice, and not part of the total. Of METERED features whose limit, prices or period it alters; of the others, and with effective period_end, use is billed at the end of its period as before. */
            overage: {
                /** @description In the currency's minor unit (cents; yen as is). */
                amount: number;
                features: {
                    feature_key: string;
                    feature_name: string;
                    /** @description In the currency's minor unit (cents; yen as is). */
                    amount: number;
                }[];
            };
            /** @description What the next period costs, less the discounts that still run then, with the taxes that Stripe computes and before usage, and when it is charged. */
            next: {
                /** @description In the currency's minor unit (cents; yen as is). */
                amount: number;
                at: string | null;
            };
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            expires_at: string;
        };
        QuoteLine: {
            description: string;
            /** @description Negative for credit. */
            amount: number;
            is_proration: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            period_start: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            period_end: string;
        };
        PaymentMethod: {
            id: string;
            brand: string;
            last4: string;
            exp_month: number;
            exp_year: number;
            /** @description What it pays for: the card provider keeps a card for one currency of a customer. null: for the currency that they buy in first. */
            currency: string | null;
            /** @description Whether it is the default card of its currency, which is charged. */
            is_default: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
        };
        SetupIntent: {
            /** @description Opens the card form in the browser. */
            client_secret: string;
            /** @description Our id of the customer. */
            customer_id: string;
        };
        CardForm: {
            /** @description Initializes the card provider's script in the browser. */
            publishable_key: string;
            /** @description The script to load in place of the provider's own; null: the provider's own. */
            script_url: string | null;
        };
        CustomerTaxId: {
            type: string;
            value: string;
            /** @description What an authority answered when the card provider asked about it; null: none is asked about this kind, or the customer is not at the card provider. */
            verification: ("PENDING" | "VERIFIED" | "UNVERIFIED") | null;
        };
        ProviderPortal: {
            /** Format: uri */
            url: string;
        };
        PortalSession: {
            /**
             * Format: uri
             * @description Send the customer's browser here. It opens the portal once.
             */
            url: string;
            /**
             * Format: date-time
             * @description When the link stops working, if it was not opened.
             */
            expires_at: string;
        };
        Checkout: {
            /**
             * Format: uri
             * @description Send the customer's browser here.
             */
            url: string;
        };
        EntitlementCheck: {
            /** @description Whether the quantity asked for may be used now. */
            allowed: boolean;
            feature_key: string;
            /** @description BOOLEAN, METERED, ALLOCATED or STATIC. */
            feature_type: string;
            has_override: boolean;
            /** @description The plan or an override grants the feature at all. */
            configured: boolean;
            /** @description The feature is switched on. */
            enabled: boolean;
            /** @description Units that the terms of now include, with those that rolled over; null = unlimited, or a feature without units. */
            limit: number | null;
            used: number;
            /** @description Included units that are left, of all parts together; null = unlimited. */
            remaining: number | null;
            /** @description BLOCK, ALLOW or BILL. BILL is BLOCK where nothing can be billed: in a trial, without a subscription, without a price in its currency. */
            overage_behavior: string;
            /** @description The highest usage still granted; null = unbounded. */
            access_limit: number | null;
            /** @description What overage has billed this period, minor units. */
            billed_amount: number | null;
            currency: string | null;
            cap_reached: boolean;
            /** @description The value of a STATIC feature. */
            value: {
                /** @enum {string} */
                type: "string" | "number" | "boolean" | "json";
                /** @description A value of that type; any JSON for json. */
                value: unknown;
            } | null;
            /** @description null without a subscription. */
            subscription_status: {
                subscription_id: string;
                /** @enum {string} */
                status: "ACTIVE" | "TRIALING" | "PAST_DUE" | "CANCELED" | "UNPAID" | "PAUSED";
                plan_slug: string;
                current_period_end: string | null;
                trial_end: string | null;
            } | null;
            /** @description Why it is refused; null when it is allowed. */
            reason: ("NO_SUBSCRIPTION" | "STATUS_BLOCKED" | "NOT_IN_PLAN" | "DISABLED" | "LIMIT_REACHED" | "CEILING_REACHED" | "CAP_REACHED" | "MAX_DIMENSIONS") | null;
            /** @description When the counter starts again; null when it never does. */
            resets_at: string | null;
            /** @description Plans of the same product that would allow it. */
            upgrade_options: {
                plan_id: string;
                plan_slug: string;
                plan_name: string;
                plan_price_id: string;
            }[];
            /** @description Each subscription and free plan that grants the feature, in the order in which their included units are used up; limit and used are the sums. Held units (ALLOCATED) are one counter, shown in the same order. Empty where nothing gives access or grants the feature. */
            parts: components["schemas"]["EntitlementPart"][];
        };
        EntitlementPart: {
            /** @description The subscription that grants it; null for a free plan. */
            subscription_id: string | null;
            /** @description The product of the subscription, or the one whose free plan grants it. */
            product_id: string | null;
            /** @description Units that it includes, with those that rolled over; null = unlimited, or a feature without units. */
            limit: number | null;
            /** @description Units counted here, reserved ones included, and overage where bears_overage is true. */
            used: number;
            /** @description Included units that are left; null = unlimited. */
            remaining: number | null;
            /** @description When its units start again; null when they never do. */
            resets_at: string | null;
            /** @description Units past what all parts include are counted here and billed by its terms; one part says true. */
            bears_overage: boolean;
        };
        Entitlements: {
            /** @description null for a customer who was never named. */
            customer_id: string | null;
            entitlements: {
                /** @description Whether the quantity asked for may be used now. */
                allowed: boolean;
                feature_key: string;
                /** @description BOOLEAN, METERED, ALLOCATED or STATIC. */
                feature_type: string;
                has_override: boolean;
                /** @description The plan or an override grants the feature at all. */
                configured: boolean;
                /** @description The feature is switched on. */
                enabled: boolean;
                /** @description Units that the terms of now include, with those that rolled over; null = unlimited, or a feature without units. */
                limit: number | null;
                used: number;
                /** @description Included units that are left, of all parts together; null = unlimited. */
                remaining: number | null;
                /** @description BLOCK, ALLOW or BILL. BILL is BLOCK where nothing can be billed: in a trial, without a subscription, without a price in its currency. */
                overage_behavior: string;
                /** @description The highest usage still granted; null = unbounded. */
                access_limit: number | null;
                /** @description What overage has billed this period, minor units. */
                billed_amount: number | null;
                currency: string | null;
                cap_reached: boolean;
                /** @description The value of a STATIC feature. */
                value: {
                    /** @enum {string} */
                    type: "string" | "number" | "boolean" | "json";
                    /** @description A value of that type; any JSON for json. */
                    value: unknown;
                } | null;
                /** @description null without a subscription. */
                subscription_status: {
                    subscription_id: string;
                    /** @enum {string} */
                    status: "ACTIVE" | "TRIALING" | "PAST_DUE" | "CANCELED" | "UNPAID" | "PAUSED";
                    plan_slug: string;
                    current_period_end: string | null;
                    trial_end: string | null;
                } | null;
                /** @description Why it is refused; null when it is allowed. */
                reason: ("NO_SUBSCRIPTION" | "STATUS_BLOCKED" | "NOT_IN_PLAN" | "DISABLED" | "LIMIT_REACHED" | "CEILING_REACHED" | "CAP_REACHED" | "MAX_DIMENSIONS") | null;
                /** @description When the counter starts again; null when it never does. */
                resets_at: string | null;
                /** @description Plans of the same product that would allow it. */
                upgrade_options: {
                    plan_id: string;
                    plan_slug: string;
                    plan_name: string;
                    plan_price_id: string;
                }[];
                /** @description As in the check of one feature, with names. */
                parts: components["schemas"]["NamedEntitlementPart"][];
                feature_name: string;
                feature_unit_label: string | null;
            }[];
        };
        NamedEntitlementPart: {
            /** @description The subscription that grants it; null for a free plan. */
            subscription_id: string | null;
            /** @description The product of the subscription, or the one whose free plan grants it. */
            product_id: string | null;
            /** @description Units that it includes, with those that rolled over; null = unlimited, or a feature without units. */
            limit: number | null;
            /** @description Units counted here, reserved ones included, and overage where bears_overage is true. */
            used: number;
            /** @description Included units that are left; null = unlimited. */
            remaining: number | null;
            /** @description When its units start again; null when they never do. */
            resets_at: string | null;
            /** @description Units past what all parts include are counted here and billed by its terms; one part says true. */
            bears_overage: boolean;
            /** @description The name of the product. */
            product_name: string;
            /** @description The name of the subscription's plan, or of the product's free plan. */
            plan_name: string;
        };
        EntitlementSnapshot: {
            /** @description A JWT signed ES256 (keys at /.well-known/jwks.json). Trust it only when `aud` is your tenant's id, and `sub` or `external_id` and `dimension` are those that you check; `entitlements` holds the check's answer by feature key. */
            token: string;
            customer_id: string;
            /**
             * Format: date-time
             * @description From then on it is not fresh; get a new one.
             */
            expires_at: string;
            /**
             * Format: date-time
             * @description How long it may replace the check while this server cannot be reached; also in the token, in seconds.
             */
            offline_until: string;
        };
        UsageReceipt: {
            /** @description Of the row in the usage ledger. */
            id: string;
            event_id: string | null;
            usage_record_id: string;
            customer_id: string;
            feature_key: string;
            dimension: string | null;
            /** @description The requested quantity. */
            quantity: number;
            /** @description The counted quantity; less than requested only with mode clip. */
            counted: number;
            /** @description Usage under the limit, right after. */
            used: number;
            /** @description Including rolled-over units; null = unlimited. */
            limit: number | null;
            remaining: number | null;
            /** @description The event's own period had ended; it counts in the current one. */
            is_late: boolean;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            period_start: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            period_end: string;
        };
        UsageRecord: {
            id: string;
            tenant_id: string;
            feature_id: string;
            feature_key: string;
            feature_name: string;
            /** @description Units used in the period, or held (ALLOCATED). */
            value: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            period_start: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            period_end: string;
            /**
             * @description OPEN: the current period. CLOSED: one that ended and charged nothing, or is not settled yet. BILLED: one whose overage was charged; the charge may wait for an invoice.
             * @enum {string}
             */
            status: "OPEN" | "CLOSED" | "BILLED";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
            /** @description null for usage under a free plan without a subscription. */
            subscription_id: string | null;
            customer_id: string;
            /** @description The workspace, project or seat holder the usage named; null when it named none. */
            dimension: string | null;
        };
        UsageReceipts: {
            items: {
                index: number;
                /** @enum {string} */
                status: "counted" | "refused";
                receipt: components["schemas"]["UsageReceipt"] | null;
                error: {
                    code: string;
                    name: string;
                    message: string;
                    issues?: {
                        path: string;
                        message: string;
                    }[];
                    details: {
                        [key: string]: unknown;
                    } | null;
                } | null;
            }[];
        };
        UsageReservation: {
            id: string;
            /** @enum {string} */
            status: "HELD" | "CONFIRMED" | "RELEASED" | "EXPIRED";
            customer_id: string;
            feature_key: string;
            dimension: string | null;
            /** @description Units held. */
            quantity: number;
            /** @description Units counted in the end; null unless confirmed. */
            confirmed: number | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            expires_at: string;
            settled_at: string | null;
        };
        UsageLedgerEntry: {
            id: string;
            usage_record_id: string;
            customer_id: string;
            feature_key: string;
            dimension: string | null;
            /** @enum {string} */
            kind: "RECORD" | "SET" | "CONFIRM" | "ROLLOVER";
            /** @description The change of the counter. */
            delta: number;
            event_id: string | null;
            /** @description Where one use was split over the counters of several sources: the entry that has its event, and whose id the receipt has. */
            part_of: string | null;
            is_late: boolean;
            /** @enum {string} */
            actor_type: "APPLICATION" | "USER" | "SYSTEM";
            actor_id: string;
            reason: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
        };
        SetUsageResult: {
            id: string;
            tenant_id: string;
            feature_id: string;
            feature_key: string;
            feature_name: string;
            /** @description Units used in the period, or held (ALLOCATED). */
            value: number;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            period_start: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            period_end: string;
            /**
             * @description OPEN: the current period. CLOSED: one that ended and charged nothing, or is not settled yet. BILLED: one whose overage was charged; the charge may wait for an invoice.
             * @enum {string}
             */
            status: "OPEN" | "CLOSED" | "BILLED";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
            /** @description null for usage under a free plan without a subscription. */
            subscription_id: string | null;
            customer_id: string;
            /** @description The workspace, project or seat holder the usage named; null when it named none. */
            dimension: string | null;
            /** @description The counters that were set, one for each subscription and free plan that grants the feature, in the order in which included units are used up. The answer itself is the counter that overage goes to, with the sum as its value. */
            parts: components["schemas"]["UsageRecord"][];
        };
        TestClock: {
            id: string;
            name: string;
            /**
             * Format: date-time
             * @description Its current time.
             */
            now: string;
            /** @enum {string} */
            status: "READY" | "ADVANCING";
            advancing_to: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
        };
        DeletedTestClock: {
            id: string;
            /** @constant */
            deleted: true;
        };
        PackMigrationPreview: {
            from_pack_id: string;
            to_pack_id: string;
            subscribers: number;
            /** @description Features that the pack has and theirs has not. */
            gains: string[];
            /** @description Features that theirs has and the pack has not. */
            losses: string[];
            changes: {
                feature_key: string;
                field: string;
                before: unknown;
                after: unknown;
            }[];
            /** @description What the move would do, counted subscriber by subscriber, overrides and drivers included. */
            features: components["schemas"]["PackMigrationEffect"][];
            /** @description By feature. Subscribers who have used more under this subscription than the new pack allows, its overage included; of held units (ALLOCATED), who hold more than all of the customer's subscriptions and free plans allow together. */
            over_limit: {
                feature_key: string;
                subscribers: number;
            }[];
            /** @description What a move now settles, one for each currency: use past the limit so far, at the old pack's prices, of METERED features whose limit, prices or period the move changes. It is owed at once and billed with each one's next invoice. A move at the period's end bills it then, with the rest of the period. */
            billed_now: components["schemas"]["PackMigrationBilling"][];
            /** @description The counts in words: 14 subscribers lose feature x. */
            summary: string[];
        };
        PackMigrationEffect: {
            feature_key: string;
            /** @description Subscribers for whom it is switched on. */
            gained: number;
            /** @description Subscribers for whom it is switched off; an override may keep it on. */
            lost: number;
            limit_raised: number;
            limit_lowered: number;
            /** @description Subscribers who have used more under this subscription than the new pack allows, its overage included; of held units (ALLOCATED), who hold more than all of the customer's subscriptions and free plans allow together. */
            over_limit: number;
            /** @description Up to 5 of those who lose it, get less or are over. */
            sample_subscription_ids: string[];
        };
        PackMigrationBilling: {
            currency: string;
            /** @description What all of them owe together, in minor units. */
            amount: number;
            /** @description How many owe something. */
            subscribers: number;
            /** @description Up to 5 of those who owe most. */
            samples: {
                subscription_id: string;
                /** @description How you call the customer. */
                customer: string;
                /** @description What the customer owes, in minor units. */
                amount: number;
                features: {
                    feature_key: string;
                    /** @description What its use past the limit costs, in minor units. */
                    amount: number;
                }[];
            }[];
        };
        PackMigration: {
            id: string;
            from_pack_id: string;
            to_pack_id: string;
            /** @enum {string} */
            effective: "now" | "period_end";
            /** @enum {string} */
            status: "PENDING" | "RUNNING" | "DONE" | "ROLLED_BACK" | "FAILED";
            total: number;
            moved: number;
            rolled_back: number;
            /** @description Subscribers who stay on their pack: the new one bills use past a limit, their price is 0, and they have no card. */
            skipped: number;
            created_by: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
        };
        Mrr: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            at: string;
            data: {
                currency: string;
                /** @description Monthly recurring revenue just before the moment, minor units. */
                mrr: number;
                /** @description Those that pay. */
                subscriptions: number;
                /** @description Those who pay. */
                customers: number;
            }[];
            /** @description null without a reporting currency. */
            converted: {
                /** @description Your reporting currency (setting reporting_currency). */
                currency: string;
                /**
                 * Format: date-time
                 * @description The moment of the rates: of each currency the newest that began before it. That of the figures, or now where that is in the future.
                 */
                rates_at: string;
                rates: {
                    currency: string;
                    /** @description Units of the reporting currency for one of this, in major units. */
                    rate: string;
                    valid_from: string;
                }[];
                /** @description Currencies of the figures that have no rate then: they are in data, and not in these figures. */
                not_converted: string[];
                /** @description Of all currencies that have a rate, rounded once. */
                mrr: number;
            } | null;
        };
        MrrMovements: {
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            from: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            to: string;
            /** @enum {string} */
            by: "customer" | "subscription";
            /** @description One for each currency, the largest first. */
            data: {
                currency: string;
                total: {
                    /** @description In the currency's minor unit (cents; yen as is). */
                    mrr_before: number;
                    /** @description Of payers who had never paid. */
                    new: number;
                    /** @description Of payers who had paid before, and nothing for a while. */
                    reactivation: number;
                    /** @description What payers pay more. */
                    expansion: number;
                    /** @description What payers pay less; never above 0. */
                    contraction: number;
                    /** @description Of payers who pay nothing any more; never above 0. */
                    churn: number;
                    /** @description mrr_before and the five parts. */
                    mrr_after: number;
                    new_count: number;
                    reactivation_count: number;
                    expansion_count: number;
                    contraction_count: number;
                    churn_count: number;
                    paying_before: number;
                    /** @description paying_before + new_count + reactivation_count − churn_count. */
                    paying_after: number;
                };
                buckets: {
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC, with milliseconds.
                     */
                    from: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC, with milliseconds.
                     */
                    to: string;
                    /** @description In the currency's minor unit (cents; yen as is). */
                    mrr_before: number;
                    /** @description Of payers who had never paid. */
                    new: number;
                    /** @description Of payers who had paid before, and nothing for a while. */
                    reactivation: number;
                    /** @description What payers pay more. */
                    expansion: number;
                    /** @description What payers pay less; never above 0. */
                    contraction: number;
                    /** @description Of payers who pay nothing any more; never above 0. */
                    churn: number;
                    /** @description mrr_before and the five parts. */
                    mrr_after: number;
                    new_count: number;
                    reactivation_count: number;
                    expansion_count: number;
                    contraction_count: number;
                    churn_count: number;
                    paying_before: number;
                    /** @description paying_before + new_count + reactivation_count − churn_count. */
                    paying_after: number;
                }[];
            }[];
            /** @description All of them at the rates of one moment, so that a change of rates is no movement. null without a reporting currency. */
            converted: {
                /** @description Your reporting currency (setting reporting_currency). */
                currency: string;
                /**
                 * Format: date-time
                 * @description The moment of the rates: of each currency the newest that began before it. That of the figures, or now where that is in the future.
                 */
                rates_at: string;
                rates: {
                    currency: string;
                    /** @description Units of the reporting currency for one of this, in major units. */
                    rate: string;
                    valid_from: string;
                }[];
                /** @description Currencies of the figures that have no rate then: they are in data, and not in these figures. */
                not_converted: string[];
                total: {
                    /** @description In the currency's minor unit (cents; yen as is). */
                    mrr_before: number;
                    /** @description Of payers who had never paid. */
                    new: number;
                    /** @description Of payers who had paid before, and nothing for a while. */
                    reactivation: number;
                    /** @description What payers pay more. */
                    expansion: number;
                    /** @description What payers pay less; never above 0. */
                    contraction: number;
                    /** @description Of payers who pay nothing any more; never above 0. */
                    churn: number;
                    /** @description mrr_before and the five parts. */
                    mrr_after: number;
                };
                buckets: {
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC, with milliseconds.
                     */
                    from: string;
                    /**
                     * Format: date-time
                     * @description ISO 8601, UTC, with milliseconds.
                     */
                    to: string;
                    /** @description In the currency's minor unit (cents; yen as is). */
                    mrr_before: number;
                    /** @description Of payers who had never paid. */
                    new: number;
                    /** @description Of payers who had paid before, and nothing for a while. */
                    reactivation: number;
                    /** @description What payers pay more. */
                    expansion: number;
                    /** @description What payers pay less; never above 0. */
                    contraction: number;
                    /** @description Of payers who pay nothing any more; never above 0. */
                    churn: number;
                    /** @description mrr_before and the five parts. */
                    mrr_after: number;
                }[];
            } | null;
        };
        MrrMovement: {
            id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            at: string;
            /** @enum {string} */
            kind: "NEW" | "REACTIVATION" | "EXPANSION" | "CONTRACTION" | "CHURN";
            currency: string;
            customer: components["schemas"]["CustomerSummary"];
            /** @description null by customer. */
            subscription_id: string | null;
            /** @description In the currency's minor unit (cents; yen as is). */
            mrr_before: number;
            /** @description In the currency's minor unit (cents; yen as is). */
            mrr_after: number;
            /** @description mrr_after less mrr_before. */
            change: number;
            /** @description Twelve times the change, not rounded: sums of it agree with the movements of a range. */
            yearly_change: number;
        };
        BookedRevenue: {
            from_month: string;
            to_month: string;
            data: {
                currency: string;
                total: {
                    /** @description charged less discounts, credit_notes and tax_included: what invoices came to, without taxes. A refund without a credit note does not lower it. */
                    billed: number;
                    /** @description What came to invoices, less what left them again. */
                    charged: number;
                    /** @description In the currency's minor unit (cents; yen as is). */
                    discounts: number;
                    /** @description What credit notes took back, without taxes that came on top. */
                    credit_notes: number;
                    /** @description Refunds without a credit note, and credit given by hand at the card provider. What was billed stays. */
                    given_back: number;
                    /** @description All money that went back, with a credit note or without; collected is less by it. */
                    refunded: number;
                    /** @description What credit notes, and credit given by hand at the card provider, made the customers' credit. */
                    credit_given: number;
                    /** @description Taxes on invoices, included ones too, less those that credit notes took back. */
                    tax: number;
                    /** @description The part of tax that charged contains. */
                    tax_included: number;
                    /** @description Money that came, less money that went back or is disputed. */
                    collected: number;
                    /** @description What stood on an invoice and is not collected any more. */
                    written_off: number;
                };
                months: {
                    month: string;
                    /** @description charged less discounts, credit_notes and tax_included: what invoices came to, without taxes. A refund without a credit note does not lower it. */
                    billed: number;
                    /** @description What came to invoices, less what left them again. */
                    charged: number;
                    /** @description In the currency's minor unit (cents; yen as is). */
                    discounts: number;
                    /** @description What credit notes took back, without taxes that came on top. */
                    credit_notes: number;
                    /** @description Refunds without a credit note, and credit given by hand at the card provider. What was billed stays. */
                    given_back: number;
                    /** @description All money that went back, with a credit note or without; collected is less by it. */
                    refunded: number;
                    /** @description What credit notes, and credit given by hand at the card provider, made the customers' credit. */
                    credit_given: number;
                    /** @description Taxes on invoices, included ones too, less those that credit notes took back. */
                    tax: number;
                    /** @description The part of tax that charged contains. */
                    tax_included: number;
                    /** @description Money that came, less money that went back or is disputed. */
                    collected: number;
                    /** @description What stood on an invoice and is not collected any more. */
                    written_off: number;
                }[];
            }[];
            /** @description All currencies that have a rate, each month at the rates of its end. null without a reporting currency. */
            converted: {
                /** @description Your reporting currency (setting reporting_currency). */
                currency: string;
                /** @description The sum of the months. */
                total: {
                    /** @description charged less discounts, credit_notes and tax_included: what invoices came to, without taxes. A refund without a credit note does not lower it. */
                    billed: number;
                    /** @description What came to invoices, less what left them again. */
                    charged: number;
                    /** @description In the currency's minor unit (cents; yen as is). */
                    discounts: number;
                    /** @description What credit notes took back, without taxes that came on top. */
                    credit_notes: number;
                    /** @description Refunds without a credit note, and credit given by hand at the card provider. What was billed stays. */
                    given_back: number;
                    /** @description All money that went back, with a credit note or without; collected is less by it. */
                    refunded: number;
                    /** @description What credit notes, and credit given by hand at the card provider, made the customers' credit. */
                    credit_given: number;
                    /** @description Taxes on invoices, included ones too, less those that credit notes took back. */
                    tax: number;
                    /** @description The part of tax that charged contains. */
                    tax_included: number;
                    /** @description Money that came, less money that went back or is disputed. */
                    collected: number;
                    /** @description What stood on an invoice and is not collected any more. */
                    written_off: number;
                };
                /** @description Those of any of the months. */
                not_converted: string[];
                months: {
                    month: string;
                    /** @description charged less discounts, credit_notes and tax_included: what invoices came to, without taxes. A refund without a credit note does not lower it. */
                    billed: number;
                    /** @description What came to invoices, less what left them again. */
                    charged: number;
                    /** @description In the currency's minor unit (cents; yen as is). */
                    discounts: number;
                    /** @description What credit notes took back, without taxes that came on top. */
                    credit_notes: number;
                    /** @description Refunds without a credit note, and credit given by hand at the card provider. What was billed stays. */
                    given_back: number;
                    /** @description All money that went back, with a credit note or without; collected is less by it. */
                    refunded: number;
                    /** @description What credit notes, and credit given by hand at the card provider, made the customers' credit. */
                    credit_given: number;
                    /** @description Taxes on invoices, included ones too, less those that credit notes took back. */
                    tax: number;
                    /** @description The part of tax that charged contains. */
                    tax_included: number;
                    /** @description Money that came, less money that went back or is disputed. */
                    collected: number;
                    /** @description What stood on an invoice and is not collected any more. */
                    written_off: number;
                    /**
                     * Format: date-time
                     * @description The moment of the rates: of each currency the newest that began before it. That of the figures, or now where that is in the future.
                     */
                    rates_at: string;
                    rates: {
                        currency: string;
                        /** @description Units of the reporting currency for one of this, in major units. */
                        rate: string;
                        valid_from: string;
                    }[];
                    /** @description Currencies of the figures that have no rate then: they are in data, and not in these figures. */
                    not_converted: string[];
                }[];
            } | null;
        };
        RevenueCohorts: {
            from_month: string;
            to_month: string;
            data: {
                currency: string;
                /** @description One for each month in which a customer started. */
                cohorts: {
                    /** @description In which they paid for the first time. */
                    month: string;
                    /** @description How many they were. */
                    started: number;
                    /** @description At the end of that month, and of each after. */
                    kept: {
                        month: string;
                        /** @description Who pay. */
                        customers: number;
                        /** @description What they pay a month, minor units. */
                        mrr: number;
                    }[];
                }[];
            }[];
        };
        ExchangeRate: {
            id: string;
            /** @description ISO 4217: the currency that is converted. */
            currency: string;
            /** @description The currency it is converted to: your reporting currency. */
            into: string;
            /** @description How many units of `into` one unit of `currency` is worth, in major units (euros for a dollar), as decimal text. */
            rate: string;
            /** @description The first day, UTC, such as 2026-11-01. The rate is valid until the next one begins. */
            valid_from: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
        };
        Joined: {
            /** @constant */
            success: true;
        };
        WaitlistPage: {
            entries: components["schemas"]["WaitlistEntry"][];
            pagination: {
                total: number;
                limit: number;
                offset: number;
                hasMore: boolean;
            };
        };
        WaitlistEntry: {
            id: string;
            tenant_id: string;
            email: string;
            name: string | null;
            /** @enum {string} */
            status: "PENDING" | "INVITED" | "REGISTERED" | "REJECTED";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            invited_at: string | null;
            invited_by: string | null;
            /** @description Additional data: up to 16 KB of JSON, 50 keys and 10 levels. */
            metadata: {
                [key: string]: unknown;
            };
        };
        WaitlistPosition: {
            /** @description 1 = next to be invited; null when the entry does not wait. */
            position: number | null;
            /** @description Each person who joins with it, and confirms their address or registers, moves this entry up. */
            referral_code: string;
            /** @description How many joined with the code and confirmed their address or registered, each mailbox once: `ann+2@` is `ann@`. */
            referral_count: number;
            /** @description Whether the entry's own person has confirmed the address. */
            is_confirmed: boolean;
            /** @description How many entries wait. */
            total: number;
        };
        WaitlistEntryDetail: {
            id: string;
            tenant_id: string;
            email: string;
            name: string | null;
            /** @enum {string} */
            status: "PENDING" | "INVITED" | "REGISTERED" | "REJECTED";
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            invited_at: string | null;
            invited_by: string | null;
            /** @description Additional data: up to 16 KB of JSON, 50 keys and 10 levels. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description 1 = next to be invited; null when the entry does not wait. */
            position: number | null;
            /** @description Each person who joins with it, and confirms their address or registers, moves this entry up. */
            referral_code: string;
            /** @description How many joined with the code and confirmed their address or registered, each mailbox once: `ann+2@` is `ann@`. */
            referral_count: number;
            /** @description The entry whose code was used. */
            referred_by: string | null;
            registered_at: string | null;
            /** @description When the person confirmed the address, by the mail about joining; null: not yet. */
            confirmed_at: string | null;
        };
        ErasedWaitlistEntry: {
            id: string;
            /** @constant */
            erased: true;
        };
        ImportedWaitlist: {
            /** @description Entries that are new. */
            joined: number;
            /** @description Addresses that were there already; left as they are. */
            known: number;
            /** @description Lines that could not be imported. */
            refused: number;
            /** @description Why, for the first 1,000 refused lines, and what was left out of others. Lines count from 1, the header included. */
            issues: {
                line: number;
                message: string;
            }[];
        };
        WaitlistFunnel: {
            /** @description Entries of the waitlist. */
            joined: number;
            /** @description Those of them who were invited, now or before they registered. */
            invited: number;
            /** @description Those of them who registered. */
            registered: number;
            /** @description Those of them whose customer has a live subscription that costs something. */
            paying: number;
            by_status: {
                /** @enum {string} */
                status: "PENDING" | "INVITED" | "REGISTERED" | "REJECTED";
                count: number;
            }[];
        };
        InvitedEntries: {
            /** @description Ids of the entries that were invited. */
            invited: string[];
            /** @description Entries that could not be invited, and why. */
            refused: {
                id: string;
                code: string;
                message: string;
            }[];
        };
        CreatedInvitationCode: {
            code: string;
            expiresAt: string | null;
            maxUses: number;
        };
        InvitationToken: {
            id: string;
            tenant_id: string;
            email: string;
            token: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            expires_at: string;
            used_at: string | null;
            created_by: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /** @constant */
            type: "token";
            isUsed: boolean;
            isExpired: boolean;
        };
        Invitations: {
            tokens: components["schemas"]["InvitationToken"][];
            codes: components["schemas"]["InvitationCode"][];
        };
        InvitationCode: {
            id: string;
            tenant_id: string;
            code: string;
            /** @description null: it does not expire. */
            expires_at: string | null;
            max_uses: number;
            used_count: number;
            /** @description Ids of the users who redeemed it. */
            used_by: string[];
            created_by: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /** @constant */
            type: "code";
            /** @description No redemption is left. */
            isUsed: boolean;
            isExpired: boolean;
            /** @description Additional data: up to 16 KB of JSON, 50 keys and 10 levels. */
            metadata: {
                [key: string]: unknown;
            };
        };
        CheckedInvitation: {
            /** @enum {string} */
            type: "code" | "token";
            /** @enum {string} */
            state: "OPEN" | "USED" | "REVOKED" | "EXPIRED";
            /** @description The address that a token is for; null for a code. */
            email: string | null;
            expires_at: string | null;
            /** @description Trial days that a code grants; null: none. */
            trial_days: number | null;
            plan_price_id: string | null;
        };
        InvitationRedemption: {
            id: string;
            /** @enum {string} */
            type: "code" | "token";
            invitation_id: string;
            /** @description Who redeemed it. */
            user: string;
            customer_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            redeemed_at: string;
        };
        Event: {
            /** @description The same in every delivery: also the header webhook-id. */
            id: string;
            /** @enum {string} */
            type: "application.created" | "application.updated" | "application.rotated" | "application.revoked" | "provider_account.connected" | "provider_account.callbacks_rotated" | "drift.mended" | "drift.mend_undone" | "settings.updated" | "exchange_rate.set" | "exchange_rate.deleted" | "tenant.sandbox_created" | "tenant.access_granted" | "tenant.access_revoked" | "member.invited" | "member.joined" | "member.role_changed" | "member.removed" | "signing_key.rotated" | "user.updated" | "user.two_factor_enabled" | "user.two_factor_disabled" | "user.identity_linked" | "user.registration_requested" | "user.created" | "user.signed_out" | "user.password_changed" | "user.password_reset_requested" | "user.password_reset" | "customer.created" | "customer.updated" | "customer.note_added" | "customer.note_deleted" | "catalog.copied" | "product.created" | "product.updated" | "product.archived" | "plan.created" | "plan.updated" | "plan.archived" | "plan_price.created" | "plan_price.updated" | "plan_price.archived" | "feature.created" | "feature.updated" | "feature.archived" | "pack.created" | "pack.updated" | "pack.published" | "pack.archived" | "pack.deleted" | "pack_migration.started" | "pack_migration.rolled_back" | "override.created" | "override.revoked" | "payment_method.set" | "payment_method.updated" | "payment_method.removed" | "quote.created" | "checkout.created" | "portal_session.created" | "provider_portal_session.created" | "subscription.created" | "subscription.updated" | "subscription.plan_changed" | "subscription.change_scheduled" | "subscription.change_unscheduled" | "subscription.renewed" | "subscription.moved" | "subscription.pack_changed" | "subscription.activated" | "subscription.trial_started" | "subscription.past_due" | "subscription.unpaid" | "subscription.paused" | "subscription.canceled" | "subscription.surplus_ended" | "invoice.created" | "invoice.issued" | "invoice.updated" | "invoice.paid" | "invoice.partially_paid" | "invoice.payment_taken_back" | "invoice.payment_failed" | "invoice.reminded" | "invoice.reminders_stopped" | "invoice.reminders_resumed" | "invoice.due_date_extended" | "invoice.voided" | "invoice.marked_uncollectible" | "invoice.reopened" | "credit_note.created" | "credit_note.updated" | "credit_note.voided" | "refund.created" | "refund.updated" | "dispute.created" | "dispute.updated" | "dispute.closed" | "invoice_notice.opened" | "invoice_notice.closed" | "charge.added" | "charge.decided" | "usage.limit_reached" | "usage.set" | "usage.billed" | "test_clock.created" | "test_clock.advanced" | "test_clock.deleted" | "waitlist.joined" | "waitlist.invited" | "waitlist.confirmed" | "waitlist.returned" | "waitlist.registered" | "waitlist.rejected" | "waitlist.erased" | "invitation.token_created" | "invitation.token_resent" | "invitation.code_created" | "invitation.redeemed" | "invitation.revoked" | "invitation.revealed" | "mail.tested" | "mail.retried" | "mail.revealed" | "history.erased" | "personal_data.exported" | "erasure.requested" | "erasure.completed" | "webhook_endpoint.created" | "webhook_endpoint.updated" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.enabled" | "webhook_endpoint.disabled" | "webhook_endpoint.replayed" | "webhook_endpoint.tested" | "webhook_endpoint.deleted";
            /**
             * Format: date-time
             * @description When it happened. ISO 8601, UTC, with milliseconds.
             */
            timestamp: string;
            /** @description The kind of object it happened to. */
            object_type: string;
            object_id: string;
            /** @description 1, 2, 3 … for each object: the highest number is the newest. */
            sequence: number;
            /** @description The object as it then was; see webhooks for each type's. */
            data: {
                [key: string]: unknown;
            };
        };
        AuditEntry: {
            id: string;
            /** @enum {string} */
            actor_type: "APPLICATION" | "USER" | "SYSTEM";
            actor_id: string;
            /** @description The type of the event of the same change. */
            action: string;
            object_type: string;
            object_id: string;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
            /** @description The x-request-id of the request that did it. */
            request_id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /** @description The place in the tenant's chain; null for the moment until the entry is sealed. */
            position: number | null;
            digest: string | null;
            /** @description SHA-256 of the hash at the position before (32 zero bytes before the first) and this digest. */
            hash: string | null;
        };
        WebhookEndpointWithSecret: {
            id: string;
            url: string;
            description: string | null;
            types: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
            /**
             * @description FAILING: it is enabled, the last tries failed, and the last of them less than a day ago.
             * @enum {string}
             */
            state: "ENABLED" | "FAILING" | "DISABLED";
            /** @description When the present run of failures began; null after a success. */
            failing_since: string | null;
            /** @description When the last try of that run failed; null after a success. */
            last_failed_at: string | null;
            /** @description Since when nothing is sent, nor queued; null: it is enabled. */
            disabled_at: string | null;
            /** @description FAILING: nothing succeeded for 5 days. GONE: it answered 410. */
            disabled_reason: ("BY_HAND" | "FAILING" | "GONE") | null;
            /** @description The secret that signs deliveries. Shown only once. */
            secret: string;
        };
        WebhookEndpointInList: {
            id: string;
            url: string;
            description: string | null;
            types: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
            /**
             * @description FAILING: it is enabled, the last tries failed, and the last of them less than a day ago.
             * @enum {string}
             */
            state: "ENABLED" | "FAILING" | "DISABLED";
            /** @description When the present run of failures began; null after a success. */
            failing_since: string | null;
            /** @description When the last try of that run failed; null after a success. */
            last_failed_at: string | null;
            /** @description Since when nothing is sent, nor queued; null: it is enabled. */
            disabled_at: string | null;
            /** @description FAILING: nothing succeeded for 5 days. GONE: it answered 410. */
            disabled_reason: ("BY_HAND" | "FAILING" | "GONE") | null;
            /** @description Deliveries that are being sent, or wait for their next try. */
            waiting: number;
        };
        WebhookEndpointDetail: {
            id: string;
            url: string;
            description: string | null;
            types: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
            /**
             * @description FAILING: it is enabled, the last tries failed, and the last of them less than a day ago.
             * @enum {string}
             */
            state: "ENABLED" | "FAILING" | "DISABLED";
            /** @description When the present run of failures began; null after a success. */
            failing_since: string | null;
            /** @description When the last try of that run failed; null after a success. */
            last_failed_at: string | null;
            /** @description Since when nothing is sent, nor queued; null: it is enabled. */
            disabled_at: string | null;
            /** @description FAILING: nothing succeeded for 5 days. GONE: it answered 410. */
            disabled_reason: ("BY_HAND" | "FAILING" | "GONE") | null;
            /** @description Deliveries that are being sent, or wait for their next try. */
            waiting: number;
            /** @description Deliveries that are not tried any more. */
            failed: number;
            /** @description When the first of those that wait is tried next; null: none waits, or it is disabled. */
            next_attempt_at: string | null;
            /** @description When a delivery arrived last. What was delivered is kept for 30 days. */
            last_success_at: string | null;
            /** @description The last try of the present run of failures; without one, of the newest delivery that FAILED; null: none. */
            last_failure: {
                /**
                 * Format: date-time
                 * @description ISO 8601, UTC, with milliseconds.
                 */
                at: string;
                reason: string;
                response_status: number | null;
            } | null;
            /**
             * Format: date-time
             * @description When the secret that signs was made.
             */
            secret_created_at: string;
            /** @description Until when deliveries are signed with the former secret, too; null: they are not. */
            former_secret_until: string | null;
        };
        WebhookEndpoint: {
            id: string;
            url: string;
            description: string | null;
            types: string[];
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
            /**
             * @description FAILING: it is enabled, the last tries failed, and the last of them less than a day ago.
             * @enum {string}
             */
            state: "ENABLED" | "FAILING" | "DISABLED";
            /** @description When the present run of failures began; null after a success. */
            failing_since: string | null;
            /** @description When the last try of that run failed; null after a success. */
            last_failed_at: string | null;
            /** @description Since when nothing is sent, nor queued; null: it is enabled. */
            disabled_at: string | null;
            /** @description FAILING: nothing succeeded for 5 days. GONE: it answered 410. */
            disabled_reason: ("BY_HAND" | "FAILING" | "GONE") | null;
        };
        DeletedWebhookEndpoint: {
            id: string;
            /** @constant */
            deleted: true;
        };
        TestedWebhookEndpoint: {
            /** @description Its delivery shows the response. */
            event_id: string;
        };
        ReplayedWebhooks: {
            /** @description How many events will be sent again. */
            queued: number;
        };
        WebhookDelivery: {
            endpoint_id: string;
            event_id: string;
            /** @enum {string} */
            type: "application.created" | "application.updated" | "application.rotated" | "application.revoked" | "provider_account.connected" | "provider_account.callbacks_rotated" | "drift.mended" | "drift.mend_undone" | "settings.updated" | "exchange_rate.set" | "exchange_rate.deleted" | "tenant.sandbox_created" | "tenant.access_granted" | "tenant.access_revoked" | "member.invited" | "member.joined" | "member.role_changed" | "member.removed" | "signing_key.rotated" | "user.updated" | "user.two_factor_enabled" | "user.two_factor_disabled" | "user.identity_linked" | "user.registration_requested" | "user.created" | "user.signed_out" | "user.password_changed" | "user.password_reset_requested" | "user.password_reset" | "customer.created" | "customer.updated" | "customer.note_added" | "customer.note_deleted" | "catalog.copied" | "product.created" | "product.updated" | "product.archived" | "plan.created" | "plan.updated" | "plan.archived" | "plan_price.created" | "plan_price.updated" | "plan_price.archived" | "feature.created" | "feature.updated" | "feature.archived" | "pack.created" | "pack.updated" | "pack.published" | "pack.archived" | "pack.deleted" | "pack_migration.started" | "pack_migration.rolled_back" | "override.created" | "override.revoked" | "payment_method.set" | "payment_method.updated" | "payment_method.removed" | "quote.created" | "checkout.created" | "portal_session.created" | "provider_portal_session.created" | "subscription.created" | "subscription.updated" | "subscription.plan_changed" | "subscription.change_scheduled" | "subscription.change_unscheduled" | "subscription.renewed" | "subscription.moved" | "subscription.pack_changed" | "subscription.activated" | "subscription.trial_started" | "subscription.past_due" | "subscription.unpaid" | "subscription.paused" | "subscription.canceled" | "subscription.surplus_ended" | "invoice.created" | "invoice.issued" | "invoice.updated" | "invoice.paid" | "invoice.partially_paid" | "invoice.payment_taken_back" | "invoice.payment_failed" | "invoice.reminded" | "invoice.reminders_stopped" | "invoice.reminders_resumed" | "invoice.due_date_extended" | "invoice.voided" | "invoice.marked_uncollectible" | "invoice.reopened" | "credit_note.created" | "credit_note.updated" | "credit_note.voided" | "refund.created" | "refund.updated" | "dispute.created" | "dispute.updated" | "dispute.closed" | "invoice_notice.opened" | "invoice_notice.closed" | "charge.added" | "charge.decided" | "usage.limit_reached" | "usage.set" | "usage.billed" | "test_clock.created" | "test_clock.advanced" | "test_clock.deleted" | "waitlist.joined" | "waitlist.invited" | "waitlist.confirmed" | "waitlist.returned" | "waitlist.registered" | "waitlist.rejected" | "waitlist.erased" | "invitation.token_created" | "invitation.token_resent" | "invitation.code_created" | "invitation.redeemed" | "invitation.revoked" | "invitation.revealed" | "mail.tested" | "mail.retried" | "mail.revealed" | "history.erased" | "personal_data.exported" | "erasure.requested" | "erasure.completed" | "webhook_endpoint.created" | "webhook_endpoint.updated" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.enabled" | "webhook_endpoint.disabled" | "webhook_endpoint.replayed" | "webhook_endpoint.tested" | "webhook_endpoint.deleted";
            /**
             * @description PENDING: being sent, or waiting for the next try. DELIVERED: answered 2xx. FAILED: not tried any more.
             * @enum {string}
             */
            status: "PENDING" | "DELIVERED" | "FAILED";
            /** @description Tries since it was queued, or replayed, 15 at most. */
            attempts: number;
            /** @description Of the last try; null: no answer. */
            response_status: number | null;
            /** @description Why the last try failed; null when it did not. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /** @description When it is tried next, at the latest; null when it is not PENDING. */
            next_attempt_at: string | null;
            delivered_at: string | null;
        };
        WebhookDeliveryDetail: {
            endpoint_id: string;
            event_id: string;
            /** @enum {string} */
            type: "application.created" | "application.updated" | "application.rotated" | "application.revoked" | "provider_account.connected" | "provider_account.callbacks_rotated" | "drift.mended" | "drift.mend_undone" | "settings.updated" | "exchange_rate.set" | "exchange_rate.deleted" | "tenant.sandbox_created" | "tenant.access_granted" | "tenant.access_revoked" | "member.invited" | "member.joined" | "member.role_changed" | "member.removed" | "signing_key.rotated" | "user.updated" | "user.two_factor_enabled" | "user.two_factor_disabled" | "user.identity_linked" | "user.registration_requested" | "user.created" | "user.signed_out" | "user.password_changed" | "user.password_reset_requested" | "user.password_reset" | "customer.created" | "customer.updated" | "customer.note_added" | "customer.note_deleted" | "catalog.copied" | "product.created" | "product.updated" | "product.archived" | "plan.created" | "plan.updated" | "plan.archived" | "plan_price.created" | "plan_price.updated" | "plan_price.archived" | "feature.created" | "feature.updated" | "feature.archived" | "pack.created" | "pack.updated" | "pack.published" | "pack.archived" | "pack.deleted" | "pack_migration.started" | "pack_migration.rolled_back" | "override.created" | "override.revoked" | "payment_method.set" | "payment_method.updated" | "payment_method.removed" | "quote.created" | "checkout.created" | "portal_session.created" | "provider_portal_session.created" | "subscription.created" | "subscription.updated" | "subscription.plan_changed" | "subscription.change_scheduled" | "subscription.change_unscheduled" | "subscription.renewed" | "subscription.moved" | "subscription.pack_changed" | "subscription.activated" | "subscription.trial_started" | "subscription.past_due" | "subscription.unpaid" | "subscription.paused" | "subscription.canceled" | "subscription.surplus_ended" | "invoice.created" | "invoice.issued" | "invoice.updated" | "invoice.paid" | "invoice.partially_paid" | "invoice.payment_taken_back" | "invoice.payment_failed" | "invoice.reminded" | "invoice.reminders_stopped" | "invoice.reminders_resumed" | "invoice.due_date_extended" | "invoice.voided" | "invoice.marked_uncollectible" | "invoice.reopened" | "credit_note.created" | "credit_note.updated" | "credit_note.voided" | "refund.created" | "refund.updated" | "dispute.created" | "dispute.updated" | "dispute.closed" | "invoice_notice.opened" | "invoice_notice.closed" | "charge.added" | "charge.decided" | "usage.limit_reached" | "usage.set" | "usage.billed" | "test_clock.created" | "test_clock.advanced" | "test_clock.deleted" | "waitlist.joined" | "waitlist.invited" | "waitlist.confirmed" | "waitlist.returned" | "waitlist.registered" | "waitlist.rejected" | "waitlist.erased" | "invitation.token_created" | "invitation.token_resent" | "invitation.code_created" | "invitation.redeemed" | "invitation.revoked" | "invitation.revealed" | "mail.tested" | "mail.retried" | "mail.revealed" | "history.erased" | "personal_data.exported" | "erasure.requested" | "erasure.completed" | "webhook_endpoint.created" | "webhook_endpoint.updated" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.enabled" | "webhook_endpoint.disabled" | "webhook_endpoint.replayed" | "webhook_endpoint.tested" | "webhook_endpoint.deleted";
            /**
             * @description PENDING: being sent, or waiting for the next try. DELIVERED: answered 2xx. FAILED: not tried any more.
             * @enum {string}
             */
            status: "PENDING" | "DELIVERED" | "FAILED";
            /** @description Tries since it was queued, or replayed, 15 at most. */
            attempts: number;
            /** @description Of the last try; null: no answer. */
            response_status: number | null;
            /** @description Why the last try failed; null when it did not. */
            last_error: string | null;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /** @description When it is tried next, at the latest; null when it is not PENDING. */
            next_attempt_at: string | null;
            delivered_at: string | null;
            /** @description The body that is sent. */
            event: components["schemas"]["Event"];
            /** @description The newest 50 tries of the last 30 days. */
            attempt_log: components["schemas"]["WebhookAttempt"][];
        };
        WebhookAttempt: {
            id: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            started_at: string;
            duration_ms: number;
            url: string;
            request_headers: {
                [key: string]: string;
            };
            response_status: number | null;
            response_headers: {
                [key: string]: string;
            } | null;
            /** @description The first 4,096 characters. */
            response_body: string | null;
            error: string | null;
        };
        Erasure: {
            id: string;
            /** @enum {string} */
            status: "PENDING" | "RUNNING" | "DONE" | "FAILED";
            customer_ids: string[];
            user_ids: string[];
            waitlist_entry_ids: string[];
            cancel: boolean;
            attempts: number;
            /** @description Why the last try failed: a K code when the erasure FAILED; otherwise it is tried again. */
            last_error: string | null;
            created_by: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            updated_at: string;
            completed_at: string | null;
        };
        /** @description The object of a person who asked to be forgotten. */
        ErasedObject: {
            id: string;
            /** @constant */
            erased: true;
        };
        InvitationTokenFacts: {
            id: string;
            email: string;
            /**
             * Format: date-time
             * @description ISO 8601, UTC, with milliseconds.
             */
            expires_at: string;
            used_at: string | null;
            revoked_at: string | null;
            waitlist_entry_id: string | null;
        };
        InvitationCodeFacts: {
            id: string;
            expires_at: string | null;
            max_uses: number;
            used_count: number;
            revoked_at: string | null;
        };
        Error: {
            /**
             * @description What went wrong.
             * @enum {string}
             */
            code: "K1001" | "K1002" | "K1003" | "K1004" | "K1005" | "K1006" | "K1007" | "K1008" | "K1009" | "K1010" | "K1012" | "K1013" | "K2001" | "K2002" | "K2003" | "K2004" | "K2005" | "K2006" | "K2007" | "K2008" | "K2009" | "K2010" | "K2011" | "K2012" | "K2013" | "K2014" | "K2015" | "K2016" | "K2017" | "K2018" | "K2019" | "K2020" | "K2021" | "K2022" | "K2023" | "K2024" | "K2025" | "K2026" | "K2027" | "K2028" | "K2029" | "K2030" | "K2040" | "K3001" | "K3002" | "K3003" | "K3004" | "K3005" | "K3006" | "K3007" | "K3008" | "K3009" | "K3010" | "K3011" | "K3012" | "K3013" | "K3014" | "K3015" | "K3016" | "K3017" | "K3018" | "K3020" | "K3021" | "K3022" | "K3050" | "K3051" | "K3052" | "K3053" | "K3054" | "K4001" | "K4002" | "K4003" | "K4004" | "K4005" | "K4006" | "K4007" | "K4008" | "K4009" | "K4010" | "K4011" | "K4012" | "K4013" | "K5001" | "K5002" | "K5003" | "K5004" | "K5005" | "K5006" | "K5007" | "K5008" | "K5009" | "K5010" | "K5011" | "K5012" | "K5013" | "K5014" | "K5015" | "K5016" | "K5017" | "K5018" | "K5019" | "K5020" | "K5021" | "K5022" | "K6001" | "K6002" | "K6003" | "K6004" | "K6005" | "K6006" | "K6007" | "K6008" | "K6009" | "K6010" | "K6011" | "K6012" | "K6013" | "K6014" | "K6015" | "K6016" | "K6017" | "K6018" | "K6019" | "K6020" | "K6021" | "K6022" | "K6023" | "K6024" | "K6030" | "K6031" | "K6032" | "K6033" | "K6034" | "K6040" | "K6041" | "K6042" | "K6043" | "K6045" | "K6047" | "K6048" | "K6049" | "K6050" | "K6051" | "K6052" | "K6053" | "K6054" | "K6055" | "K6056" | "K6060" | "K6061" | "K6062" | "K6063" | "K6064" | "K6065" | "K6066" | "K6067" | "K6068" | "K6069" | "K6070" | "K6071" | "K6076" | "K6077" | "K6078" | "K7001" | "K7002" | "K7003" | "K7004" | "K7005" | "K7006" | "K7007" | "K7008" | "K7009" | "K7010" | "K7011" | "K7014" | "K7015" | "K7016" | "K7017" | "K7018" | "K7019" | "K7020" | "K7021" | "K7022" | "K7023" | "K7024" | "K7026" | "K7027" | "K8001" | "K8002" | "K8003" | "K8004" | "K8005" | "K8006" | "K8007" | "K8008" | "K8009" | "K8010" | "K8011" | "K8012" | "K8018" | "K8019" | "K8020" | "K8021" | "K9001" | "K9002" | "K9003" | "K9004" | "K9005" | "K9006" | "K9007" | "K9008" | "K9009" | "K9010" | "K9011" | "K9020" | "K9021" | "K9022" | "K9023" | "K9024" | "K9025" | "K9026" | "K9030" | "K9031" | "K9032" | "K9040" | "K9055" | "K9056";
            /**
             * @description The code in words.
             * @enum {string}
             */
            name: "body_invalid_json" | "fields_invalid" | "fields_unknown" | "body_too_large" | "content_type_unsupported" | "path_not_found" | "method_not_allowed" | "url_invalid" | "body_timeout" | "form_invalid" | "number_not_exact" | "content_encoding_unsupported" | "app_id_invalid" | "token_missing" | "token_invalid" | "token_of_other_tenant" | "browser_application_not_allowed" | "scope_missing" | "client_credentials_invalid" | "grant_type_unsupported" | "role_insufficient" | "customer_not_own" | "sign_in_failed" | "password_reset_link_invalid" | "password_too_weak" | "sign_in_required" | "origin_not_allowed" | "password_grant_failed" | "refresh_token_invalid" | "user_token_required" | "confirmation_link_invalid" | "current_password_wrong" | "two_factor_code_required" | "two_factor_code_invalid" | "last_owner" | "member_invitation_invalid" | "installation_has_owner" | "member_not_found" | "two_factor_state_unchanged" | "secrets_need_back_end" | "portal_role_insufficient" | "provider_account_mismatch" | "setup_token_invalid" | "tenant_access_denied" | "application_not_found" | "customer_not_found" | "customer_email_required" | "tenant_slug_taken" | "customer_required" | "user_exists" | "field_needs_server_application" | "test_clock_needs_test_tenant" | "test_clock_not_found" | "customer_not_on_test_clock" | "test_clock_not_ready" | "test_clock_advance_too_far" | "note_not_found" | "tenant_is_sandbox" | "provider_account_not_connectable" | "origin_not_secure" | "customer_exists" | "tenant_not_found" | "grant_not_found" | "test_clock_full" | "person_not_found" | "person_has_open_billing" | "person_is_member" | "customer_has_other_users" | "erasure_not_found" | "waitlist_entry_not_found" | "waitlist_status_conflict" | "invitation_not_found" | "expiry_in_past" | "metadata_too_large" | "metadata_character_invalid" | "invitation_required" | "waitlist_invitation_required" | "invitation_not_usable" | "invitation_email_mismatch" | "invitation_status_conflict" | "csv_invalid" | "exactly_one_field_required" | "product_not_found" | "plan_not_found" | "plan_price_not_found" | "feature_not_found" | "pack_not_found" | "catalog_value_taken" | "pack_status_conflict" | "catalog_object_archived" | "entitlement_invalid" | "plan_not_published" | "currency_unknown" | "catalog_object_in_use" | "plan_is_free_plan" | "migration_in_progress" | "migration_not_possible" | "migration_not_found" | "migration_not_reversible" | "currency_not_sold" | "amount_not_chargeable" | "catalog_preview_stale" | "catalog_copy_conflict" | "catalog_source_missing" | "subscription_not_found" | "subscription_exists" | "subscription_status_conflict" | "payment_method_required" | "product_mismatch" | "currency_mismatch" | "subscription_change_in_progress" | "price_not_for_sale" | "quantity_invalid" | "quote_invalid" | "quote_price_changed" | "invoice_not_found" | "invoice_status_conflict" | "payment_exceeds_balance" | "scheduled_change_missing" | "invoice_collected_by_card" | "billing_method_unchanged" | "field_not_for_billing_method" | "promotion_code_not_redeemable" | "quantity_too_large" | "overage_not_collectable" | "charge_not_found" | "charge_not_held" | "charge_without_subscription" | "payment_date_in_future" | "payment_not_found" | "payment_taken_back" | "due_date_invalid" | "payment_date_too_early" | "credit_note_not_found" | "credit_exceeds_remaining" | "credit_line_invalid" | "credit_destination_required" | "refund_date_in_future" | "invoice_correction_in_progress" | "card_provider_refused_correction" | "refund_exceeds_remaining" | "credit_note_at_card_provider" | "exchange_rate_not_found" | "card_missing_for_currency" | "one_off_invoice_in_progress" | "notice_not_found" | "promotion_code_needs_change_now" | "promotion_code_cannot_wait_for_bank" | "credit_amount_changed" | "credit_used_by_next_invoice" | "credit_target_subscription_invalid" | "payment_disputed" | "invoice_not_overdue" | "reminder_too_soon" | "customer_without_email" | "credit_target_invoice_invalid" | "change_not_possible_now" | "refund_not_found" | "refund_taken_back" | "payment_duplicate" | "charge_not_movable_to_balance" | "correction_amount_changed" | "subscription_not_paused" | "card_declined" | "card_authentication_required" | "test_card_in_live_mode" | "payment_method_not_found" | "card_provider_unavailable" | "card_provider_answer_unknown" | "card_provider_not_connected" | "callback_signature_invalid" | "card_provider_key_revoked" | "tax_address_required" | "card_provider_key_refused" | "difference_stale" | "card_provider_schedule_exists" | "card_provider_account_mismatch" | "repair_not_reversible" | "repair_not_found" | "card_provider_keys_unchecked" | "card_provider_refused_request" | "card_currency_mismatch" | "payment_method_type_unsupported" | "card_provider_rate_limited" | "card_provider_account_replaced" | "tax_id_invalid" | "tax_id_change_in_progress" | "feature_key_unknown" | "usage_before_open_period" | "feature_not_counted" | "usage_not_granted" | "usage_limit_reached" | "event_id_conflict" | "usage_not_returnable" | "usage_return_exceeds_held" | "reservation_not_found" | "reservation_status_conflict" | "override_invalid" | "override_not_found" | "usage_too_expensive" | "counter_too_large" | "usage_in_future" | "counter_changed" | "internal_error" | "too_many_requests" | "idempotency_key_reused" | "idempotent_request_in_progress" | "database_unavailable" | "server_shutting_down" | "idempotency_key_invalid" | "mail_not_found" | "mail_status_conflict" | "mail_link_expired" | "server_overloaded" | "webhook_endpoint_not_found" | "event_not_found" | "webhook_url_refused" | "webhook_endpoint_disabled" | "webhook_endpoints_limit_reached" | "webhook_delivery_not_found" | "webhook_replay_selection_missing" | "database_connections_exhausted" | "answer_lost" | "disk_full" | "headers_too_large" | "database_conflict" | "operation_timeout";
            /** @description What happened and what to do. */
            message: string;
            /** @description Names the request in our logs; also in the header x-request-id. */
            request_id: string;
            /** @description What is wrong with which field. */
            issues?: {
                path: string;
                message: string;
            }[];
            /** @description Facts about the failure. */
            details?: {
                [key: string]: unknown;
            };
            /** @description RFC 6749 error code; at the token endpoint alone. */
            error?: string;
            /** @description As message; at the token endpoint alone. */
            error_description?: string;
        };
    };
    responses: {
        /** @description What went wrong. */
        Failure: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Names the request in our logs. */
        RequestId: string;
        /** @description How many there are in all. */
        TotalCount: number;
        /** @description Where the next part of the list is: `<…>; rel="next"` (RFC 8288). Left out after the last part. */
        Next: string;
        /** @description Seconds to wait before trying again. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    auth_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description client_credentials, password or refresh_token. */
                    grant_type: string;
                    /** @description The application's id; may come by HTTP Basic instead. */
                    client_id?: string;
                    /** @description The application's client secret; may come by HTTP Basic instead. */
                    client_secret?: string;
                    /** @description The user's e-mail address; for grant password. */
                    username?: string;
                    /** @description For grant password. */
                    password?: string;
                    /** @description A random secret that you keep on the user's device, such as in a cookie; for grant password. A device that has signed in before is not slowed by what strangers try. */
                    device?: string;
                    /** @description For grant refresh_token; each works once. */
                    refresh_token?: string;
                    /** @description Scopes wanted, separated by blanks; all that were granted when left out. */
                    scope?: string;
                };
                "application/x-www-form-urlencoded": {
                    /** @description client_credentials, password or refresh_token. */
                    grant_type: string;
                    /** @description The application's id; may come by HTTP Basic instead. */
                    client_id?: string;
                    /** @description The application's client secret; may come by HTTP Basic instead. */
                    client_secret?: string;
                    /** @description The user's e-mail address; for grant password. */
                    username?: string;
                    /** @description For grant password. */
                    password?: string;
                    /** @description A random secret that you keep on the user's device, such as in a cookie; for grant password. A device that has signed in before is not slowed by what strangers try. */
                    device?: string;
                    /** @description For grant refresh_token; each works once. */
                    refresh_token?: string;
                    /** @description Scopes wanted, separated by blanks; all that were granted when left out. */
                    scope?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessToken"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    auth_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A refresh or access token of a user. */
                    token: string;
                    token_type_hint?: string;
                    /** @description The application's id; may come by HTTP Basic instead. */
                    client_id?: string;
                    /** @description The application's client secret; may come by HTTP Basic instead. */
                    client_secret?: string;
                };
                "application/x-www-form-urlencoded": {
                    /** @description A refresh or access token of a user. */
                    token: string;
                    token_type_hint?: string;
                    /** @description The application's id; may come by HTTP Basic instead. */
                    client_id?: string;
                    /** @description The application's client secret; may come by HTTP Basic instead. */
                    client_secret?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevokedToken"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    auth_signOut: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description true: all of the user's sessions end, on every device.
                     * @default false
                     */
                    everywhere?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedOut"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    auth_requestPasswordReset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An e-mail address; compared trimmed and in lower case. An international domain may come in Unicode and is kept in ASCII (xn--…). */
                    email: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    auth_confirmPasswordReset: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The reset token. */
                    token: string;
                    /** @description The new password. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    auth_changePassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The present password. */
                    current_password: string;
                    /** @description The new password. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Done"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    auth_register: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An e-mail address; compared trimmed and in lower case. An international domain may come in Unicode and is kept in ASCII (xn--…). */
                    email: string;
                    /** @description Required with invitation_token or email_verified, where the user is created at once. Without them it is ignored: the owner of the address chooses the password when they confirm it. */
                    password?: string;
                    name?: string;
                    /** @description The token of an invitation's link; verifies the address. */
                    invitation_token?: string;
                    /** @description An invitation code, as people type it. */
                    invitation_code?: string;
                    /** @description The customer to join, by your own identifier or our cus_ id. SERVER applications only. */
                    customer?: string;
                    /**
                     * @description Your back end vouches for the address, no mail is sent. SERVER applications only.
                     * @constant
                     */
                    email_verified?: true;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Registered"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    auth_verifyEmail: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The token of the mail. */
                    token: string;
                    /** @description The password of the new account. */
                    password: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifiedEmail"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    auth_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Me"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    applications_list: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Application"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    applications_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @enum {string} */
                    kind: "SERVER" | "BROWSER";
                    /** @default [] */
                    allowed_origins?: string[];
                    /**
                     * @description billing:admin makes its tokens admin tokens.
                     * @default []
                     */
                    scopes?: "billing:admin"[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationWithSecrets"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    applications_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                application_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    allowed_origins?: string[];
                    scopes?: "billing:admin"[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    applications_rotate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                application_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How long the old identifier and secret go on working, in seconds.
                     * @default 86400
                     */
                    overlap_seconds?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApplicationWithSecrets"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    applications_revoke: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                application_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Application"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    tenantGrants_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantGrants"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    tenantGrants_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The tenant that may read your waitlist. */
                    tenant_id: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantGrant"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    tenantGrants_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The tenant that may read your waitlist. */
                tenant_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantGrant"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    settings_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    settings_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The product's name, as mails and pages show it. */
                    name?: string;
                    /**
                     * @description Who may register. OPEN: everyone. INVITE_ONLY: people with an invitation. WAITLIST: the same, and the others can join the waitlist.
                     * @enum {string}
                     */
                    signup_policy?: "OPEN" | "INVITE_ONLY" | "WAITLIST";
                    /** @description Whether a person who refers others moves up on the waitlist, once those confirm their address or register. */
                    waitlist_referrals?: boolean;
                    /** @description Days of access after a renewal's payment failed. */
                    grace_period_days?: number;
                    /**
                     * @description What happens to a trial that ends without a card.
                     * @enum {string}
                     */
                    trial_end_policy?: "CANCEL" | "PAUSE" | "FREE_PLAN";
                    /**
                     * @description What happens to a subscription when its last payment retry fails.
                     * @enum {string}
                     */
                    dunning_end_policy?: "UNPAID" | "CANCELED";
                    brand_color?: string;
                    logo_url?: string | null;
                    /** @description The base address of links in mails: the pages accept-invitation, verify-email, reset-password below it. */
                    website_url?: string | null;
                    support_email?: string | null;
                    /** @description Whether the card provider computes and collects taxes. */
                    automatic_tax?: boolean;
                    /** @description With automatic_tax, whether prices contain taxes (INCLUSIVE) or taxes are added to them (EXCLUSIVE); null: as the card provider's tax settings say. Counts for what is sold from then on; running subscriptions keep theirs. */
                    tax_behavior?: ("INCLUSIVE" | "EXCLUSIVE") | null;
                    /** @description The currency to which revenue is also converted, at the exchange rates that you set; null: revenue is by currency alone. */
                    reporting_currency?: string | null;
                    /** @description Days within which an invoice is to be paid by transfer. */
                    invoice_due_days?: number;
                    /** @description Days past due after which a subscription that is invoiced by hand becomes what dunning_end_policy says. */
                    unpaid_after_days?: number;
                    /** @description Days past due on which the customer is reminded. */
                    reminder_days?: number[];
                    /** @description The prefix of the numbers of our invoices. Earlier invoices keep theirs. */
                    invoice_number_prefix?: string;
                    /** @description The prefix of the numbers of our credit notes. Earlier ones keep theirs. */
                    credit_note_number_prefix?: string;
                    /** @description The seller's name, address and tax number, as invoices show them. */
                    invoice_seller?: string | null;
                    /** @description How to pay an invoice: the bank account, say. */
                    invoice_payment?: string | null;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Settings"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    cardProvider_check: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderCheck"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    cardProvider_rotateCallbacks: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": Record<string, never>;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedCallbacks"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    cardProvider_getDrift: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drift"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    cardProvider_getDriftRun: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description null: none was made yet. */
                        run: components["schemas"]["ReconciliationRun"] | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    cardProvider_mendDrift: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Also mends in the state TOO_MANY: a person has checked the cause.
                     * @default false
                     */
                    despite_many?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drift"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    cardProvider_decideDrift: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description unknown_schedule: the provider will change the prices, and no change is scheduled here, or one to other prices. missing: the provider does not have it. ended_here: it ended here and goes on there. unknown: we do not have it. twice: two live ones for one of ours.
                     * @enum {string}
                     */
                    kind: "status" | "period_end" | "ending" | "prices" | "schedule" | "unknown_schedule" | "missing" | "ended_here" | "unknown" | "twice";
                    provider_subscription_id: string;
                    /**
                     * @description follow: our row is synced from the provider. adopt: we save a row for it. schedule: the change that is scheduled here is scheduled at the provider. release_schedule: the schedule at the provider is dropped, and its prices stay as they are; this cannot be undone. end_here: our row ends. restore_here: our row is restored from the provider. tell_provider: the provider gets our prices, from the next period on. end_surplus: the second one at the provider ends and what was paid for it is refunded; this cannot be undone.
                     * @enum {string}
                     */
                    action: "follow" | "adopt" | "schedule" | "release_schedule" | "end_here" | "restore_here" | "tell_provider" | "end_surplus";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriftDifference"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    cardProvider_listMends: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DriftMend"][];
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    cardProvider_undoMend: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DriftMend"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    cardProvider_import: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description true: nothing is written, here or there; the answer says what would be.
                     * @default true
                     */
                    is_dry_run?: boolean;
                    /**
                     * @description Which price of ours each of the provider's prices is; remembered once it was used.
                     * @default []
                     */
                    prices?: {
                        provider_price_id: string;
                        plan_price_id: string;
                    }[];
                    /**
                     * @description What names a customer to you: the provider's id, the address, or a key of the provider's metadata.
                     * @default id
                     */
                    external_id?: ("id" | "email") | {
                        metadata: string;
                    };
                    /** @default 50 */
                    limit?: number;
                    /** @description next_cursor of the call before. */
                    cursor?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionImport"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    products_list: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Product"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    products_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    slug: string;
                    name: string;
                    description?: string;
                    /**
                     * @description Lower comes first.
                     * @default 0
                     */
                    position?: number;
                    /**
                     * @description Texts in other languages by their tags, such as de or pt-BR; where one is missing, buyers read the object's own.
                     * @default {}
                     */
                    translations?: {
                        [key: string]: {
                            name?: string;
                            description?: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    products_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                product_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    products_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                product_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    description?: string | null;
                    /** @description Lower comes first. */
                    position?: number;
                    free_plan_id?: string | null;
                    /** @description Texts in other languages by their tags, such as de or pt-BR; where one is missing, buyers read the object's own. */
                    translations?: {
                        [key: string]: {
                            name?: string;
                            description?: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    products_archive: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                product_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    plans_list: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                product_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Plan"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    plans_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    product_id: string;
                    slug: string;
                    name: string;
                    description?: string;
                    /**
                     * @description Lower comes first.
                     * @default 0
                     */
                    position?: number;
                    /** @default true */
                    is_public?: boolean;
                    /**
                     * @description Whether the price list recommends it.
                     * @default false
                     */
                    is_highlighted?: boolean;
                    /**
                     * @description A plan of the same product: the price list says that this one has all of it, and lists what is more.
                     * @default null
                     */
                    includes_plan_id?: string | null;
                    /**
                     * @description https: or mailto:. The price list leads there instead of to the checkout.
                     * @default null
                     */
                    contact_url?: string | null;
                    /**
                     * @description Texts in other languages by their tags, such as de or pt-BR; where one is missing, buyers read the object's own.
                     * @default {}
                     */
                    translations?: {
                        [key: string]: {
                            name?: string;
                            description?: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    plans_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                plan_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    plans_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                plan_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    description?: string | null;
                    /** @description Lower comes first. */
                    position?: number;
                    is_public?: boolean;
                    /** @description Whether the price list recommends it. */
                    is_highlighted?: boolean;
                    /** @description A plan of the same product: the price list says that this one has all of it, and lists what is more. */
                    includes_plan_id?: string | null;
                    /** @description https: or mailto:. The price list leads there instead of to the checkout. */
                    contact_url?: string | null;
                    /** @description Texts in other languages by their tags, such as de or pt-BR; where one is missing, buyers read the object's own. */
                    translations?: {
                        [key: string]: {
                            name?: string;
                            description?: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    plans_order: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    product_id: string;
                    /** @description Plans of the product, the first one first. Those that are left out follow as they stood. */
                    plan_ids: string[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderedPlans"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    plans_preview: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                plan_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A version of the plan, published or a draft. */
                    pack_id?: string;
                    /** @description Instead of a version: what the plan would grant. Both left out: the version on sale. */
                    entitlements?: {
                        feature_key: string;
                        /** @default true */
                        enabled?: boolean;
                        /**
                         * @description Units included; null = unlimited.
                         * @default null
                         */
                        limit?: number | null;
                        /**
                         * @description METERED: how often the limit starts anew, never less often than the subscription pays; BILLING = with each billing period. Left out or null: MONTH. null for other types.
                         * @default null
                         */
                        reset_interval?: ("DAY" | "WEEK" | "MONTH" | "YEAR" | "BILLING") | null;
                        /** @default null */
                        value?: (string | number | boolean | {
                            [key: string]: unknown;
                        } | unknown[]) | null;
                        /**
                         * @default BLOCK
                         * @enum {string}
                         */
                        overage?: "BLOCK" | "ALLOW" | "BILL";
                        /**
                         * @default CUSTOMER
                         * @enum {string}
                         */
                        limit_binding?: "CUSTOMER" | "DIMENSION";
                        /**
                         * @default CUSTOMER
                         * @enum {string}
                         */
                        cap_binding?: "CUSTOMER" | "DIMENSION";
                        /** @default null */
                        max_dimensions?: number | null;
                        /**
                         * @description The most units past the limit in a period.
                         * @default null
                         */
                        overage_ceiling?: string | null;
                        /**
                         * @description Units that one unit_amount pays for. A started step is billed whole.
                         * @default 1
                         */
                        overage_step?: number;
                        /**
                         * @description The most unused units that move to the next period.
                         * @default null
                         */
                        rollover_max?: number | null;
                        /**
                         * @description Units that one bought step adds to the limit.
                         * @default null
                         */
                        driver_step_size?: number | null;
                        /** @default null */
                        driver_max_steps?: number | null;
                        /** @default [] */
                        prices?: {
                            currency: string;
                            /**
                             * @description For subscriptions that pay at this interval; null = at any that has no price of its own in the currency.
                             * @default null
                             */
                            interval?: ("DAY" | "WEEK" | "MONTH" | "YEAR") | null;
                            /**
                             * @description FLAT: one price; GRADUATED: each tier's units at its own; VOLUME: all units at that of the tier they reach. Started steps are billed whole in each.
                             * @default FLAT
                             * @enum {string}
                             */
                            pricing?: "FLAT" | "GRADUATED" | "VOLUME";
                            /**
                             * @description Per started overage step, minor units; fractions allowed. FLAT alone.
                             * @default null
                             */
                            unit_amount?: string | null;
                            /** @default null */
                            tiers?: {
                                /** @description Units past the limit up to which the tier reaches; null = without end. */
                                up_to: string | null;
                                /** @description Per started step of the tier, minor units. */
                                unit_amount: string;
                                /** @description Once, when the tier is entered, minor units. */
                                flat_amount?: string;
                            }[] | null;
                            /**
                             * @description The most that overage may bill in an allowance period, minor units.
                             * @default null
                             */
                            overage_cap_amount?: number | null;
                            /**
                             * @description What one bought step costs per billing period, minor units.
                             * @default null
                             */
                            driver_step_amount?: number | null;
                        }[];
                    }[];
                    /** @description The price that `cost` is calculated at; left out: the plan's lowest one. */
                    plan_price_id?: string;
                    /**
                     * @description How much a customer uses in a period of each feature, or holds. Each feature once.
                     * @default []
                     */
                    usage?: {
                        feature_key: string;
                        units: number;
                    }[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanPreview"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    plans_archive: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                plan_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Plan"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    prices_list: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                plan_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PlanPrice"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    prices_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    plan_id: string;
                    /** @description In the currency's minor unit. It never changes. */
                    amount: number;
                    /** @description ISO 4217. Never changes. */
                    currency: string;
                    /** @enum {string} */
                    interval: "DAY" | "WEEK" | "MONTH" | "YEAR";
                    /** @description Named after the interval (Monthly, Yearly …) when left out. */
                    price_label_name?: string;
                    price_label_slug?: string;
                    /** @default 0 */
                    trial_days?: number;
                    /** @default false */
                    trial_needs_card?: boolean;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanPrice"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    prices_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                plan_price_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanPrice"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    prices_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                plan_price_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    price_label_name?: string;
                    trial_days?: number;
                    trial_needs_card?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanPrice"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    prices_archive: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                plan_price_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlanPrice"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    features_list: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Feature"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    features_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    key: string;
                    name: string;
                    description?: string;
                    /** @enum {string} */
                    type: "BOOLEAN" | "METERED" | "ALLOCATED" | "STATIC";
                    unit_label?: string;
                    /**
                     * @description Of a STATIC feature; string when left out.
                     * @enum {string}
                     */
                    value_type?: "string" | "number" | "boolean" | "json";
                    /**
                     * @description Lower comes first.
                     * @default 0
                     */
                    position?: number;
                    /**
                     * @description Texts in other languages by their tags, such as de or pt-BR; where one is missing, buyers read the object's own.
                     * @default {}
                     */
                    translations?: {
                        [key: string]: {
                            name?: string;
                            description?: string;
                            unit_label?: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feature"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    features_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                feature_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feature"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    features_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                feature_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    description?: string | null;
                    unit_label?: string | null;
                    /** @description Lower comes first. */
                    position?: number;
                    /** @description Texts in other languages by their tags, such as de or pt-BR; where one is missing, buyers read the object's own. */
                    translations?: {
                        [key: string]: {
                            name?: string;
                            description?: string;
                            unit_label?: string;
                        };
                    };
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feature"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    features_archive: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                feature_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Feature"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    packs_list: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                plan_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Pack"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    packs_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    plan_id: string;
                    /** @description Copy the entitlements of another version. */
                    from_pack_id?: string;
                    entitlements?: {
                        feature_key: string;
                        /** @default true */
                        enabled?: boolean;
                        /**
                         * @description Units included; null = unlimited.
                         * @default null
                         */
                        limit?: number | null;
                        /**
                         * @description METERED: how often the limit starts anew, never less often than the subscription pays; BILLING = with each billing period. Left out or null: MONTH. null for other types.
                         * @default null
                         */
                        reset_interval?: ("DAY" | "WEEK" | "MONTH" | "YEAR" | "BILLING") | null;
                        /** @default null */
                        value?: (string | number | boolean | {
                            [key: string]: unknown;
                        } | unknown[]) | null;
                        /**
                         * @default BLOCK
                         * @enum {string}
                         */
                        overage?: "BLOCK" | "ALLOW" | "BILL";
                        /**
                         * @default CUSTOMER
                         * @enum {string}
                         */
                        limit_binding?: "CUSTOMER" | "DIMENSION";
                        /**
                         * @default CUSTOMER
                         * @enum {string}
                         */
                        cap_binding?: "CUSTOMER" | "DIMENSION";
                        /** @default null */
                        max_dimensions?: number | null;
                        /**
                         * @description The most units past the limit in a period.
                         * @default null
                         */
                        overage_ceiling?: string | null;
                        /**
                         * @description Units that one unit_amount pays for. A started step is billed whole.
                         * @default 1
                         */
                        overage_step?: number;
                        /**
                         * @description The most unused units that move to the next period.
                         * @default null
                         */
                        rollover_max?: number | null;
                        /**
                         * @description Units that one bought step adds to the limit.
                         * @default null
                         */
                        driver_step_size?: number | null;
                        /** @default null */
                        driver_max_steps?: number | null;
                        /** @default [] */
                        prices?: {
                            currency: string;
                            /**
                             * @description For subscriptions that pay at this interval; null = at any that has no price of its own in the currency.
                             * @default null
                             */
                            interval?: ("DAY" | "WEEK" | "MONTH" | "YEAR") | null;
                            /**
                             * @description FLAT: one price; GRADUATED: each tier's units at its own; VOLUME: all units at that of the tier they reach. Started steps are billed whole in each.
                             * @default FLAT
                             * @enum {string}
                             */
                            pricing?: "FLAT" | "GRADUATED" | "VOLUME";
                            /**
                             * @description Per started overage step, minor units; fractions allowed. FLAT alone.
                             * @default null
                             */
                            unit_amount?: string | null;
                            /** @default null */
                            tiers?: {
                                /** @description Units past the limit up to which the tier reaches; null = without end. */
                                up_to: string | null;
                                /** @description Per started step of the tier, minor units. */
                                unit_amount: string;
                                /** @description Once, when the tier is entered, minor units. */
                                flat_amount?: string;
                            }[] | null;
                            /**
                             * @description The most that overage may bill in an allowance period, minor units.
                             * @default null
                             */
                            overage_cap_amount?: number | null;
                            /**
                             * @description What one bought step costs per billing period, minor units.
                             * @default null
                             */
                            driver_step_amount?: number | null;
                        }[];
                    }[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pack"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    packs_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                pack_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pack"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    packs_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                pack_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Deleted"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    packs_setEntitlements: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                pack_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    entitlements: {
                        feature_key: string;
                        /** @default true */
                        enabled?: boolean;
                        /**
                         * @description Units included; null = unlimited.
                         * @default null
                         */
                        limit?: number | null;
                        /**
                         * @description METERED: how often the limit starts anew, never less often than the subscription pays; BILLING = with each billing period. Left out or null: MONTH. null for other types.
                         * @default null
                         */
                        reset_interval?: ("DAY" | "WEEK" | "MONTH" | "YEAR" | "BILLING") | null;
                        /** @default null */
                        value?: (string | number | boolean | {
                            [key: string]: unknown;
                        } | unknown[]) | null;
                        /**
                         * @default BLOCK
                         * @enum {string}
                         */
                        overage?: "BLOCK" | "ALLOW" | "BILL";
                        /**
                         * @default CUSTOMER
                         * @enum {string}
                         */
                        limit_binding?: "CUSTOMER" | "DIMENSION";
                        /**
                         * @default CUSTOMER
                         * @enum {string}
                         */
                        cap_binding?: "CUSTOMER" | "DIMENSION";
                        /** @default null */
                        max_dimensions?: number | null;
                        /**
                         * @description The most units past the limit in a period.
                         * @default null
                         */
                        overage_ceiling?: string | null;
                        /**
                         * @description Units that one unit_amount pays for. A started step is billed whole.
                         * @default 1
                         */
                        overage_step?: number;
                        /**
                         * @description The most unused units that move to the next period.
                         * @default null
                         */
                        rollover_max?: number | null;
                        /**
                         * @description Units that one bought step adds to the limit.
                         * @default null
                         */
                        driver_step_size?: number | null;
                        /** @default null */
                        driver_max_steps?: number | null;
                        /** @default [] */
                        prices?: {
                            currency: string;
                            /**
                             * @description For subscriptions that pay at this interval; null = at any that has no price of its own in the currency.
                             * @default null
                             */
                            interval?: ("DAY" | "WEEK" | "MONTH" | "YEAR") | null;
                            /**
                             * @description FLAT: one price; GRADUATED: each tier's units at its own; VOLUME: all units at that of the tier they reach. Started steps are billed whole in each.
                             * @default FLAT
                             * @enum {string}
                             */
                            pricing?: "FLAT" | "GRADUATED" | "VOLUME";
                            /**
                             * @description Per started overage step, minor units; fractions allowed. FLAT alone.
                             * @default null
                             */
                            unit_amount?: string | null;
                            /** @default null */
                            tiers?: {
                                /** @description Units past the limit up to which the tier reaches; null = without end. */
                                up_to: string | null;
                                /** @description Per started step of the tier, minor units. */
                                unit_amount: string;
                                /** @description Once, when the tier is entered, minor units. */
                                flat_amount?: string;
                            }[] | null;
                            /**
                             * @description The most that overage may bill in an allowance period, minor units.
                             * @default null
                             */
                            overage_cap_amount?: number | null;
                            /**
                             * @description What one bought step costs per billing period, minor units.
                             * @default null
                             */
                            driver_step_amount?: number | null;
                        }[];
                    }[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pack"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    packs_publish: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                pack_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pack"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    packs_archive: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                pack_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pack"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    packs_diff: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                pack_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackDiff"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    copies_preview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogCopyPreview"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    copies_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Of the preview that is to be carried out. */
                    version: string;
                    /**
                     * @description Whether new versions of packs go on sale at once; false: they become drafts. Subscriptions keep the version they have in either case.
                     * @default true
                     */
                    publish?: boolean;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogCopy"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    templates_list: {
        parameters: {
            query?: {
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogTemplateList"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    templates_createProduct: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                template: "saas-with-seats" | "api-with-overage" | "freemium-with-waitlist";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The name of the product. */
                    name: string;
                    /** @description Of the product. It never changes. */
                    slug: string;
                    /** @description ISO 4217. All prices are in it; add prices in other currencies afterwards. */
                    currency: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedFromTemplate"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    pricing_get: {
        parameters: {
            query?: {
                currency?: string;
                product?: string;
                locale?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Pricing"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    customers_getBalance: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Our cus_ id of the customer, or the tenant's own identifier. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerBalance"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    overrides_list: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                customer?: string;
                feature_key?: string;
                active?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Override"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    overrides_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Your own identifier of the customer, or our cus_ id. */
                    customer: string;
                    feature_key: string;
                    /** @description Switches the feature on or off. */
                    enabled?: boolean;
                    /** @description The limit instead of the plan's. */
                    limit_set?: number;
                    /** @description Added to the limit; several overrides add up. Below 0 takes away. */
                    limit_add?: number;
                    /**
                     * @description No limit.
                     * @constant
                     */
                    unlimited?: true;
                    /** @description The value of a STATIC feature. */
                    value?: string | number | boolean | {
                        [key: string]: unknown;
                    } | unknown[];
                    /** @enum {string} */
                    overage?: "BLOCK" | "ALLOW" | "BILL";
                    overage_ceiling?: number;
                    /** @description In the currency's minor unit (cents; yen as is). */
                    overage_cap_amount?: number;
                    /** @description Why; kept for the audit. */
                    reason: string;
                    /**
                     * Format: date-time
                     * @description Now when left out.
                     */
                    starts_at?: string;
                    /**
                     * Format: date-time
                     * @description The first moment it is not in force; none when left out.
                     */
                    ends_at?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Override"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    overrides_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Override"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    overrides_revoke: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Override"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoices_list: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                customer?: string;
                subscription_id?: string;
                status?: "DRAFT" | "OPEN" | "PAID" | "VOID" | "UNCOLLECTIBLE";
                provider?: "PROVIDER_A" | "PROVIDER_B";
                is_overdue?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Invoice"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoices_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    customer: string;
                    /**
                     * @description Who collects it: PROVIDER_A by card, PROVIDER_B by transfer.
                     * @default PROVIDER_B
                     * @enum {string}
                     */
                    provider?: "PROVIDER_A" | "PROVIDER_B";
                    currency: string;
                    /** @description What is invoiced, in this order. */
                    lines: {
                        /** @description The text of the line. */
                        description: string;
                        /** @description In the currency's minor unit (cents; yen as is). */
                        amount: number;
                    }[];
                    /** @description PROVIDER_B: days within which it is to be paid; the tenant's when left out. A card is charged at once. */
                    due_days?: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoices_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoices_download: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoices_preview: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    customer: string;
                    /**
                     * @description Who collects it: PROVIDER_A by card, PROVIDER_B by transfer.
                     * @default PROVIDER_B
                     * @enum {string}
                     */
                    provider?: "PROVIDER_A" | "PROVIDER_B";
                    currency: string;
                    /** @description What is invoiced, in this order. */
                    lines: {
                        /** @description The text of the line. */
                        description: string;
                        /** @description In the currency's minor unit (cents; yen as is). */
                        amount: number;
                    }[];
                    /** @description PROVIDER_B: days within which it is to be paid; the tenant's when left out. A card is charged at once. */
                    due_days?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoicePreview"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoices_listPayments: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InvoicePayment"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoices_pay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description What came, in minor units; the remaining amount when left out. More than that is refused (payment_exceeds_balance) unless surplus says what becomes of the rest. */
                    amount?: number;
                    /**
                     * @description credit: what came beyond the remaining amount becomes the customer's credit, which the next invoice of the subscription uses, or of the customer's oldest one that is paid by transfer in the same currency; where there is none, the customer's next one-off invoice by transfer uses it. No surplus is no error.
                     * @enum {string}
                     */
                    surplus?: "credit";
                    /**
                     * Format: date-time
                     * @description When the money arrived; now when left out. Not in the future (payment_date_in_future), nor more than a year before the invoice was issued (payment_date_too_early); for a customer on a test clock its time counts.
                     */
                    paid_at?: string;
                    /** @description The transfer's reference, say. The same amount, day and reference twice on one invoice is refused (payment_duplicate). */
                    reference?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoices_downloadReceipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoices_listDecisions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InvoiceDecision"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoices_takeBackPayment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
                payment_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why it does not count; kept with the payment. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoices_getReminders: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceReminderSchedule"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoices_stopReminders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why; kept with the invoice (`GET …/decisions`). */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceReminderSchedule"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoices_resumeReminders: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why; kept with the invoice (`GET …/decisions`). */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceReminderSchedule"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoices_sendReminder: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceReminderSchedule"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoices_extendDueDate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description The new due date: in the future, and later than the present one.
                     */
                    due_at: string;
                    /** @description Why; kept with the invoice (`GET …/decisions`). */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoices_writeOff: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why; kept with the invoice (`GET …/decisions`). */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoices_reopen: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why; kept with the invoice (`GET …/decisions`). */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoices_void: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Kept with the invoice (`GET …/decisions`). */
                    reason?: string;
                    /**
                     * @description What becomes of what was charged on it. reissue: it is on a new invoice, issued at once under the next number, with today's date and the customer's present address, due as a new one is and not before the due date that this one has; `replaced_by_id` names it. wait: it is on the next invoice of its subscription; of one that has ended on one by itself, within minutes. write_off: it is not owed any more, and a later change of plan gives nothing back for it. Credit that the invoice had used is used by the new one, or can be used again.
                     * @default write_off
                     * @enum {string}
                     */
                    charges?: "reissue" | "wait" | "write_off";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invoice"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoiceNotices_list: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                invoice_id?: string;
                is_open?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InvoiceNotice"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invoiceNotices_dismiss: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvoiceNotice"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    creditNotes_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An amount of the invoice, taken from its lines in their order; not with lines. Without both, all that is left of the invoice is credited. */
                    amount?: number;
                    /** @description The lines to credit, each once, whole or in part. */
                    lines?: {
                        /** @description A line of the invoice, above 0. */
                        line_id: string;
                        /** @description All that is left of the line when left out. */
                        amount?: number;
                    }[];
                    /**
                     * @description What becomes of what was paid already: BALANCE: credit, which the next invoice uses. REFUND: money that goes back: by card through the provider, or by hand, recorded with it. No more goes back than was paid as money: what credit paid becomes credit again. Needed where a part of it was paid; an unpaid part always lowers what is to be paid.
                     * @enum {string}
                     */
                    to?: "BALANCE" | "REFUND";
                    /** @description What was left to credit of the invoice when you looked, before this note: `left_to_credit` and `amount` of its preview together. Where another amount is left by now, the call is refused (correction_amount_changed), so that nothing is credited on what you have not seen. */
                    left_to_credit?: number;
                    /** @description Why; the note says it to the customer. Erased with the customer's personal data. */
                    reason: string;
                    /** @description With REFUND: the reference of the transfer, say. PROVIDER_A: with this or refunded_at, the money was given back outside of the card provider. */
                    reference?: string;
                    /**
                     * Format: date-time
                     * @description With REFUND: when the money was given back by hand; now when left out.
                     */
                    refunded_at?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditNote"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    creditNotes_preview: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An amount of the invoice, taken from its lines in their order; not with lines. Without both, all that is left of the invoice is credited. */
                    amount?: number;
                    /** @description The lines to credit, each once, whole or in part. */
                    lines?: {
                        /** @description A line of the invoice, above 0. */
                        line_id: string;
                        /** @description All that is left of the line when left out. */
                        amount?: number;
                    }[];
                    /**
                     * @description What becomes of what was paid already: BALANCE: credit, which the next invoice uses. REFUND: money that goes back: by card through the provider, or by hand, recorded with it. No more goes back than was paid as money: what credit paid becomes credit again. Needed where a part of it was paid; an unpaid part always lowers what is to be paid.
                     * @enum {string}
                     */
                    to?: "BALANCE" | "REFUND";
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditNotePreview"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    creditNotes_list: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                customer?: string;
                invoice_id?: string;
                subscription_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreditNote"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    creditNotes_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditNote"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    creditNotes_download: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    refunds_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description All that was paid and not given back when left out. */
                    amount?: number;
                    /** @description What could be given back of the invoice when you looked, before this refund. Where another amount is left by now, the call is refused (correction_amount_changed, with what is left), so that nothing is given back on what you have not seen. */
                    left_to_refund?: number;
                    /** @description Why, for your own records. Erased with the customer's personal data. */
                    reason?: string;
                    /** @description PROVIDER_B: the reference of the transfer, say. */
                    reference?: string;
                    /**
                     * Format: date-time
                     * @description PROVIDER_B: when the money was given back; now when left out. Neither in the future (refund_date_in_future) nor more than a year before the invoice was issued (payment_date_too_early).
                     */
                    refunded_at?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    refunds_takeBack: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Why the money did not go back; kept with the refund and the invoice (`GET …/decisions`). */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    refunds_list: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                customer?: string;
                invoice_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Refund"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    disputes_list: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                customer?: string;
                invoice_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Dispute"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    ledger_list: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                customer?: string;
                subscription_id?: string;
                invoice_id?: string;
                currency?: string;
                state?: "waiting" | "sent" | "invoiced" | "held" | "written_off" | "balance";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Charge"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    ledger_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Charge"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    ledger_decide: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description wait: it is on the next invoice; one whose due_at is over, or whose subscription has ended, is invoiced by itself; credit of no subscription is the customer's own (settle-credit). write_off: it is not owed any more, and what a change of plan gave back for its time is owed again. balance: what the customer's balance in a former account of the card provider was is added to their balance in the present one, within minutes; of the other mode it is refused (charge_not_movable_to_balance).
                     * @enum {string}
                     */
                    decision: "wait" | "write_off" | "balance";
                    /** @description Why, for those who read it later. Erased with the customer's personal data. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Charge"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    ledger_settleCredit: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The subscription that has ended, whose credit it is. Left out for a customer's own credit. */
                    subscription_id?: string;
                    /** @description With `currency`, without `subscription_id`: the customer who has credit for no subscription, because payments brought more than was due. */
                    customer?: string;
                    /** @description With `customer`: the currency of that credit. */
                    currency?: string;
                    /** @description All the credit that is left of it, in the minor unit. Another amount is refused (credit_amount_changed), so that nothing is settled that you have not seen. */
                    amount: number;
                    /**
                     * @description REFUND: you gave it back by hand, outside of the card provider; a final invoice says what it was of. SUBSCRIPTION: the next invoice of another subscription uses it. INVOICE: it pays an open invoice of the customer, as far as that goes; the rest stays. WRITE_OFF: nobody gets it.
                     * @enum {string}
                     */
                    to: "REFUND" | "SUBSCRIPTION" | "INVOICE" | "WRITE_OFF";
                    /** @description With SUBSCRIPTION: the customer's other subscription, paid by transfer, in the same currency. */
                    to_subscription_id?: string;
                    /** @description With INVOICE: an open invoice of the customer's that is paid by transfer, in the same currency. One of the card provider is refused (credit_target_invoice_invalid): it uses credit for invoices that it has not issued yet alone. */
                    to_invoice_id?: string;
                    /** @description Why, for those who read it later. Erased with the customer's personal data. */
                    reason: string;
                    /** @description With REFUND: the reference of the transfer, say. */
                    reference?: string;
                    /**
                     * Format: date-time
                     * @description With REFUND: when the money was given back; now when left out.
                     */
                    refunded_at?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreditSettlement"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    subscriptions_start: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The tenant's own identifier of the customer, or our cus_ id. Named for the first time = created. */
                    customer: string;
                    plan_price_id: string;
                    /** @description An already verified payment method of the card provider. The normal path. */
                    cardprovider_payment_method_id?: string;
                    /** @description A test card token of the provider, for scripts without a browser. Accepted in the provider's test mode only. */
                    cardprovider_test_card_token?: string;
                    /** @description Required the first time the customer is named and has no e-mail address on file. */
                    email?: string;
                    /** @description A code as people type it. */
                    promotion_code?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    subscriptions_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    subscriptions_list: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                customer?: string;
                status?: "ACTIVE" | "TRIALING" | "PAST_DUE" | "CANCELED" | "UNPAID" | "PAUSED";
                product_id?: string;
                plan_id?: string;
                pack_id?: string;
                provider?: "PROVIDER_A" | "PROVIDER_B";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Subscription"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    subscriptions_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The tenant's own identifier of the customer, or our cus_ id. Named for the first time = created. */
                    customer: string;
                    plan_price_id: string;
                    /**
                     * @description PROVIDER_A: cards. PROVIDER_B: manual invoicing.
                     * @default PROVIDER_A
                     * @enum {string}
                     */
                    provider?: "PROVIDER_A" | "PROVIDER_B";
                    /** @description The steps bought of each driver. Those that are not named keep their units, in started steps of the new plan; 0 takes one away. */
                    drivers?: {
                        feature_key: string;
                        steps: number;
                    }[];
                    /** @description Required the first time the customer is named and has no e-mail address on file. */
                    email?: string;
                    /** @description A code as people type it. PROVIDER_A. */
                    promotion_code?: string;
                    /** @description PROVIDER_A. */
                    cardprovider_payment_method_id?: string;
                    /** @description PROVIDER_A, in test mode. */
                    cardprovider_test_card_token?: string;
                    /** @description Days within which its invoices are to be paid; the tenant's by default. PROVIDER_B. */
                    due_days?: number;
                    /** @description The customer's name, address and tax number as invoices show them. PROVIDER_B. */
                    invoice_address?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    subscriptions_previewChange: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    plan_price_id: string;
                    /** @description The steps bought of each driver. Those that are not named keep their units, in started steps of the new plan; 0 takes one away. */
                    drivers?: {
                        feature_key: string;
                        steps: number;
                    }[];
                    /**
                     * @description now: at once, prorated. period_end: with the next period, nothing is prorated.
                     * @default now
                     * @enum {string}
                     */
                    effective?: "now" | "period_end";
                    /** @description A code as people type it: it lowers this change's invoice, and later ones as its coupon says. PROVIDER_A, with effective now. */
                    promotion_code?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Quote"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    subscriptions_changePlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    plan_price_id: string;
                    /** @description The steps bought of each driver. Those that are not named keep their units, in started steps of the new plan; 0 takes one away. */
                    drivers?: {
                        feature_key: string;
                        steps: number;
                    }[];
                    /**
                     * @description now: at once, prorated. period_end: with the next period, nothing is prorated.
                     * @default now
                     * @enum {string}
                     */
                    effective?: "now" | "period_end";
                    /** @description A code as people type it: it lowers this change's invoice, and later ones as its coupon says. PROVIDER_A, with effective now. */
                    promotion_code?: string;
                    /** @description A preview of just this change: it then costs what the quote says, or is refused. */
                    quote_id?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    subscriptions_dropPendingChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    subscriptions_moveProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description PROVIDER_A: cards. PROVIDER_B: manual invoicing.
                     * @enum {string}
                     */
                    provider: "PROVIDER_A" | "PROVIDER_B";
                    cardprovider_payment_method_id?: string;
                    cardprovider_test_card_token?: string;
                    due_days?: number;
                    /** @description An e-mail address; compared trimmed and in lower case. An international domain may come in Unicode and is kept in ASCII (xn--…). */
                    email?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    subscriptions_cancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description now: it ends at once, use past a limit is billed, except of held units (ALLOCATED), which whole periods bill. period_end: it continues until then.
                     * @default period_end
                     * @enum {string}
                     */
                    at?: "now" | "period_end";
                    /** @description Kept for the audit. */
                    reason?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    subscriptions_pause: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    subscriptions_resume: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    subscriptions_addItem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The text of its line on the invoice. */
                    description: string;
                    /** @description In the minor unit of the subscription's currency; below 0 it is credit. */
                    amount: number;
                    /**
                     * @description next: it waits for the subscription's next invoice. now: it is invoiced by itself, with what else waits, also where credit covers all of it; an item below 0 waits all the same.
                     * @default next
                     * @enum {string}
                     */
                    invoice?: "next" | "now";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Charge"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    paymentMethods_list: {
        parameters: {
            query: {
                /** @description The tenant's own identifier of the customer, or our cus_ id. */
                customer: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PaymentMethod"][];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    paymentMethods_set: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The tenant's own identifier of the customer, or our cus_ id. */
                    customer: string;
                    cardprovider_payment_method_id?: string;
                    /** @description In the provider's test mode only. */
                    cardprovider_test_card_token?: string;
                    /** @description What is to be paid with the card. Without it: what the card is saved for already, else the currency of the customer's oldest live subscription. */
                    currency?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PaymentMethod"][];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    paymentMethods_remove: {
        parameters: {
            query: {
                /** @description The tenant's own identifier of the customer, or our cus_ id. */
                customer: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PaymentMethod"][];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    paymentMethods_createSetupIntent: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The tenant's own identifier of the customer, or our cus_ id. Named for the first time = created. */
                    customer: string;
                    /** @description Required the first time the customer is named and has no e-mail address on file. */
                    email?: string;
                    /** @description What is to be paid with the card: the card provider keeps a card for one currency of a customer. Without it: the currency of the customer's oldest live subscription, else the one that they buy in first. */
                    currency?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetupIntent"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    paymentMethods_cardForm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CardForm"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    taxIds_list: {
        parameters: {
            query: {
                /** @description The tenant's own identifier of the customer, or our cus_ id. */
                customer: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CustomerTaxId"][];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    taxIds_set: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The tenant's own identifier of the customer, or our cus_ id. */
                    customer: string;
                    /** @description All of them; those that are not named are taken away. */
                    tax_ids: {
                        /**
                         * @description Its kind, as Stripe names it: https://docs.stripe.com/billing/customer/tax-ids.
                         * @enum {string}
                         */
                        type: "ad_nrt" | "ae_trn" | "al_tin" | "am_tin" | "ao_tin" | "ar_cuit" | "au_abn" | "au_acn" | "au_arn" | "au_wpn" | "aw_tin" | "az_tin" | "ba_tin" | "bb_tin" | "bd_bin" | "bf_ifu" | "bg_uic" | "bh_vat" | "bj_ifu" | "bo_tin" | "br_cnpj" | "br_cpf" | "bs_tin" | "bw_vat" | "by_tin" | "ca_bn" | "ca_gst_hst" | "ca_pst_bc" | "ca_pst_mb" | "ca_pst_sk" | "ca_qst" | "cd_nif" | "ch_uid" | "ch_vat" | "ci_vat" | "cl_tin" | "cm_niu" | "cn_tin" | "co_nit" | "cr_tin" | "cv_nif" | "cz_dic" | "de_stn" | "do_rcn" | "ec_ruc" | "eg_tin" | "es_cif" | "et_tin" | "eu_oss_vat" | "eu_vat" | "fo_vat" | "fr_siren" | "fr_siret" | "fr_spi" | "gb_vat" | "ge_vat" | "gh_tin" | "gi_tin" | "gn_nif" | "hk_br" | "hr_oib" | "hu_tin" | "ic_nif" | "id_npwp" | "il_vat" | "in_gst" | "is_kt" | "is_vat" | "it_cf" | "jp_cn" | "jp_rn" | "jp_trn" | "ke_pin" | "kg_tin" | "kh_tin" | "kr_brn" | "kz_bin" | "la_tin" | "li_uid" | "li_vat" | "lk_vat" | "ma_vat" | "md_cf" | "md_vat" | "me_pib" | "mk_vat" | "mr_nif" | "mu_vat" | "mx_rfc" | "my_frp" | "my_itn" | "my_sst" | "mz_nuit" | "ng_tin" | "no_vat" | "no_voec" | "np_pan" | "nz_bn" | "nz_gst" | "om_vat" | "pe_ruc" | "ph_tin" | "pl_nip" | "pt_nif" | "py_ruc" | "ro_tin" | "rs_pib" | "ru_inn" | "ru_kpp" | "sa_vat" | "sg_gst" | "sg_uen" | "si_tin" | "sm_coe" | "sn_ninea" | "sr_fin" | "sv_nit" | "th_vat" | "tj_tin" | "tr_tin" | "tt_bir" | "tt_vat" | "tw_vat" | "tz_vat" | "ua_vat" | "ug_tin" | "us_ein" | "uy_ruc" | "uz_tin" | "uz_vat" | "ve_rif" | "vn_tin" | "za_vat" | "zm_tin" | "zw_tin";
                        /** @description The number. */
                        value: string;
                    }[];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CustomerTaxId"][];
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    portal_openProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The tenant's own identifier of the customer, or our cus_ id. */
                    customer: string;
                    /**
                     * Format: uri
                     * @description Where its return link leads: on your website or an allowed origin of one of your applications (fields_invalid). Usher's home page when left out.
                     */
                    return_url?: string;
                    /** @description Whose invoices and cards it shows, where the customer pays in several. Without it: that of their oldest live subscription. */
                    currency?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderPortal"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    portal_createSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The tenant's own identifier of the customer, or our cus_ id. */
                    customer: string;
                    /**
                     * Format: uri
                     * @description Where the portal's back link leads: on your website or an allowed origin of one of your applications (fields_invalid). Your website when left out.
                     */
                    return_url?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalSession"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    checkout_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    plan_price_id: string;
                    drivers?: {
                        /** @description A feature whose bought amount drives the price. */
                        feature_key: string;
                        /** @description How many steps of the driver's step size. */
                        steps: number;
                    }[];
                    /** @description The tenant's own identifier of the customer, or our cus_ id. Named for the first time = created. */
                    customer: string;
                    /** @description Required the first time the customer is named and has no e-mail address on file. */
                    email?: string;
                    /**
                     * Format: uri
                     * @description Where the page after the purchase leads back to: on your website or an allowed origin of one of your applications (fields_invalid). Your website when left out.
                     */
                    return_url?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    entitlements_check: {
        parameters: {
            query?: {
                customer?: string;
                dimension?: string;
                quantity?: number;
            };
            header?: never;
            path: {
                feature_key: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntitlementCheck"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    entitlements_list: {
        parameters: {
            query?: {
                customer?: string;
                dimension?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Entitlements"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    entitlements_snapshot: {
        parameters: {
            query?: {
                customer?: string;
                dimension?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntitlementSnapshot"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    usage_list: {
        parameters: {
            query?: {
                customer?: string;
                feature_key?: string;
                dimension?: string;
                status?: "OPEN" | "CLOSED" | "BILLED";
                from?: string;
                to?: string;
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageRecord"][];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    usage_record: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The tenant's own identifier of the customer, or our cus_ id. Named for the first time = created. */
                    customer: string;
                    feature_key: string;
                    /** @description Units used, up to 6 decimal places; below 0 gives held units (ALLOCATED) back. */
                    quantity: number;
                    /** @description An opaque name of a workspace, project or seat holder that usage is counted under. */
                    dimension?: string;
                    /** @description Your own id of the event, unique for ever: the same event twice counts once and returns the same receipt. */
                    event_id?: string;
                    /**
                     * Format: date-time
                     * @description When it happened, for events that come late; now when left out. At most 300 seconds ahead of our clock, and then it counts as now.
                     */
                    occurred_at?: string;
                    /**
                     * @description strict: all or nothing. clip: the units that fit are counted.
                     * @default strict
                     * @enum {string}
                     */
                    mode?: "strict" | "clip";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageReceipt"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    usage_recordBatch: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    items: components["schemas"]["RecordUsageRequest"][];
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageReceipts"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    usage_reserve: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The tenant's own identifier of the customer, or our cus_ id. Named for the first time = created. */
                    customer: string;
                    feature_key: string;
                    quantity: number;
                    /** @description An opaque name of a workspace, project or seat holder that usage is counted under. */
                    dimension?: string;
                    /**
                     * @description Seconds until the units are free again.
                     * @default 900
                     */
                    expires_in?: number;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageReservation"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    usage_confirm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The true quantity; the reserved one when left out. What exceeds it must fit the remaining units. */
                    quantity?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageReservation"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    usage_release: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageReservation"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    usage_ledger: {
        parameters: {
            query: {
                limit?: number;
                cursor?: string;
                customer: string;
                feature_key?: string;
                usage_record_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UsageLedgerEntry"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    usage_set: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The tenant's own identifier of the customer, or our cus_ id. Named for the first time = created. */
                    customer: string;
                    feature_key: string;
                    /** @description The exact value of the counter, at least 0, at most 6 decimal places. */
                    value: number;
                    /** @description The value that you read before. The value is set only while the counter still has it, so that uses that were counted meanwhile are not overwritten. */
                    expected?: number;
                    /** @description An opaque name of a workspace, project or seat holder that usage is counted under. */
                    dimension?: string;
                    /** @description Sets what is counted under this subscription alone. When left out, the value is the sum over every subscription and free plan that grants the feature. */
                    subscription_id?: string;
                    /** @description Kept in the ledger and the audit log. */
                    reason?: string;
                    /**
                     * Format: date-time
                     * @description Must not lie before the open period; now when left out. At most 300 seconds ahead of our clock, and then it counts as now.
                     */
                    occurred_at?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SetUsageResult"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    testClocks_list: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["TestClock"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    testClocks_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @default Test clock */
                    name?: string;
                    /**
                     * Format: date-time
                     * @description Where it starts; real time when left out.
                     */
                    now?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClock"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    testClocks_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClock"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    testClocks_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedTestClock"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    testClocks_addCustomer: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The tenant's own identifier of the customer, or our cus_ id. Named for the first time = created. */
                    customer: string;
                    /** @description Required the first time the customer is named and has no e-mail address on file. */
                    email?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSummary"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    testClocks_advance: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: date-time
                     * @description A time after its current one.
                     */
                    to: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestClock"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    packMigrations_preview: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The pack to move to, published or a draft. */
                pack_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The pack to move from. */
                    from_pack_id: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackMigrationPreview"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    packMigrations_start: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description The published pack to move to. */
                pack_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    from_pack_id: string;
                    /**
                     * @description At once, or at the end of each one's period.
                     * @default now
                     * @enum {string}
                     */
                    effective?: "now" | "period_end";
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackMigration"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    packMigrations_list: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PackMigration"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    packMigrations_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackMigration"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    packMigrations_rollback: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PackMigration"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    revenue_mrr: {
        parameters: {
            query?: {
                at?: string;
                include_test_clocks?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Mrr"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    revenue_movements: {
        parameters: {
            query: {
                /** @description ISO 8601 with Z or an offset. */
                from: string;
                /** @description Exclusive: what changed at this very moment is left out. */
                to: string;
                by?: "customer" | "subscription";
                bucket?: "DAY" | "MONTH";
                include_test_clocks?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MrrMovements"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    revenue_changes: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                from?: string;
                to?: string;
                by?: "customer" | "subscription";
                kind?: "NEW" | "REACTIVATION" | "EXPANSION" | "CONTRACTION" | "CHURN";
                currency?: string;
                customer?: string;
                include_test_clocks?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MrrMovement"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    revenue_booked: {
        parameters: {
            query: {
                /** @description A month of the calendar, UTC, such as 2026-11. */
                from_month: string;
                /** @description The last month, included; 240 at most. */
                to_month: string;
                include_test_clocks?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BookedRevenue"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    revenue_cohorts: {
        parameters: {
            query: {
                /** @description A month of the calendar, UTC, such as 2026-11. */
                from_month: string;
                /** @description The last month, included; 240 at most. */
                to_month: string;
                include_test_clocks?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevenueCohorts"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    revenue_listRates: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                into?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ExchangeRate"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    revenue_setRate: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description ISO 4217: the currency that is converted. */
                    currency: string;
                    /** @description The currency it is converted to: your reporting currency. */
                    into: string;
                    /** @description How many units of `into` one unit of `currency` is worth, in major units (euros for a dollar), as decimal text. */
                    rate: string;
                    /** @description The first day, UTC, such as 2026-11-01. The rate is valid until the next one begins. */
                    valid_from: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExchangeRate"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    revenue_deleteRate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExchangeRate"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    revenue_exportCsv: {
        parameters: {
            query: {
                /** @description invoices and invoice_lines: those issued in the months. payments: money that was booked in them, negative where it went back. credit_notes and credit_note_lines: those issued in the months. refunds: those recorded in them. journal: every transfer that was booked. */
                table: "invoices" | "invoice_lines" | "payments" | "credit_notes" | "credit_note_lines" | "refunds" | "journal";
                /** @description A month of the calendar, UTC, such as 2026-11. */
                from_month: string;
                /** @description The last month, included; 240 at most. */
                to_month: string;
                include_test_clocks?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    waitlist_list: {
        parameters: {
            query?: {
                status?: "PENDING" | "INVITED" | "REGISTERED" | "REJECTED";
                limit?: number;
                offset?: number;
                tenant_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitlistPage"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    waitlist_join: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The e-mail address to add. */
                    email: string;
                    /** @description The full name. */
                    name?: string;
                    /** @description Additional data: up to 16 KB of JSON, 50 keys and 10 levels. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                    /** @description The code of the person who referred them; an unknown code is ignored. Counts if the tenant enables referrals, once they confirm the address or register. */
                    referral_code?: string;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Joined"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    waitlist_position: {
        parameters: {
            query: {
                /** @description The entry's own referral code. */
                referral_code: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitlistPosition"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    waitlist_confirm: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The entry's own referral code. */
                    referral_code: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitlistPosition"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    waitlist_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitlistEntryDetail"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    waitlist_erase: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErasedWaitlistEntry"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    waitlist_reopen: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitlistEntry"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    waitlist_import: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportedWaitlist"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    waitlist_export: {
        parameters: {
            query?: {
                status?: "PENDING" | "INVITED" | "REGISTERED" | "REJECTED";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    waitlist_funnel: {
        parameters: {
            query?: {
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitlistFunnel"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    waitlist_invite: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitlistEntry"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    waitlist_inviteMany: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description These entries. */
                    ids?: string[];
                    /** @description How many to invite from the front of the queue. */
                    oldest?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitedEntries"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    waitlist_reject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WaitlistEntry"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invitations_createCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description null or left out: the code does not expire. */
                    expiresAt?: string | null;
                    /**
                     * @description Redemptions before the code stops working.
                     * @default 1
                     */
                    maxUses?: number;
                    /** @description The price on which the redeeming customer starts, at once where no card is needed, otherwise with their card. */
                    planPriceId?: string;
                    /** @description Trial days of their next subscription, instead of the price's own. */
                    trialDays?: number;
                    /** @description The pack their next subscription to its plan is pinned to, instead of the active one. */
                    packId?: string;
                    /** @description Additional data: up to 16 KB of JSON, 50 keys and 10 levels. */
                    metadata?: {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedInvitationCode"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invitations_createToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An e-mail address; compared trimmed and in lower case. An international domain may come in Unicode and is kept in ASCII (xn--…). */
                    email: string;
                    /** @description The name that the mail greets. */
                    name?: string;
                    /** @description null or left out: in a week. */
                    expiresAt?: string | null;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationToken"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invitations_list: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitations"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invitations_revokeToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationToken"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invitations_resendToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationToken"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invitations_revokeCode: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationCode"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invitations_check: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An invitation code, as people type it. */
                    code?: string;
                    /** @description The token of an invitation's link. */
                    token?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckedInvitation"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invitations_redeem: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description An invitation code, as people type it. */
                    code?: string;
                    /** @description The token of an invitation's link. */
                    token?: string;
                    /** @description The redeeming user, by your own identifier. Required with an application's token; implied by a user's token. */
                    user?: string;
                    /** @description The customer to whom the code's terms are granted, by your own identifier or our cus_ id; with an application's token. Without one the terms wait: redeem the code again for the same user, with the customer. */
                    customer?: string;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InvitationRedemption"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    invitations_redemptions: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
                invitation_id?: string;
                user?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InvitationRedemption"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    events_list: {
        parameters: {
            query?: {
                type?: "application.created" | "application.updated" | "application.rotated" | "application.revoked" | "provider_account.connected" | "provider_account.callbacks_rotated" | "drift.mended" | "drift.mend_undone" | "settings.updated" | "exchange_rate.set" | "exchange_rate.deleted" | "tenant.sandbox_created" | "tenant.access_granted" | "tenant.access_revoked" | "member.invited" | "member.joined" | "member.role_changed" | "member.removed" | "signing_key.rotated" | "user.updated" | "user.two_factor_enabled" | "user.two_factor_disabled" | "user.identity_linked" | "user.registration_requested" | "user.created" | "user.signed_out" | "user.password_changed" | "user.password_reset_requested" | "user.password_reset" | "customer.created" | "customer.updated" | "customer.note_added" | "customer.note_deleted" | "catalog.copied" | "product.created" | "product.updated" | "product.archived" | "plan.created" | "plan.updated" | "plan.archived" | "plan_price.created" | "plan_price.updated" | "plan_price.archived" | "feature.created" | "feature.updated" | "feature.archived" | "pack.created" | "pack.updated" | "pack.published" | "pack.archived" | "pack.deleted" | "pack_migration.started" | "pack_migration.rolled_back" | "override.created" | "override.revoked" | "payment_method.set" | "payment_method.updated" | "payment_method.removed" | "quote.created" | "checkout.created" | "portal_session.created" | "provider_portal_session.created" | "subscription.created" | "subscription.updated" | "subscription.plan_changed" | "subscription.change_scheduled" | "subscription.change_unscheduled" | "subscription.renewed" | "subscription.moved" | "subscription.pack_changed" | "subscription.activated" | "subscription.trial_started" | "subscription.past_due" | "subscription.unpaid" | "subscription.paused" | "subscription.canceled" | "subscription.surplus_ended" | "invoice.created" | "invoice.issued" | "invoice.updated" | "invoice.paid" | "invoice.partially_paid" | "invoice.payment_taken_back" | "invoice.payment_failed" | "invoice.reminded" | "invoice.reminders_stopped" | "invoice.reminders_resumed" | "invoice.due_date_extended" | "invoice.voided" | "invoice.marked_uncollectible" | "invoice.reopened" | "credit_note.created" | "credit_note.updated" | "credit_note.voided" | "refund.created" | "refund.updated" | "dispute.created" | "dispute.updated" | "dispute.closed" | "invoice_notice.opened" | "invoice_notice.closed" | "charge.added" | "charge.decided" | "usage.limit_reached" | "usage.set" | "usage.billed" | "test_clock.created" | "test_clock.advanced" | "test_clock.deleted" | "waitlist.joined" | "waitlist.invited" | "waitlist.confirmed" | "waitlist.returned" | "waitlist.registered" | "waitlist.rejected" | "waitlist.erased" | "invitation.token_created" | "invitation.token_resent" | "invitation.code_created" | "invitation.redeemed" | "invitation.revoked" | "invitation.revealed" | "mail.tested" | "mail.retried" | "mail.revealed" | "history.erased" | "personal_data.exported" | "erasure.requested" | "erasure.completed" | "webhook_endpoint.created" | "webhook_endpoint.updated" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.enabled" | "webhook_endpoint.disabled" | "webhook_endpoint.replayed" | "webhook_endpoint.tested" | "webhook_endpoint.deleted";
                object_id?: string;
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Event"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    events_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    audit_list: {
        parameters: {
            query?: {
                actor_id?: string;
                action?: string;
                object_id?: string;
                from?: string;
                to?: string;
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEntry"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    audit_exportCsv: {
        parameters: {
            query?: {
                actor_id?: string;
                action?: string;
                object_id?: string;
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    audit_exportNdjson: {
        parameters: {
            query?: {
                actor_id?: string;
                action?: string;
                object_id?: string;
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    webhookEndpoints_list: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookEndpointInList"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    webhookEndpoints_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description A public https address, without user name and password. Redirects are not followed.
                     */
                    url: string;
                    description?: string | null;
                    /**
                     * @description Which events it takes: types, `noun.*` for all of a noun, `*` for all.
                     * @default [
                     *       "*"
                     *     ]
                     */
                    types?: ("*" | "application.*" | "provider_account.*" | "drift.*" | "settings.*" | "exchange_rate.*" | "tenant.*" | "member.*" | "signing_key.*" | "user.*" | "customer.*" | "catalog.*" | "product.*" | "plan.*" | "plan_price.*" | "feature.*" | "pack.*" | "pack_migration.*" | "override.*" | "payment_method.*" | "quote.*" | "checkout.*" | "portal_session.*" | "provider_portal_session.*" | "subscription.*" | "invoice.*" | "credit_note.*" | "refund.*" | "dispute.*" | "invoice_notice.*" | "charge.*" | "usage.*" | "test_clock.*" | "waitlist.*" | "invitation.*" | "mail.*" | "history.*" | "personal_data.*" | "erasure.*" | "webhook_endpoint.*" | "application.created" | "application.updated" | "application.rotated" | "application.revoked" | "provider_account.connected" | "provider_account.callbacks_rotated" | "drift.mended" | "drift.mend_undone" | "settings.updated" | "exchange_rate.set" | "exchange_rate.deleted" | "tenant.sandbox_created" | "tenant.access_granted" | "tenant.access_revoked" | "member.invited" | "member.joined" | "member.role_changed" | "member.removed" | "signing_key.rotated" | "user.updated" | "user.two_factor_enabled" | "user.two_factor_disabled" | "user.identity_linked" | "user.registration_requested" | "user.created" | "user.signed_out" | "user.password_changed" | "user.password_reset_requested" | "user.password_reset" | "customer.created" | "customer.updated" | "customer.note_added" | "customer.note_deleted" | "catalog.copied" | "product.created" | "product.updated" | "product.archived" | "plan.created" | "plan.updated" | "plan.archived" | "plan_price.created" | "plan_price.updated" | "plan_price.archived" | "feature.created" | "feature.updated" | "feature.archived" | "pack.created" | "pack.updated" | "pack.published" | "pack.archived" | "pack.deleted" | "pack_migration.started" | "pack_migration.rolled_back" | "override.created" | "override.revoked" | "payment_method.set" | "payment_method.updated" | "payment_method.removed" | "quote.created" | "checkout.created" | "portal_session.created" | "provider_portal_session.created" | "subscription.created" | "subscription.updated" | "subscription.plan_changed" | "subscription.change_scheduled" | "subscription.change_unscheduled" | "subscription.renewed" | "subscription.moved" | "subscription.pack_changed" | "subscription.activated" | "subscription.trial_started" | "subscription.past_due" | "subscription.unpaid" | "subscription.paused" | "subscription.canceled" | "subscription.surplus_ended" | "invoice.created" | "invoice.issued" | "invoice.updated" | "invoice.paid" | "invoice.partially_paid" | "invoice.payment_taken_back" | "invoice.payment_failed" | "invoice.reminded" | "invoice.reminders_stopped" | "invoice.reminders_resumed" | "invoice.due_date_extended" | "invoice.voided" | "invoice.marked_uncollectible" | "invoice.reopened" | "credit_note.created" | "credit_note.updated" | "credit_note.voided" | "refund.created" | "refund.updated" | "dispute.created" | "dispute.updated" | "dispute.closed" | "invoice_notice.opened" | "invoice_notice.closed" | "charge.added" | "charge.decided" | "usage.limit_reached" | "usage.set" | "usage.billed" | "test_clock.created" | "test_clock.advanced" | "test_clock.deleted" | "waitlist.joined" | "waitlist.invited" | "waitlist.confirmed" | "waitlist.returned" | "waitlist.registered" | "waitlist.rejected" | "waitlist.erased" | "invitation.token_created" | "invitation.token_resent" | "invitation.code_created" | "invitation.redeemed" | "invitation.revoked" | "invitation.revealed" | "mail.tested" | "mail.retried" | "mail.revealed" | "history.erased" | "personal_data.exported" | "erasure.requested" | "erasure.completed" | "webhook_endpoint.created" | "webhook_endpoint.updated" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.enabled" | "webhook_endpoint.disabled" | "webhook_endpoint.replayed" | "webhook_endpoint.tested" | "webhook_endpoint.deleted")[];
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    webhookEndpoints_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointDetail"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    webhookEndpoints_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedWebhookEndpoint"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    webhookEndpoints_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * Format: uri
                     * @description A public https address, without user name and password. Redirects are not followed.
                     */
                    url?: string;
                    description?: string | null;
                    /** @description Which events it takes: types, `noun.*` for all of a noun, `*` for all. */
                    types?: ("*" | "application.*" | "provider_account.*" | "drift.*" | "settings.*" | "exchange_rate.*" | "tenant.*" | "member.*" | "signing_key.*" | "user.*" | "customer.*" | "catalog.*" | "product.*" | "plan.*" | "plan_price.*" | "feature.*" | "pack.*" | "pack_migration.*" | "override.*" | "payment_method.*" | "quote.*" | "checkout.*" | "portal_session.*" | "provider_portal_session.*" | "subscription.*" | "invoice.*" | "credit_note.*" | "refund.*" | "dispute.*" | "invoice_notice.*" | "charge.*" | "usage.*" | "test_clock.*" | "waitlist.*" | "invitation.*" | "mail.*" | "history.*" | "personal_data.*" | "erasure.*" | "webhook_endpoint.*" | "application.created" | "application.updated" | "application.rotated" | "application.revoked" | "provider_account.connected" | "provider_account.callbacks_rotated" | "drift.mended" | "drift.mend_undone" | "settings.updated" | "exchange_rate.set" | "exchange_rate.deleted" | "tenant.sandbox_created" | "tenant.access_granted" | "tenant.access_revoked" | "member.invited" | "member.joined" | "member.role_changed" | "member.removed" | "signing_key.rotated" | "user.updated" | "user.two_factor_enabled" | "user.two_factor_disabled" | "user.identity_linked" | "user.registration_requested" | "user.created" | "user.signed_out" | "user.password_changed" | "user.password_reset_requested" | "user.password_reset" | "customer.created" | "customer.updated" | "customer.note_added" | "customer.note_deleted" | "catalog.copied" | "product.created" | "product.updated" | "product.archived" | "plan.created" | "plan.updated" | "plan.archived" | "plan_price.created" | "plan_price.updated" | "plan_price.archived" | "feature.created" | "feature.updated" | "feature.archived" | "pack.created" | "pack.updated" | "pack.published" | "pack.archived" | "pack.deleted" | "pack_migration.started" | "pack_migration.rolled_back" | "override.created" | "override.revoked" | "payment_method.set" | "payment_method.updated" | "payment_method.removed" | "quote.created" | "checkout.created" | "portal_session.created" | "provider_portal_session.created" | "subscription.created" | "subscription.updated" | "subscription.plan_changed" | "subscription.change_scheduled" | "subscription.change_unscheduled" | "subscription.renewed" | "subscription.moved" | "subscription.pack_changed" | "subscription.activated" | "subscription.trial_started" | "subscription.past_due" | "subscription.unpaid" | "subscription.paused" | "subscription.canceled" | "subscription.surplus_ended" | "invoice.created" | "invoice.issued" | "invoice.updated" | "invoice.paid" | "invoice.partially_paid" | "invoice.payment_taken_back" | "invoice.payment_failed" | "invoice.reminded" | "invoice.reminders_stopped" | "invoice.reminders_resumed" | "invoice.due_date_extended" | "invoice.voided" | "invoice.marked_uncollectible" | "invoice.reopened" | "credit_note.created" | "credit_note.updated" | "credit_note.voided" | "refund.created" | "refund.updated" | "dispute.created" | "dispute.updated" | "dispute.closed" | "invoice_notice.opened" | "invoice_notice.closed" | "charge.added" | "charge.decided" | "usage.limit_reached" | "usage.set" | "usage.billed" | "test_clock.created" | "test_clock.advanced" | "test_clock.deleted" | "waitlist.joined" | "waitlist.invited" | "waitlist.confirmed" | "waitlist.returned" | "waitlist.registered" | "waitlist.rejected" | "waitlist.erased" | "invitation.token_created" | "invitation.token_resent" | "invitation.code_created" | "invitation.redeemed" | "invitation.revoked" | "invitation.revealed" | "mail.tested" | "mail.retried" | "mail.revealed" | "history.erased" | "personal_data.exported" | "erasure.requested" | "erasure.completed" | "webhook_endpoint.created" | "webhook_endpoint.updated" | "webhook_endpoint.secret_rotated" | "webhook_endpoint.enabled" | "webhook_endpoint.disabled" | "webhook_endpoint.replayed" | "webhook_endpoint.tested" | "webhook_endpoint.deleted")[];
                    /** @description true: nothing is sent any more; waiting deliveries are kept. false: waiting deliveries are sent; replay by range the events that happened in the meantime. */
                    disabled?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    webhookEndpoints_rotateSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description How long deliveries are signed with the old secret, too, in seconds.
                     * @default 86400
                     */
                    overlap_seconds?: number;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointWithSecret"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    webhookEndpoints_test: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestedWebhookEndpoint"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    webhookEndpoints_replay: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description One event; send no other field with it. */
                    event_id?: string;
                    /**
                     * Format: date-time
                     * @description Events of this moment or later.
                     */
                    from?: string;
                    /**
                     * Format: date-time
                     * @description Events before this moment.
                     */
                    to?: string;
                    /** @description Only what is FAILED; without from and to: all that is. */
                    only_failed?: boolean;
                    /** @description What waits for its next try is tried now, too; without another field: that alone. */
                    waiting?: boolean;
                };
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReplayedWebhooks"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    webhookEndpoints_listDeliveries: {
        parameters: {
            query?: {
                status?: "PENDING" | "DELIVERED" | "FAILED";
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path: {
                endpoint_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    webhookEndpoints_getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                endpoint_id: string;
                event_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryDetail"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    privacy_export: {
        parameters: {
            query?: {
                customer?: string;
                email?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    privacy_listErasures: {
        parameters: {
            query?: {
                limit?: number;
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Erasure"][];
                        /** @description Send it as cursor for the next page; null on the last. */
                        next_cursor: string | null;
                    };
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    privacy_erase: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes the request safe to repeat: the same key and body answer the same for 24 hours, marked `idempotent-replayed: true`. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The tenant's own identifier of the customer, or our cus_ id. Send this or email. */
                    customer?: string;
                    /** @description An address: of an account, a waitlist entry, an invitation, a customer. Send this or customer. */
                    email?: string;
                    /**
                     * @description Cancels live subscriptions at once, voids unpaid invoices first, ours and at the card provider, and writes off charges that are held and credit that is left. Without it they make the request fail (person_has_open_billing).
                     * @default false
                     */
                    cancel?: boolean;
                };
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    privacy_getErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Erasure"];
                };
            };
            default: components["responses"]["Failure"];
        };
    };
    on_application_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "application.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Application"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_application_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "application.updated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Application"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_application_rotated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "application.rotated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Application"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_application_revoked: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "application.revoked";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Application"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_provider_account_connected: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "provider_account.connected";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        provider: string;
                        endpoint: string;
                        is_test_mode: boolean;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_provider_account_callbacks_rotated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "provider_account.callbacks_rotated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        provider: string;
                        url: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC, with milliseconds.
                         */
                        rotated_at: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_drift_mended: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "drift.mended";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["DriftMend"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_drift_mend_undone: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "drift.mend_undone";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["DriftMend"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_settings_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "settings.updated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Settings"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_exchange_rate_set: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "exchange_rate.set";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["ExchangeRate"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_exchange_rate_deleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "exchange_rate.deleted";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["ExchangeRate"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_tenant_sandbox_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "tenant.sandbox_created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        tenant_id: string;
                        slug: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_tenant_access_granted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "tenant.access_granted";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["TenantGrant"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_tenant_access_revoked: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "tenant.access_revoked";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["TenantGrant"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_member_invited: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "member.invited";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        user_id: string;
                        email: string;
                        role: string | null;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_member_joined: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "member.joined";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        email: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_member_role_changed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "member.role_changed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        user_id: string;
                        email: string;
                        role: string | null;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_member_removed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "member.removed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        user_id: string;
                        email: string;
                        role: string | null;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_signing_key_rotated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "signing_key.rotated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        /** @description The new key. */
                        kid: string;
                        /**
                         * Format: date-time
                         * @description From then on the new key signs.
                         */
                        signs_from: string;
                        /** @description The keys that it replaces. */
                        replaced_kids: string[];
                        /**
                         * Format: date-time
                         * @description Until then they are published; after that, do not trust what they signed.
                         */
                        replaced_until: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_user_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "user.updated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        email: string;
                        name: string | null;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_user_two_factor_enabled: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "user.two_factor_enabled";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        email: string;
                        name: string | null;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_user_two_factor_disabled: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "user.two_factor_disabled";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        email: string;
                        name: string | null;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_user_identity_linked: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "user.identity_linked";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        /** @description The provider that the account is at. */
                        issuer: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_user_registration_requested: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "user.registration_requested";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        email: string;
                        name: string | null;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_user_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "user.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        email: string;
                        name: string | null;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_user_signed_out: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "user.signed_out";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        sessions_ended: number;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_user_password_changed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "user.password_changed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        email: string;
                        name?: string | null;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_user_password_reset_requested: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "user.password_reset_requested";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        email: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_user_password_reset: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "user.password_reset";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        email: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_customer_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "customer.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["CustomerSummary"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_customer_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "customer.updated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        /** @description The tenant's own identifier of the customer. */
                        external_id: string;
                        email: string | null;
                        name: string | null;
                        /** @description Name, address and tax number as our invoices show them; null: name and e-mail. */
                        invoice_address: string | null;
                        /** @description Numbers by which authorities know the customer. */
                        tax_ids: {
                            /**
                             * @description Its kind, as Stripe names it: https://docs.stripe.com/billing/customer/tax-ids.
                             * @enum {string}
                             */
                            type: "ad_nrt" | "ae_trn" | "al_tin" | "am_tin" | "ao_tin" | "ar_cuit" | "au_abn" | "au_acn" | "au_arn" | "au_wpn" | "aw_tin" | "az_tin" | "ba_tin" | "bb_tin" | "bd_bin" | "bf_ifu" | "bg_uic" | "bh_vat" | "bj_ifu" | "bo_tin" | "br_cnpj" | "br_cpf" | "bs_tin" | "bw_vat" | "by_tin" | "ca_bn" | "ca_gst_hst" | "ca_pst_bc" | "ca_pst_mb" | "ca_pst_sk" | "ca_qst" | "cd_nif" | "ch_uid" | "ch_vat" | "ci_vat" | "cl_tin" | "cm_niu" | "cn_tin" | "co_nit" | "cr_tin" | "cv_nif" | "cz_dic" | "de_stn" | "do_rcn" | "ec_ruc" | "eg_tin" | "es_cif" | "et_tin" | "eu_oss_vat" | "eu_vat" | "fo_vat" | "fr_siren" | "fr_siret" | "fr_spi" | "gb_vat" | "ge_vat" | "gh_tin" | "gi_tin" | "gn_nif" | "hk_br" | "hr_oib" | "hu_tin" | "ic_nif" | "id_npwp" | "il_vat" | "in_gst" | "is_kt" | "is_vat" | "it_cf" | "jp_cn" | "jp_rn" | "jp_trn" | "ke_pin" | "kg_tin" | "kh_tin" | "kr_brn" | "kz_bin" | "la_tin" | "li_uid" | "li_vat" | "lk_vat" | "ma_vat" | "md_cf" | "md_vat" | "me_pib" | "mk_vat" | "mr_nif" | "mu_vat" | "mx_rfc" | "my_frp" | "my_itn" | "my_sst" | "mz_nuit" | "ng_tin" | "no_vat" | "no_voec" | "np_pan" | "nz_bn" | "nz_gst" | "om_vat" | "pe_ruc" | "ph_tin" | "pl_nip" | "pt_nif" | "py_ruc" | "ro_tin" | "rs_pib" | "ru_inn" | "ru_kpp" | "sa_vat" | "sg_gst" | "sg_uen" | "si_tin" | "sm_coe" | "sn_ninea" | "sr_fin" | "sv_nit" | "th_vat" | "tj_tin" | "tr_tin" | "tt_bir" | "tt_vat" | "tw_vat" | "tz_vat" | "ua_vat" | "ug_tin" | "us_ein" | "uy_ruc" | "uz_tin" | "uz_vat" | "ve_rif" | "vn_tin" | "za_vat" | "zm_tin" | "zw_tin";
                            /** @description The number. */
                            value: string;
                        }[];
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_customer_note_added: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "customer.note_added";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        customer_id: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_customer_note_deleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "customer.note_deleted";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Deleted"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_catalog_copied: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "catalog.copied";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["CatalogCopy"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_product_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "product.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Product"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_product_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "product.updated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Product"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_product_archived: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "product.archived";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Product"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_plan_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "plan.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Plan"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_plan_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "plan.updated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Plan"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_plan_archived: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "plan.archived";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Plan"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_plan_price_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "plan_price.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["PlanPrice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_plan_price_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "plan_price.updated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["PlanPrice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_plan_price_archived: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "plan_price.archived";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["PlanPrice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_feature_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "feature.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Feature"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_feature_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "feature.updated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Feature"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_feature_archived: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "feature.archived";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Feature"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_pack_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "pack.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Pack"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_pack_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "pack.updated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Pack"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_pack_published: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "pack.published";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Pack"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_pack_archived: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "pack.archived";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Pack"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_pack_deleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "pack.deleted";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Deleted"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_pack_migration_started: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "pack_migration.started";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["PackMigration"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_pack_migration_rolled_back: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "pack_migration.rolled_back";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["PackMigration"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_override_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "override.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Override"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_override_revoked: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "override.revoked";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Override"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_payment_method_set: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "payment_method.set";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        customer_id: string;
                        payment_method_id: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_payment_method_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "payment_method.updated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        customer_id: string;
                        payment_method_id: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_payment_method_removed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "payment_method.removed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        customer_id: string;
                        payment_method_id: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_quote_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "quote.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Quote"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_checkout_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "checkout.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        customer_id: string;
                        plan_price_id: string;
                        /** @constant */
                        status: "OPEN";
                        /** @description The id that the subscription will have. */
                        subscription_id: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_portal_session_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "portal_session.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        customer_id: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC, with milliseconds.
                         */
                        expires_at: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_provider_portal_session_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "provider_portal_session.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        customer_id: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_subscription_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "subscription.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Subscription"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_subscription_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "subscription.updated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Subscription"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_subscription_plan_changed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "subscription.plan_changed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Subscription"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_subscription_change_scheduled: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "subscription.change_scheduled";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Subscription"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_subscription_change_unscheduled: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "subscription.change_unscheduled";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Subscription"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_subscription_renewed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "subscription.renewed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Subscription"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_subscription_moved: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "subscription.moved";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Subscription"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_subscription_pack_changed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "subscription.pack_changed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Subscription"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_subscription_activated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "subscription.activated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Subscription"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_subscription_trial_started: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "subscription.trial_started";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Subscription"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_subscription_past_due: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "subscription.past_due";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Subscription"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_subscription_unpaid: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "subscription.unpaid";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Subscription"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_subscription_paused: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "subscription.paused";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Subscription"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_subscription_canceled: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "subscription.canceled";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Subscription"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_subscription_surplus_ended: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "subscription.surplus_ended";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        /**
                         * @description SECOND: the customer had a live one of the same product. TRIAL_USED: the trial had been used and the price was not paid. SUPERSEDED: the cardholder confirmed it after another start had replaced it.
                         * @enum {string}
                         */
                        reason: "SECOND" | "TRIAL_USED" | "SUPERSEDED";
                        customer_id: string;
                        product_id: string;
                        provider_subscription_id: string;
                        /** @description The refunded amount, in minor units. */
                        refunded_amount: number;
                        currency: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC, with milliseconds.
                         */
                        created_at: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invoice_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invoice.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Invoice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invoice_issued: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invoice.issued";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Invoice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invoice_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invoice.updated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Invoice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invoice_paid: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invoice.paid";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Invoice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invoice_partially_paid: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invoice.partially_paid";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Invoice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invoice_payment_taken_back: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invoice.payment_taken_back";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Invoice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invoice_payment_failed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invoice.payment_failed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Invoice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invoice_reminded: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invoice.reminded";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Invoice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invoice_reminders_stopped: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invoice.reminders_stopped";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Invoice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invoice_reminders_resumed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invoice.reminders_resumed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Invoice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invoice_due_date_extended: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invoice.due_date_extended";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Invoice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invoice_voided: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invoice.voided";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Invoice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invoice_marked_uncollectible: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invoice.marked_uncollectible";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Invoice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invoice_reopened: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invoice.reopened";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Invoice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_credit_note_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "credit_note.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["CreditNote"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_credit_note_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "credit_note.updated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["CreditNote"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_credit_note_voided: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "credit_note.voided";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["CreditNote"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_refund_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "refund.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Refund"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_refund_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "refund.updated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Refund"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_dispute_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "dispute.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Dispute"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_dispute_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "dispute.updated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Dispute"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_dispute_closed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "dispute.closed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Dispute"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invoice_notice_opened: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invoice_notice.opened";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["InvoiceNotice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invoice_notice_closed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invoice_notice.closed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["InvoiceNotice"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_charge_added: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "charge.added";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Charge"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_charge_decided: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "charge.decided";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Charge"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_usage_limit_reached: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "usage.limit_reached";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        customer_id: string;
                        feature_key: string;
                        dimension: string | null;
                        used: number;
                        limit: number;
                        period_start: string;
                        period_end: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_usage_set: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "usage.set";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["UsageRecord"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_usage_billed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "usage.billed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        customer_id: string;
                        subscription_id: string | null;
                        /** @description In the currency's minor unit (cents; yen as is). */
                        amount: number;
                        currency: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC, with milliseconds.
                         */
                        period_start: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC, with milliseconds.
                         */
                        period_end: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_test_clock_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "test_clock.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["TestClock"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_test_clock_advanced: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "test_clock.advanced";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["TestClock"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_test_clock_deleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "test_clock.deleted";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_waitlist_joined: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "waitlist.joined";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["WaitlistEntry"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_waitlist_invited: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "waitlist.invited";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["WaitlistEntry"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_waitlist_confirmed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "waitlist.confirmed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["WaitlistEntry"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_waitlist_returned: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "waitlist.returned";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["WaitlistEntry"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_waitlist_registered: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "waitlist.registered";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["WaitlistEntry"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_waitlist_rejected: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "waitlist.rejected";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["WaitlistEntry"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_waitlist_erased: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "waitlist.erased";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invitation_token_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invitation.token_created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["InvitationTokenFacts"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invitation_token_resent: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invitation.token_resent";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["InvitationTokenFacts"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invitation_code_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invitation.code_created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["InvitationCodeFacts"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invitation_redeemed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invitation.redeemed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        redemption_id: string;
                        /** @description The user who redeemed it, by the caller's identifier. */
                        subject: string;
                        /** @description The customer who gets what a code grants. null: none yet; the event comes again, with the same redemption_id, when the code is redeemed again with a customer. */
                        customer_id: string | null;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC, with milliseconds.
                         */
                        redeemed_at: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invitation_revoked: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invitation.revoked";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: (components["schemas"]["InvitationTokenFacts"] | components["schemas"]["InvitationCodeFacts"]) | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_invitation_revealed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "invitation.revealed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: (components["schemas"]["InvitationTokenFacts"] | components["schemas"]["InvitationCodeFacts"]) | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_mail_tested: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "mail.tested";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        template: string;
                        /** @constant */
                        status: "QUEUED";
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_mail_retried: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "mail.retried";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        template: string;
                        /** @constant */
                        status: "QUEUED";
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_mail_revealed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "mail.revealed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        template: string;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_history_erased: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "history.erased";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        /** @description Erase your own data of these, too. */
                        object_ids: string[];
                        /** @description Single events of other objects that mentioned the person. */
                        event_ids?: string[];
                        audit_entry_ids?: string[];
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_personal_data_exported: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "personal_data.exported";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        customer_ids: string[];
                        user_ids: string[];
                        waitlist_entry_ids: string[];
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_erasure_requested: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "erasure.requested";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Erasure"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_erasure_completed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "erasure.completed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["Erasure"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_webhook_endpoint_created: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "webhook_endpoint.created";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["WebhookEndpoint"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_webhook_endpoint_updated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "webhook_endpoint.updated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["WebhookEndpoint"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_webhook_endpoint_secret_rotated: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "webhook_endpoint.secret_rotated";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["WebhookEndpoint"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_webhook_endpoint_enabled: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "webhook_endpoint.enabled";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["WebhookEndpoint"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_webhook_endpoint_disabled: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "webhook_endpoint.disabled";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["WebhookEndpoint"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_webhook_endpoint_replayed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "webhook_endpoint.replayed";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: {
                        id: string;
                        url: string;
                        description: string | null;
                        types: string[];
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC, with milliseconds.
                         */
                        created_at: string;
                        /**
                         * Format: date-time
                         * @description ISO 8601, UTC, with milliseconds.
                         */
                        updated_at: string;
                        /**
                         * @description FAILING: it is enabled, the last tries failed, and the last of them less than a day ago.
                         * @enum {string}
                         */
                        state: "ENABLED" | "FAILING" | "DISABLED";
                        /** @description When the present run of failures began; null after a success. */
                        failing_since: string | null;
                        /** @description When the last try of that run failed; null after a success. */
                        last_failed_at: string | null;
                        /** @description Since when nothing is sent, nor queued; null: it is enabled. */
                        disabled_at: string | null;
                        /** @description FAILING: nothing succeeded for 5 days. GONE: it answered 410. */
                        disabled_reason: ("BY_HAND" | "FAILING" | "GONE") | null;
                        queued: number;
                        event_id: string | null;
                    } | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_webhook_endpoint_tested: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "webhook_endpoint.tested";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["WebhookEndpoint"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
    on_webhook_endpoint_deleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id: the same with every try. */
                "webhook-id": string;
                /** @description When this try was signed, in seconds since 1970. */
                "webhook-timestamp": string;
                /** @description As Standard Webhooks says: `v1,` and base64, one for each secret. */
                "webhook-signature": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The same in every delivery: also the header webhook-id. */
                    id: string;
                    /** @constant */
                    type: "webhook_endpoint.deleted";
                    /**
                     * Format: date-time
                     * @description When it happened. ISO 8601, UTC, with milliseconds.
                     */
                    timestamp: string;
                    /** @description The kind of object it happened to. */
                    object_type: string;
                    object_id: string;
                    /** @description 1, 2, 3 … for each object: the highest number is the newest. */
                    sequence: number;
                    data: components["schemas"]["DeletedWebhookEndpoint"] | components["schemas"]["ErasedObject"];
                };
            };
        };
        responses: {
            /** @description Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            default: components["responses"]["Failure"];
        };
    };
}
