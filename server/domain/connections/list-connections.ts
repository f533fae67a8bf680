import type { z } from "zod";
import type { Scope } from "../../platform/scope.ts";
import { getProviderSettings } from "../tenants/provider/provider-settings.ts";
import { endpointState } from "../webhooks/rules.ts";
import type { Connection, Connections } from "./list-connections-schema.ts";
import { readWorker } from "./read-worker.ts";
import { mailState, webhookState, workerState } from "./rules.ts";

type View = z.output<typeof Connection>;

/** What this installation and this tenant are connected to, each with its last success and its last failure. */
export async function listConnections(scope: Scope): Promise<z.output<typeof Connections>> {
  const [database, worker, provider, mail, webhooks] = await Promise.all([
    viewDatabase(scope),
    viewWorker(scope),
    viewProvider(scope),
    viewMail(scope),
    viewWebhooks(scope),
  ]);
  return {
    checked_at: scope.clock.now().toISOString(),
    connections: [database, worker, ...provider, mail, webhooks],
  };
}

/** That it answers is shown by this answer; without it the page says that the server cannot be reached. */
async function viewDatabase({ system }: Scope): Promise<View> {
  const { rows } = await system.pool.query<{ version: string }>({
    text: "select current_setting('server_version') as version",
    values: [],
  });
  const gap = system.rlsMonitor.gap();
  return {
    kind: "DATABASE",
    state: gap === null ? "WORKING" : "ATTENTION",
    about: `PostgreSQL ${rows[0]?.version ?? ""}`.trim(),
    last_success_at: system.clock.now().toISOString(),
    last_failure:
      gap === null
        ? null
        : {
            at: null,
            reason: `Row-level security is off, because ${gap}. The server names the tenant in each statement, and the database does not check it. The documentation of security says how to switch it on.`,
          },
    waiting: null,
  };
}

async function viewWorker({ system }: Scope): Promise<View> {
  const { lastSuccess, failed, waiting } = await readWorker(system);
  const state = workerState(lastSuccess, failed !== null, system.clock.now());
  const silent =
    "No job has finished for five minutes: renewals, reminders and mails wait. Check that a process with the worker runs.";
  return {
    kind: "WORKER",
    state,
    about: "Renewals, reminders, webhooks and mails, every minute",
    last_success_at: lastSuccess?.toISOString() ?? null,
    last_failure:
      state === "FAILING"
        ? { at: null, reason: silent }
        : failed && {
            at: failed.at?.toISOString() ?? null,
            reason: `The job “${failed.name}” failed. The server's log has the cause.`,
          },
    waiting,
  };
}

const NEVER_PROVEN =
  "The key is accepted, but Stripe has not reported anything yet: payments made on its pages stay unknown here until it does. Check that Stripe can reach the address.";

const TEST_ACCOUNT = "The Stripe account is in test mode: test cards only, and no real money moves.";

async function viewProvider(scope: Scope): Promise<[View, View]> {
  const { account, callbacks } = await getProviderSettings(scope);
  const failing = callbacks.failing[0];
  const callbackState = {
    NOT_CONNECTED: "NOT_SET_UP",
    KEY_ACCEPTED: "UNTRIED",
    PROVEN: "WORKING",
    NEVER_PROVEN: "ATTENTION",
  } as const;
  const isForTests = account !== null && (account.endpoint !== "stripe" || account.is_test_mode);
  const isUnfit = scope.tenantMode === "LIVE" && isForTests;
  const isStandIn = isUnfit && account.endpoint !== "stripe";
  const silent = callbacks.state === "NEVER_PROVEN" ? NEVER_PROVEN : null;
  const reason = failing ? `${failing.type}: ${failing.last_error}` : (callbacks.problem ?? silent);
  return [
    {
      kind: "CARD_PROVIDER",
      state:
        account === null
          ? "NOT_SET_UP"
          : isUnfit
            ? "ATTENTION"
            : account.key_accepted_at === null
              ? "UNTRIED"
              : "WORKING",
      about:
        account === null
          ? "No account: cards cannot be charged"
          : isStandIn
            ? "Not connected to Stripe: test cards only"
            : `${account.endpoint === "stripe" ? "Stripe" : "Embedded sandbox"}, ${account.is_test_mode ? "test" : "live"} mode, key …${account.key_hint}`,
      last_success_at: account?.key_accepted_at ?? null,
      last_failure: isUnfit && !isStandIn ? { at: null, reason: TEST_ACCOUNT } : null,
      waiting: null,
    },
    {
      kind: "CALLBACKS",
      // What the sandbox sends proves nothing about Stripe.
      state: failing ? "FAILING" : isStandIn ? "NOT_SET_UP" : callbackState[callbacks.state],
      about: isStandIn ? "Stripe is not connected" : (account?.callback_url ?? "No address is registered"),
      last_success_at: callbacks.last_received_at,
      last_failure: reason === null ? null : { at: null, reason },
      waiting: callbacks.waiting,
    },
  ];
}

