import type { EventType } from "../domain/events/types.ts";
import { aUser, mailedSecret, PASSWORD } from "./a-user.ts";
import { BILLING } from "./mutations-billing.ts";
import { DASHBOARD } from "./mutations-dashboard.ts";
import {
  aClock,
  aCode,
  aCopyPreview,
  aDraft,
  aFeature,
  after,
  anApplication,
  anEndpoint,
  anEntry,
  aPlan,
  aProduct,
  aToken,
  done,
  email,
  just,
  type Recipe,
  twoPacks,
} from "./stage.ts";
import { unique } from "./world.ts";

// How each operation that changes something is made to change it; every-mutation.test.ts asks for one for each.

const HOOKS = "/v1/webhook-endpoints";
const PACKS = "/v1/catalog/packs";
const AUTH = "/v1/auth/password";
const times = (count: number, types: EventType[]) => Array.from({ length: count }, () => types).flat();
const STRONGER = "an even longer horse battery staple";

export const RECIPES: Record<string, Recipe> = {
  ...BILLING,
  ...DASHBOARD,

  "auth.signOut": after(
    ["user.signed_out"],
    (stage) => aUser(stage),
    (_, { client }) => client.post("/v1/auth/sign-out"),
  ),
  "auth.requestPasswordReset": after(
    ["user.password_reset_requested"],
    (stage) => aUser(stage),
    ({ browser }, { email }) => browser.post(`${AUTH}/reset`, { email }),
  ),
  "auth.confirmPasswordReset": after(
    ["user.password_reset"],
    async (stage) => {
      const user = await aUser(stage);
      await done(stage.browser.post(`${AUTH}/reset`, { email: user.email }));
      return mailedSecret(stage, user.email);
    },
    ({ browser }, token) => browser.post(`${AUTH}/confirm`, { token, password: STRONGER }),
  ),
  "auth.changePassword": after(
    ["user.password_changed"],
    (stage) => aUser(stage),
    (_, { client }) => client.post(`${AUTH}/change`, { current_password: PASSWORD, password: STRONGER }),
  ),
  "auth.register": just(["user.created", "customer.created"], ({ server }) =>
    server.post("/v1/auth/register", { email: email(), password: PASSWORD, email_verified: true }),
  ),
  "auth.verifyEmail": after(
    ["user.created", "customer.created"],
    async (stage) => {
      const address = email();
      await done(stage.browser.post("/v1/auth/register", { email: address }));
      return mailedSecret(stage, address);
    },
    ({ browser }, token) => browser.post("/v1/auth/verify", { token, password: PASSWORD }),
  ),

  "applications.create": just(["application.created"], ({ admin }) =>
    admin.post("/v1/applications", { name: "A", kind: "BROWSER" }),
  ),
  "applications.update": after(["application.updated"], anApplication, ({ admin }, id) =>
    admin.send("PATCH", `/v1/applications/${id}`, { name: "B" }),
  ),
  "applications.rotate": after(["application.rotated"], anApplication, ({ admin }, id) =>
    admin.post(`/v1/applications/${id}/rotate`),
  ),
  "applications.revoke": after(["application.revoked"], anApplication, ({ admin }, id) =>
    admin.post(`/v1/applications/${id}/revoke`),
  ),
  "settings.update": just(["settings.updated"], ({ admin }) =>
    admin.send("PATCH", "/v1/settings", { name: "Other" }),
  ),

  "products.create": just(["product.created"], ({ admin }) =>
    admin.post("/v1/catalog/products", { slug: "other", name: "Other" }),
  ),
  "products.update": after(["product.updated"], aProduct, ({ admin }, id) =>
    admin.send("PATCH", `/v1/catalog/products/${id}`, { name: "B" }),
  ),
  "products.archive": after(["product.archived"], aProduct, ({ admin }, id) =>
    admin.post(`/v1/catalog/products/${id}/archive`),
  ),
  "plans.create": just(["plan.created"], ({ admin, catalog }) =>
    admin.post("/v1/catalog/plans", { product_id: catalog.productId, slug: "other", name: "Other" }),
  ),
  "plans.update": after(["plan.updated"], aPlan, ({ admin }, id) =>
    admin.send("PATCH", `/v1/catalog/plans/${id}`, { name: "B" }),
  ),
  "plans.order": after(["plan.updated", "plan.updated", "plan.updated"], aPlan, ({ admin, catalog }, id) =>
    admin.post("/v1/catalog/plans/order", { product_id: catalog.productId, plan_ids: [id] }),
  ),
  "plans.archive": after(["plan.archived"], aPlan, ({ admin }, id) =>
    admin.post(`/v1/catalog/plans/${id}/archive`),
  ),
  "prices.create": just(["plan_price.created"], ({ admin, catalog }) =>
    admin.post("/v1/catalog/prices", {
      plan_id: catalog.plans.pro?.id,
      amount: 9_000,
      currency: "USD",
      interval: "YEAR",
    }),
  ),
  "prices.update": just(["plan_price.updated"], ({ admin, catalog }) =>
    admin.send("PATCH", `/v1/catalog/prices/${catalog.plans.pro?.prices[0]}`, { trial_days: 3 }),
  ),
  "prices.archive": just(["plan_price.archived"], ({ admin, catalog }) =>
    admin.post(`/v1/catalog/prices/${catalog.plans.pro?.prices[0]}/archive`),
  ),
  "features.create": just(["feature.created"], ({ admin }) =>
    admin.post("/v1/catalog/features", { key: "other", name: "Other", type: "BOOLEAN" }),
  ),
  "features.update": after(["feature.updated"], aFeature, ({ admin }, id) =>
    admin.send("PATCH", `/v1/catalog/features/${id}`, { name: "B" }),
  ),
  "features.archive": after(["feature.archived"], aFeature, ({ admin }, id) =>
    admin.post(`/v1/catalog/features/${id}/archive`),
  ),
  "packs.create": just(["pack.created"], ({ admin, catalog }) =>
    admin.post(PACKS, { plan_id: catalog.plans.pro?.id }),
  ),
  "packs.setEntitlements": after(["pack.updated"], aDraft, ({ admin }, id) =>
    admin.send("PUT", `${PACKS}/${id}/entitlements`, { entitlements: [] }),
  ),
  "packs.publish": after(["pack.archived", "pack.published"], aDraft, ({ admin }, id) =>
    admin.post(`${PACKS}/${id}/publish`),
  ),
  "packs.archive": just(["pack.archived"], ({ admin, catalog }) =>
    admin.post(`${PACKS}/${catalog.plans.team?.packId}/archive`),
  ),
  "packs.delete": after(["pack.deleted"], aDraft, ({ admin }, id) => admin.send("DELETE", `${PACKS}/${id}`)),
  "packMigrations.start": after(["pack_migration.started"], twoPacks, ({ admin }, { from, to }) =>
    admin.post(`${PACKS}/${to}/migrations`, { from_pack_id: from }),
  ),
  "packMigrations.rollback": after(
    ["pack_migration.rolled_back"],
    async (stage) => {
      const { from, to } = await twoPacks(stage);
      return (await done(stage.admin.post(`${PACKS}/${to}/migrations`, { from_pack_id: from }))).id;
    },
    ({ admin }, id) => admin.post(`/v1/pack-migrations/${id}/rollback`),
  ),

  "templates.createProduct": just(
    [
      ...times(3, ["feature.created", "plan.created", "pack.created", "pack.published"]),
      ...times(6, ["plan_price.created"]),
      ...(["product.created", "product.updated"] as const),
    ],
    ({ admin }) =>
      admin.post("/v1/catalog/templates/api-with-overage/products", {
        name: "Atlas",
        slug: "atlas",
        currency: "USD",
      }),
  ),
  "copies.create": after(["catalog.copied", "feature.created"], aCopyPreview, ({ admin }, version) =>
    admin.post("/v1/catalog/copies", { version }),
  ),

  "testClocks.create": just(["test_clock.created"], ({ admin }) => admin.post("/v1/test-clocks", {})),
  "testClocks.addCustomer": after(["customer.created"], aClock, ({ admin }, id) =>
    admin.post(`/v1/test-clocks/${id}/customers`, { customer: unique("customer"), email: email() }),
  ),
  "testClocks.advance": after(["test_clock.advanced"], aClock, ({ admin }, id) =>
    admin.post(`/v1/test-clocks/${id}/advance`, { to: "2030-01-02T00:00:00Z" }),
  ),
  "testClocks.delete": after(["test_clock.deleted"], aClock, ({ admin }, id) =>
    admin.send("DELETE", `/v1/test-clocks/${id}`),
  ),

  "waitlist.join": just(["waitlist.joined"], ({ server }) => server.post("/v1/waitlist", { email: email() })),
  "waitlist.import": just(["waitlist.joined"], ({ server }) =>
    server.send("POST", "/v1/waitlist/import", `email\n${email()}`, { "content-type": "text/csv" }),
  ),
  "waitlist.confirm": after(
    ["waitlist.confirmed"],
    async (stage) => {
      const { id } = await anEntry(stage);
      return (await done(stage.server.get(`/v1/waitlist/${id}`))).referral_code as string;
    },
    ({ server }, referral_code) => server.post("/v1/waitlist/confirm", { referral_code }),
  ),
  "waitlist.reopen": after(
    ["waitlist.returned"],
    async (stage) => {
      const { id } = await anEntry(stage);
      await done(stage.server.post(`/v1/waitlist/${id}/reject`));
      return id;
    },
    ({ server }, id) => server.post(`/v1/waitlist/${id}/reopen`),
  ),
  "waitlist.invite": after(["invitation.token_created", "waitlist.invited"], anEntry, ({ server }, { id }) =>
    server.post(`/v1/waitlist/${id}/invite`),
  ),
  "waitlist.inviteMany": after(["invitation.token_created", "waitlist.invited"], anEntry, ({ server }) =>
    server.post("/v1/waitlist/invite", { oldest: 1 }),
  ),
  "waitlist.reject": after(["waitlist.rejected"], anEntry, ({ server }, { id }) =>
    server.post(`/v1/waitlist/${id}/reject`),
  ),
  "waitlist.erase": after(["history.erased", "waitlist.erased"], anEntry, ({ server }, { id }) =>
    server.send("DELETE", `/v1/waitlist/${id}`),
  ),
  "invitations.createCode": just(["invitation.code_created"], ({ server }) =>
    server.post("/v1/invitations/code", {}),
  ),
  "invitations.createToken": just(["invitation.token_created"], ({ server }) =>
    server.post("/v1/invitations/token", { email: email() }),
  ),
  "invitations.revokeToken": after(["invitation.revoked"], aToken, ({ server }, { id }) =>
    server.post(`/v1/invitations/tokens/${id}/revoke`),
  ),
  "invitations.resendToken": after(["invitation.token_resent"], aToken, ({ server }, { id }) =>
    server.post(`/v1/invitations/tokens/${id}/resend`),
  ),
  "invitations.revokeCode": after(["invitation.revoked"], aCode, ({ server }, { id }) =>
    server.post(`/v1/invitations/codes/${id}/revoke`),
  ),
  "invitations.redeem": after(["invitation.redeemed"], aCode, ({ server }, { code }) =>
    server.post("/v1/invitations/redeem", { code, user: "u" }),
  ),

  "privacy.erase": after(["erasure.requested"], anEntry, ({ admin }, entry) =>
    admin.post("/v1/privacy/erasures", { email: entry.email }),
  ),

  "webhookEndpoints.create": just(["webhook_endpoint.created"], ({ admin }) =>
    admin.post(HOOKS, { url: "https://hooks.example/" }),
  ),
  "webhookEndpoints.update": after(["webhook_endpoint.updated"], anEndpoint, ({ admin }, id) =>
    admin.send("PATCH", `${HOOKS}/${id}`, { description: "B" }),
  ),
  "webhookEndpoints.delete": after(["webhook_endpoint.deleted"], anEndpoint, ({ admin }, id) =>
    admin.send("DELETE", `${HOOKS}/${id}`),
  ),
  "webhookEndpoints.rotateSecret": after(["webhook_endpoint.secret_rotated"], anEndpoint, ({ admin }, id) =>
    admin.post(`${HOOKS}/${id}/rotate-secret`),
  ),
  "webhookEndpoints.test": after(["webhook_endpoint.tested"], anEndpoint, ({ admin }, id) =>
    admin.post(`${HOOKS}/${id}/test`),
  ),
  "webhookEndpoints.replay": after(["webhook_endpoint.replayed"], anEndpoint, ({ admin }, id) =>
    admin.post(`${HOOKS}/${id}/replay`, { only_failed: true }),
  ),
};

