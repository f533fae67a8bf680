import "./environment.ts";
import { createHash } from "node:crypto";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { createStripeSandbox } from "@usher/stripe-sandbox";
import type { Demo } from "../prisma/seed/seed-demo.ts";
import { failureLine } from "../scripts/bootstrap/failure.mjs";
import { screen } from "../scripts/bootstrap/screen.mjs";
import { banner } from "./banner.ts";
import { readBaseUrl, storeBaseUrl } from "./base-url.ts";
import { ownDataFolder } from "./data-folder.ts";
import {
  nameEnvironments,
  registerMissingCallbacks,
  replaceAllSharedKeys,
} from "./domain/tenants/provider/due-work.ts";
import { stopping } from "./during.ts";
import { ApiError } from "./errors/api-error.ts";
import { createApi, type Fallback } from "./http/api.ts";
import { createDrain } from "./http/drain.ts";
import { createListener, listen, listenerOptions, stopListening, timeoutsFor } from "./http/listen.ts";
import { readClaimsWith } from "./http/member-cookie.ts";
import { openOpsEndpoints } from "./http/ops-endpoints.ts";
import { countUnreadable } from "./http/page-actions.ts";
import { installPagesBridge } from "./http/pages-bridge.ts";
import { createStaticFiles } from "./http/static-files.ts";
import { createJobHandlers } from "./jobs/handlers.ts";
import { startMailLoop } from "./jobs/mail-loop.ts";
import { openQueue, type Queue } from "./jobs/queue.ts";
import { watchWork } from "./jobs/watch-work.ts";
import { startWebhookLoop } from "./jobs/webhook-loop.ts";
import { openLog } from "./open-log.ts";
import { systemClock } from "./platform/clock.ts";
import { type Config, readConfig, setNextAuthUrl } from "./platform/config.ts";
import type { Log } from "./platform/log.ts";
import type { Services } from "./platform/scope.ts";
import { StartupError } from "./platform/startup-error.ts";
import { startTracing } from "./platform/tracing.ts";
import { migrate, openDatabase } from "./prepare-database.ts";
import { type Parts, prepareDemo } from "./prepare-demo.ts";
import { handleProcessErrors } from "./process-errors.ts";
import { createCardProviders } from "./providers/open.ts";
import { sandboxIssuerSecret } from "./providers/sandbox-keys.ts";
import { retryTimeouts } from "./retry-timeouts.ts";
import { installationSecrets, type Secrets } from "./secret.ts";
import { openServices } from "./services.ts";
import { offerSetup } from "./setup-token.ts";

// The process: configuration → database → jobs → http, and back down. What was started last is stopped first.

// Whoever read what we print may be gone, as a terminal that was closed. Unheard, each such error would be printed as an uncaught
// exception, which fails again: without end, and the process could not be stopped.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

const STOP_WITHIN_MS = 20_000;
/** Addresses to listen on that are none to ask. */
const LISTENS_EVERYWHERE = new Set(["0.0.0.0", "::"]);
/** How long a start that is under way may take to come to its next step, once asked to stop. */
const START_WITHIN_MS = 5_000;
const stops: (() => Promise<void>)[] = [];
/** Reports on /readyz that this process is stopping, and waits until balancers have read it. */
let drainListener: () => Promise<void> = async () => undefined;

async function start(): Promise<void> {
  const startedAt = performance.now();
  const config = readConfig();
  const log = openLog(config);
  handleProcessErrors(log, () => void stop("an exception", 1));
  const ownership = await ownDataFolder(config, log);
  const { server, port } = await openPort(config);
  // A worker listens nowhere: its mails name the address of the server beside it.
  const baseUrl = await (config.role === "worker"
    ? readBaseUrl(config)
    : ownAddress(config, port, ownership === null ? null : log));

  if (config.traces) stops.push(await startTracing({ ...config.traces, role: config.role }));
  const secrets = await installationSecrets(config);
  const connectionString = await openDatabase(config, stops);
  if (isStopping) return;
  await migrate(config, connectionString);

  if (isStopping) return;
  const sandboxUrl = await sandbox(config, connectionString, port, baseUrl, secrets);
  const parts = { config, connectionString, baseUrl, sandboxUrl, log };
  const { services, queue } = await openServicesWithQueue(parts, secrets);

  await retryTimeouts(() => replaceAllSharedKeys(services), stopping.signal);
  await retryTimeouts(() => nameEnvironments(services), stopping.signal);
  if (isStopping) return;
  const ownsFolder = ownership !== null;
  const demo = config.isDemo ? await prepareDemo(services, { parts, secrets, ownsFolder, stops }) : null;
  if (isStopping) return;
  let setupUrl: string | null = null;
  if (config.role !== "worker") {
    await pagesBuilt.promise;
    if (isStopping) return;
    // Before the pages are served: whoever sees them looks for the setup token.
    setupUrl = await offerSetup(services);
    await openEntryPoints(server, services, { secret: secrets.present, port });
  }
  if (config.metricsPort !== undefined) {
    const { host, metricsPort } = config;
    stops.push(await openOpsEndpoints(services, { host, port: metricsPort, isDraining: () => isStopping }));
  }
  if (config.role !== "web") await startWorker(services, queue);
  if (isStopping) return;
  const seconds = (performance.now() - startedAt) / 1000;
  await printBanner(services, { seconds, connectionString, sandboxUrl, demo, setupUrl });
  log.info({ port, role: config.role, seconds }, "ready");
}

