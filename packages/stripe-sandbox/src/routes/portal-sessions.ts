import type Stripe from "stripe";
import { z } from "zod";
import { emit } from "../events.ts";
import { letters, newId } from "../ids.ts";
import { makePortalSession } from "../objects/portal.ts";
import type { Store } from "../store.ts";
import { invalid } from "../wire/failure.ts";
import { parametersOf, Text, WebUrl } from "../wire/params.ts";
import { read } from "../wire/read.ts";
import { UpdateConfirm, updateFlowOf } from "./portal-update-flow.ts";
import type { Call, Route } from "./route.ts";

type Configuration = Stripe.BillingPortal.Configuration;
type Flow = Stripe.BillingPortal.Session.Flow;

/** What of a session is kept out of sight. */
export interface HiddenPortal {
  secret: string;
  /** Real time, seconds since 1970: a page is opened by people, whatever a test clock says. */
  last_used: number;
  is_opened: boolean;
}

const FlowData = z.strictObject({
  after_completion: z
    .strictObject({
      hosted_confirmation: z.strictObject({ custom_message: Text.optional() }).optional(),
      redirect: z.strictObject({ return_url: WebUrl }).optional(),
      type: z.enum(["hosted_confirmation", "portal_homepage", "redirect"]),
    })
    .optional(),
  subscription_cancel: z.strictObject({ subscription: Text }).optional(),
  subscription_update_confirm: UpdateConfirm.optional(),
  type: z.enum(["payment_method_update", "subscription_cancel", "subscription_update_confirm"]),
});

const CREATE = parametersOf<Stripe.BillingPortal.SessionCreateParams>()({
  configuration: Text.optional(),
  customer: Text,
  flow_data: FlowData.optional(),
  locale: z.enum(["auto", "en"]).optional(),
  return_url: WebUrl.optional(),
});

/** A link into the portal: https://docs.stripe.com/api/customer_portal/sessions/create. */
async function create({ store, params }: Call): Promise<Stripe.BillingPortal.Session> {
  const input = read(CREATE, params);
  const { id: customer } = await store.get<Stripe.Customer>("customer", input.customer, "customer");
  const configuration = await configurationOf(store, input.configuration);
  const flow = input.flow_data ? await flowOf(store, customer, configuration, input.flow_data) : null;
  const id = newId("bps");
  const secret = letters(32);
  const token = Buffer.from(`${store.account},${id},${secret}`).toString("base64url");
  const session = makePortalSession(store.now, {
    id,
    configuration: configuration.id,
    customer,
    flow,
    locale: input.locale ?? null,
    returnUrl: input.return_url ?? configuration.default_return_url,
    url: `${store.cause.baseUrl}/p/session/test_${token}`,
  });
  const hidden: HiddenPortal = { secret, last_used: Math.floor(Date.now() / 1000), is_opened: false };
  store.add(session, { ...hidden });
  await emit(store, "billing_portal.session.created", session);
  return session;
}

/** The one that is named, else the default, which is chosen in the Dashboard: here with `POST /sandbox/settings`. */
async function configurationOf(store: Store, named: string | undefined): Promise<Configuration> {
  if (named === undefined) {
    const where = { is_default: true };
    const [chosen] = await store.all<Configuration>("billing_portal.configuration", { where });
    if (chosen) return chosen;
    const message =
      "No configuration provided and your test mode default configuration has not been created. Provide a configuration or " +
      "create your default by saving your customer portal settings in test mode at " +
      "https://dashboard.stripe.com/test/settings/billing/portal.";
    throw invalid(message);
  }
  const found = await store.get<Configuration>("billing_portal.configuration", named, "configuration");
  if (!found.active) throw invalid("The configuration is inactive.", { param: "configuration" });
  return found;
}

async function flowOf(
  store: Store,
  customer: string,
  configuration: Configuration,
  sent: z.output<typeof FlowData>,
): Promise<Flow> {
  const { features } = configuration;
  if (sent.type !== "subscription_update_confirm" && !features[sent.type].enabled) {
    const message = `This feature is disabled in the portal configuration: ${sent.type}.`;
    throw invalid(message, { param: "flow_data[type]" });
  }
  const subscription = sent.subscription_cancel?.subscription;
  if (sent.type === "subscription_cancel") {
    const param = "flow_data[subscription_cancel][subscription]";
    if (subscription === undefined)
      throw invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
    const found = await store.get<Stripe.Subscription>("subscription", subscription, param);
    if (found.customer !== customer)
      throw invalid("The subscription belongs to another customer.", { param });
    if (found.cancel_at !== null || found.status === "canceled")
      throw invalid(`The subscription ${found.id} is already set to be canceled at period end.`, { param });
  }
  const update = sent.subscription_update_confirm;
  if (sent.type === "subscription_update_confirm" && !update) {
    const param = "flow_data[subscription_update_confirm]";
    throw invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  const after = sent.after_completion;
  const returnUrl = after?.redirect?.return_url;
  if (after?.type === "redirect" && returnUrl === undefined) {
    const param = "flow_data[after_completion][redirect]";
    throw invalid(`Missing required param: ${param}.`, { code: "parameter_missing", param });
  }
  return {
    after_completion: {
      hosted_confirmation:
        after?.type === "hosted_confirmation"
          ? { custom_message: after.hosted_confirmation?.custom_message ?? null }
          : null,
      redirect: returnUrl === undefined ? null : { return_url: returnUrl },
      type: after?.type ?? "portal_homepage",
    },
    customer_update: null,
    subscription_cancel: subscription === undefined ? null : { retention: null, subscription },
    subscription_pause: null,
    subscription_update: null,
    subscription_update_confirm: update ? await updateFlowOf(store, customer, configuration, update) : null,
    type: sent.type,
  };
}

export const portalSessionRoutes: Route[] = [
  { method: "POST", path: "/v1/billing_portal/sessions", handle: create },
];