/** Operations that write no event, and why none is missing. */
export const WITHOUT_EVENT: Record<string, string> = {
  "auth.token": "A token is no object; sessions end by events of their user.",
  "auth.revoke": "As auth.token.",
  "settings.uploadLogo": "Nothing shows the picture before settings.update names its address.",
  "usage.record": "Usage has a ledger of its own; usage.limit_reached tells when it matters.",
  "usage.recordBatch": "As usage.record.",
  "usage.reserve": "As usage.record.",
  "usage.confirm": "As usage.record.",
  "usage.release": "As usage.record.",
  "cardProvider.check": "It asks the card provider and changes nothing of ours.",
  "paymentMethods.createSetupIntent": "It is the card provider's object; nothing of ours changes.",
  "creditNotes.preview": "It changes nothing.",
  "invoices.preview": "It changes nothing.",
  "packMigrations.preview": "It changes nothing.",
  "plans.preview": "It changes nothing.",
  "invitations.check": "It changes nothing.",
  "account.startTotp": "It changes nothing before confirmTotp.",
  "members.accept":
    "It writes member.joined in the installation's own tenant; the tests of the team look there.",
  "members.requestReset": "It writes in the installation's own tenant; reset-member.test.ts looks there.",
  "members.confirmReset": "It writes in the installation's own tenant; reset-member.test.ts looks there.",
  "members.setUp": "It makes the tenant that events could be written in.",
};