/** Listens before anything else: nothing else is worth starting when the port is taken. */
async function openPort(config: Config): Promise<{ server: Server; port: number }> {
  const server = createListener(timeoutsFor(config), listenerOptions(config));
  // Before it listens: Node never answers a request that arrives while there is no listener for it.
  server.on("request", answerStarting);
  const port = config.role === "worker" ? config.port : await listen(server, config.host, config.port);
  return { server, port };
}

/** Our public address; the folder's owner stores it there for the programs that print it. log: the owner's, else null. */
async function ownAddress(config: Config, port: number, log: Log | null): Promise<string> {
  const baseUrl = (config.baseUrl ?? `http://localhost:${port}`).replace(/\/$/, "");
  if (log === null) return baseUrl;
  await storeBaseUrl(config, baseUrl).catch((error: unknown) =>
    log.warn({ err: error }, "the address could not be kept in the data folder"),
  );
  return baseUrl;
}

/** Starts the Stripe sandbox on a port of its own, unless the configuration names one that runs elsewhere. */
async function sandbox(
  config: Config,
  connectionString: string,
  port: number,
  baseUrl: string,
  { present, previous }: Secrets,
): Promise<string> {
  if (config.sandboxUrl) return config.sandboxUrl;
  const issuerSecrets = [present, ...previous].map(sandboxIssuerSecret);
  const testCardsUrl = `${baseUrl}/docs/test-cards`;
  const options = { databaseUrl: connectionString, host: "127.0.0.1", issuerSecrets, testCardsUrl };
  const started = await createStripeSandbox({
    ...options,
    port: config.sandboxPort ?? (port === 0 ? 0 : port + 1),
  }).catch((error: unknown) => {
    const isTaken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (isTaken && config.sandboxPort !== undefined)
      throw new StartupError(
        `Port ${config.sandboxPort} of the card sandbox is taken. Stop what uses it, or set USHER_SANDBOX_PORT to another.`,
      );
    if (!isTaken) throw error;
    return createStripeSandbox({ ...options, port: 0 });
  });
  stops.push(() => started.close());
  return started.url;
}

async function openServicesWithQueue(
  parts: Parts,
  { present, previous }: Secrets,
): Promise<{ services: Services; queue: Queue }> {
  const { config, connectionString, sandboxUrl, log } = parts;
  const { signal } = stopping;
  const isWorker = config.role !== "web";
  const queue = await retryTimeouts(() => openQueue({ connectionString, isWorker, log }), signal);
  const work = () =>
    openServices({
      ...parts,
      secret: present,
      previousSecrets: previous,
      clock: systemClock,
      openCardProvider: createCardProviders(
        { sandbox: sandboxUrl },
        { maxConcurrentCalls: Math.ceil(config.capacity / 2) },
      ),
      jobs: queue,
    });
  const opened = await retryTimeouts(work, signal);
  stops.push(() => opened.close());
  // The queue stops before the database closes: running jobs need it.
  stops.push(() => queue.stop());
  return { services: opened.services, queue };
}

/** Starts the work that runs without a request. */
async function startWorker(services: Services, queue: Queue): Promise<void> {
  await queue.work(createJobHandlers(services));
  const watch = watchWork(services);
  stops.push(() => watch.stop());
  const mailLoop = startMailLoop(services);
  stops.push(() => mailLoop.stop());
  const webhookLoop = startWebhookLoop(services);
  stops.push(() => webhookLoop.stop());
  await registerMissingCallbacks(services);
}

