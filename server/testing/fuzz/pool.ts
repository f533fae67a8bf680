import { invoiceLink } from "../../domain/billing/invoices/invoice-link.ts";
import { aSubscription } from "../a-subscription.ts";
import { aUser } from "../a-user.ts";
import {
  aClock,
  aCode,
  aCustomer,
  aDraft,
  aFeature,
  anApplication,
  anEndpoint,
  anEntry,
  anOverride,
  aPlan,
  aProduct,
  aToken,
  done,
  type Stage,
} from "../stage.ts";
import type { Known } from "./from-schema.ts";

/** What is there, to be named by inputs; and who may call. */
export interface Pool {
  ids: Record<string, string[]>;
  admin: Record<string, string>;
  server: Record<string, string>;
  browser: Record<string, string>;
  user: Record<string, string>;
  clientId: string;
  invoiceLink: string;
}

/** Makes one thing of every kind. */
export async function poolOf(stage: Stage): Promise<Pool> {
  const { catalog, scope } = stage;
  const user = await aUser(stage);
  const subscriptions = [(await aSubscription(stage)).id, (await aSubscription(stage)).id];
  const customer = await aCustomer(stage);
  const { id: customerId } = await scope.db.customer.findFirstOrThrow({
    where: { tenantId: stage.id, externalId: customer },
  });
  const reservation = await done(
    stage.server.post("/v1/billing/usage/reservations", {
      customer,
      feature_key: "calls",
      quantity: 1,
      expires_in: 600,
    }),
  );
  const invoice = await scope.db.invoice.findFirst({ where: { tenantId: stage.id } });
  const token = await aToken(stage);
  const code = await aCode(stage);
  const events = await scope.db.event.findMany({ where: { tenantId: stage.id }, take: 3 });
  const mails = await scope.db.mailMessage.findMany({ where: { tenantId: stage.id }, take: 3 });
  const plans = Object.values(catalog.plans);
  const of = (name: string) => [name];
  return {
    ids: {
      subscription: subscriptions,
      customer: [customer, customerId, user.customerId],
      product: [catalog.productId, await aProduct(stage)],
      plan: [...plans.map(({ id }) => id), await aPlan(stage)],
      price: plans.flatMap(({ prices }) => prices),
      pack: [...plans.map(({ packId }) => packId), await aDraft(stage)],
      feature: [...Object.values(catalog.features), await aFeature(stage)],
      featureKey: Object.keys(catalog.features),
      application: of(await anApplication(stage)),
      override: of(await anOverride(stage)),
      clock: of(await aClock(stage)),
      entry: of((await anEntry(stage)).id),
      invitation: [token.id, code.id],
      endpoint: of(await anEndpoint(stage)),
      reservation: of(reservation.id ?? reservation.reservation_id),
      invoice: invoice ? of(invoice.id) : [],
      token: [token.token],
      code: [code.code],
      event: events.map(({ id }) => id),
      mail: mails.map(({ id }) => id),
      user: [user.id],
      delivery: [],
    },
    admin: stage.admin.headers,
    server: stage.server.headers,
    browser: stage.browser.headers,
    user: user.client.headers,
    clientId: stage.adminApplication.id,
    invoiceLink: invoiceLink(scope, invoice?.id ?? "inv_x").split("/invoices/")[1] ?? "",
  };
}

/** What `id` names, by a word in the operation's name. The first that fits. */
const ID_OF: [RegExp, string][] = [
  [/^events/, "event"],
  [/^mail/, "mail"],
  [/product/i, "product"],
  [/price/i, "price"],
  [/plans/i, "plan"],
  [/pack/i, "pack"],
  [/feature/i, "feature"],
  [/^applications/, "application"],
  [/^overrides/, "override"],
  [/^clocks/, "clock"],
  [/^waitlist/, "entry"],
  [/^invitations/, "invitation"],
  [/^webhooks/, "endpoint"],
  [/reserv/i, "reservation"],
  [/invoice|invoicing/i, "invoice"],
  [/^customers/, "customer"],
  [/subscription|lifecycle/i, "subscription"],
];

const EMAILS = ["someone@example.com", " Someone.Else+x@Example.com ", `${"a".repeat(64)}@example.com`];

/** Values that the fields of an operation may take, by their names. */
export function knownFor(operation: string, { ids }: Pool): Known {
  const kind = ID_OF.find(([pattern]) => pattern.test(operation))?.[1];
  return {
    id: kind ? (ids[kind] ?? []) : [],
    customer: ids.customer ?? [],
    customer_id: ids.customer ?? [],
    subscription_id: ids.subscription ?? [],
    product_id: ids.product ?? [],
    plan_id: ids.plan ?? [],
    plan_price_id: ids.price ?? [],
    pack_id: ids.pack ?? [],
    from_pack_id: ids.pack ?? [],
    to_pack_id: ids.pack ?? [],
    feature_id: ids.feature ?? [],
    feature_key: ids.featureKey ?? [],
    customer_ids: [ids.customer ?? []],
    endpoint_id: ids.endpoint ?? [],
    event_id: ids.event ?? [],
    delivery_id: ids.delivery ?? [],
    user_id: ids.user ?? [],
    mail_id: ids.mail ?? [],
    entry_id: ids.entry ?? [],
    email: EMAILS,
    username: EMAILS,
    to: ["2030-01-01T00:00:00.000Z", "2031-01-01T00:00:00+01:00"],
    quantity: [1, 2, 0.5],
    code: ids.code ?? [],
    token: ids.token ?? [],
    application_id: ids.application ?? [],
    invitation_token: ids.token ?? [],
    invitation_code: ids.code ?? [],
    cardprovider_test_card_token: ["tok_visa", "tok_chargeDeclined"],
  };
}