async function viewMail({ db, tenantId, system }: Scope): Promise<View> {
  const { mail } = system.config;
  const [sent, retried, givenUp, waiting] = await Promise.all([
    db.mailMessage.findFirst({
      where: { tenantId, status: "SENT" },
      orderBy: { id: "desc" },
      select: { sentAt: true },
    }),
    db.mailMessage.findFirst({
      where: { tenantId, status: "QUEUED", lastError: { not: null } },
      orderBy: { id: "desc" },
      select: { createdAt: true, lastError: true },
    }),
    db.mailMessage.findFirst({
      where: { tenantId, status: "FAILED" },
      orderBy: { id: "desc" },
      select: { createdAt: true, lastError: true },
    }),
    db.mailMessage.count({ where: { tenantId, status: "QUEUED" } }),
  ]);
  const failure = retried ?? givenUp;
  return {
    kind: "MAIL",
    state: mailState({
      hasServer: mail !== undefined,
      lastSuccess: sent?.sentAt ?? null,
      retriedSince: retried?.createdAt ?? null,
      hasGivenUp: givenUp !== null,
    }),
    about: mail
      ? `${new URL(mail.smtpUrl).hostname}, as ${mail.from}`
      : "No mail server: mails are kept in the mailbox and sent to nobody",
    last_success_at: sent?.sentAt?.toISOString() ?? null,
    last_failure: failure && { at: failure.createdAt.toISOString(), reason: failure.lastError ?? "" },
    waiting,
  };
}

async function viewWebhooks({ db, tenantId, clock }: Scope): Promise<View> {
  const [endpoints, delivered, failed, waiting] = await Promise.all([
    db.webhookEndpoint.findMany({ where: { tenantId } }),
    db.webhookAttempt.findFirst({
      where: { tenantId, error: null },
      orderBy: { startedAt: "desc" },
      select: { startedAt: true },
    }),
    db.webhookAttempt.findFirst({
      where: { tenantId, error: { not: null } },
      orderBy: { startedAt: "desc" },
      select: { startedAt: true, error: true, url: true },
    }),
    db.webhookDelivery.count({ where: { tenantId, status: "PENDING" } }),
  ]);
  const now = clock.now();
  const states = endpoints.map((endpoint) => endpointState(endpoint, now));
  return {
    kind: "WEBHOOKS",
    state: webhookState({
      count: endpoints.length,
      disabled: states.filter((state) => state === "DISABLED").length,
      failing: states.filter((state) => state === "FAILING").length,
      lastSuccess: delivered?.startedAt ?? null,
    }),
    about:
      endpoints.length === 0
        ? "No endpoint: events are sent nowhere"
        : [...new Set(endpoints.map(({ url }) => new URL(url).host))].join(", "),
    last_success_at: delivered?.startedAt.toISOString() ?? null,
    last_failure: failed && {
      at: failed.startedAt.toISOString(),
      reason: `${new URL(failed.url).host}: ${failed.error ?? ""}`,
    },
    waiting,
  };
}