/** Prints where Usher is and what it runs on, with a link to the setup page until the first administrator exists. */
async function printBanner(
  services: Services,
  opened: {
    seconds: number;
    connectionString: string;
    sandboxUrl: string;
    demo: Demo | null;
    setupUrl: string | null;
  },
): Promise<void> {
  const { config, baseUrl } = services;
  const { seconds, connectionString, sandboxUrl, demo, setupUrl } = opened;
  const { host, pathname } = new URL(connectionString);
  const database = config.databaseUrl
    ? `PostgreSQL at ${host}${pathname}`
    : `embedded PostgreSQL in ${config.dataDir}`;
  const cards = config.stripe.secretKey ? "Stripe" : `embedded sandbox at ${sandboxUrl}`;
  const mail = config.mail ? `SMTP at ${new URL(config.mail.smtpUrl).host}` : "embedded mailbox";
  const demoFile = join(config.dataDir, "demo.json");
  const rlsGap = services.rlsMonitor.gap();
  const facts = { baseUrl, seconds, database, rlsGap, cards, mail, demo, demoFile, setupUrl };
  screen.print(banner(facts), process.stdout);
}

/** Opens REST, callbacks, health and the pages on the listener. */
async function openEntryPoints(
  server: Server,
  services: Services,
  { secret, port }: { secret: string; port: number },
): Promise<void> {
  const nextAuthSecret = createHash("sha256").update(`next-auth:${secret}`).digest("base64url");
  installPagesBridge(services, { nextAuthSecret });
  setNextAuthUrl(services.baseUrl);
  const { default: next } = await import("next");
  const { mode, host } = services.config;
  const isDevelopment = mode === "development";
  const pages = next({
    dev: isDevelopment,
    dir: join(import.meta.dirname, ".."),
    httpServer: server,
    // Where Next asks this server for the page behind a form's redirect; port 3000 unless it is given.
    hostname: LISTENS_EVERYWHERE.has(host) ? "localhost" : host,
    port,
  });
  await pages.prepare();
  // After Next, whose listeners log alone; in development they show errors in the browser.
  if (!isDevelopment) handleProcessErrors(services.log, () => void stop("an exception", 1));
  if (!isDevelopment) countUnreadable(services.log);
  stops.push(() => pages.close());
  const serve = pages.getRequestHandler();
  const serveStatic = createStaticFiles(join(import.meta.dirname, "..", ".next", "static"));
  const fallback: Fallback = async (request, response) => {
    // In development Next compiles the pages on demand, so only Next can serve their files.
    if (isDevelopment || !(await serveStatic(request, response))) await serve(request, response);
  };
  server.off("request", answerStarting);
  const readClaims = readClaimsWith({ nextAuthSecret, baseUrl: services.baseUrl });
  const drain = createDrain(server);
  server.on("request", createApi(services, fallback, drain.isDraining, readClaims));
  stops.push(() => stopListening(server));
  drainListener = async () => {
    drain.begin();
    await pause(services.config.drainSeconds * 1000);
  };
}

/** Answers requests that arrive before we are ready with 503. */
function answerStarting(_: IncomingMessage, response: ServerResponse): void {
  response.writeHead(503, { "content-type": "text/plain; charset=utf-8", "retry-after": "2" });
  response.end("Usher is starting. Try again in a moment.\n");
}

/** scripts/start.mjs may still be building the pages: it sends its steps, and "done" when they are built. */
const pagesBuilt = Promise.withResolvers<void>();
if (process.argv.includes("--await-pages")) {
  process.on("message", (message) => {
    if (message === "done") pagesBuilt.resolve();
    else screen.receive(message);
  });
  process.once("disconnect", () => pagesBuilt.reject(new StartupError("The pages were not built.")));
  // It may reject before start() waits for it.
  pagesBuilt.promise.catch(() => undefined);
} else pagesBuilt.resolve();

let isStopping = false;

/** Finishes what is under way within bounds, and ends the process. */
async function stop(reason: string, code = 0): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  pagesBuilt.resolve();
  stopping.abort();
  screen.print(`\n· ${reason}: finishing what is under way\n`);
  // Nothing is closed while start() may still open something that needs it.
  await Promise.race([starting.catch(() => undefined), pause(START_WITHIN_MS)]);
  await drainListener();
  const late = setTimeout(() => process.exit(1), STOP_WITHIN_MS);
  for (const end of stops.reverse())
    await end().catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  clearTimeout(late);
  process.exit(code);
}

process.on("SIGINT", () => void stop("SIGINT"));
process.on("SIGTERM", () => void stop("SIGTERM"));

/** One sentence that says what to do. What nobody can act on goes to a file in the data folder. */
function explain(error: unknown): string {
  const isKnown = error instanceof StartupError || error instanceof ApiError;
  return isKnown ? error.message : `${failureLine(error)} Start again: it goes on where this start stopped.`;
}

const starting = start();
try {
  await starting;
} catch (error) {
  // When a signal arrived during the start, stop() ends the process.
  if (!isStopping) {
    for (const end of stops.reverse()) await end().catch(() => undefined);
    screen.print(`Usher cannot start: ${explain(error)}\n`);
    process.exit(1);
  }
}
