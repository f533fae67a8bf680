import { z } from "zod";
import { type AccountSettings, changeSettings, settingsOf, TaxDefault } from "../account-settings.ts";
import {
  addFault,
  clearFaults,
  type Fault,
  REQUEST_FAULTS,
  WEBHOOK_FAULTS,
  waitingFaults,
} from "../faults.ts";
import type { List } from "../select-list.ts";
import { invalid } from "../wire/failure.ts";
import { Flag, intBetween, list, Text } from "../wire/params.ts";
import { read } from "../wire/read.ts";
import { chooseDefault } from "./portal-configurations.ts";
import type { Call, Route } from "./route.ts";

// What Stripe has in its Dashboard or not at all: paths of the sandbox's own, away from /v1. A test key's alone, and of its
// account alone; live keys find nothing here, and publishable ones are refused.

const MAX_RETRIES = 8;
const MAX_PAUSE_DAYS = 60;
const DEFAULT_DELAY_MS = 500;
const MAX_DELAY_MS = 60_000;

/** Sets what an account's Dashboard would set. */
async function change({ store, params }: Call): Promise<AccountSettings> {
  const days = list(intBetween(1, MAX_PAUSE_DAYS)).refine((all) => all.length <= MAX_RETRIES);
  const shape = {
    charges_enabled: Flag.optional(),
    tax_active: Flag.optional(),
    tax_behavior: TaxDefault.optional(),
    after_last_retry: z.enum(["cancel", "past_due", "unpaid"]).optional(),
    portal_configuration: Text.optional(),
    raw_card_data: Flag.optional(),
    retry_days: z.union([z.literal(""), days]).optional(),
  };
  const { after_last_retry, portal_configuration, raw_card_data, retry_days, tax_behavior, ...flags } = read(
    shape,
    params,
  );
  if (portal_configuration !== undefined) await chooseDefault(store, portal_configuration);
  return changeSettings(store, {
    ...(after_last_retry && { after_last_retry }),
    ...(flags.charges_enabled !== undefined && { charges_enabled: flags.charges_enabled }),
    ...(flags.tax_active !== undefined && { tax_active: flags.tax_active }),
    ...(tax_behavior && { tax_behavior }),
    ...(raw_card_data !== undefined && { raw_card_data }),
    ...(retry_days !== undefined && { retry_days: retry_days === "" ? [] : retry_days }),
  });
}

function showSettings({ store, params }: Call): Promise<AccountSettings> {
  read({}, params);
  return settingsOf(store);
}

const FAULT = {
  kind: z.enum([...REQUEST_FAULTS, ...WEBHOOK_FAULTS]),
  method: z.enum(["GET", "POST", "DELETE"]).optional(),
  path: Text.optional(),
  event: Text.optional(),
  delay_ms: intBetween(0, MAX_DELAY_MS).optional(),
  count: intBetween(1, 1000).optional(),
};

/** Lets coming requests or callbacks go wrong, `count` of them. */
function add({ store, params }: Call): Promise<Fault> {
  const { kind, method, path, event, delay_ms, count } = read(FAULT, params);
  const isOfWebhooks = kind.startsWith("webhook_");
  if (isOfWebhooks && (method !== undefined || path !== undefined))
    throw invalid("A fault of callbacks is matched by event.", {
      param: method === undefined ? "path" : "method",
    });
  if (!isOfWebhooks && event !== undefined)
    throw invalid("A fault of requests is matched by method and path.", { param: "event" });
  return addFault(store, {
    kind,
    method: method ?? null,
    path: path ?? null,
    event: event ?? null,
    delay_ms: delay_ms ?? DEFAULT_DELAY_MS,
    remaining: count ?? 1,
  });
}

async function show({ store, params }: Call): Promise<List<Fault>> {
  read({}, params);
  return { object: "list", data: await waitingFaults(store), has_more: false, url: "/sandbox/faults" };
}

async function clear({ store, params }: Call): Promise<object> {
  read({}, params);
  await clearFaults(store);
  return { object: "sandbox.fault", deleted: true };
}

export const controlRoutes: Route[] = [
  { method: "GET", path: "/sandbox/settings", handle: showSettings },
  { method: "POST", path: "/sandbox/settings", handle: change },
  { method: "GET", path: "/sandbox/faults", handle: show },
  { method: "POST", path: "/sandbox/faults", handle: add },
  { method: "DELETE", path: "/sandbox/faults", handle: clear },
];
