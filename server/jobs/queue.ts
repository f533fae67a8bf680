import { PgBoss } from "pg-boss";
import { inBackground } from "../platform/background.ts";
import { beforeNetworkCall } from "../platform/database/network-guard.ts";
import type { Log } from "../platform/log.ts";
import { logCounted } from "../platform/log-counted.ts";
import { jobSeconds, timed } from "../platform/metrics.ts";
import { inSpan } from "../platform/tracing.ts";
import { JOB_NAMES, type JobName, type Jobs, SCHEDULES } from "./schedules.ts";

export type JobHandlers = { [Name in JobName]: (data: Jobs[Name]) => Promise<void> };

/** The queue of what runs without a request; kept in the same PostgreSQL. */
export interface Queue {
  /** Queues a job, to be carried out at once or after so many seconds. */
  send<Name extends JobName>(name: Name, data: Jobs[Name], afterSeconds?: number): Promise<void>;
  /** Begins to carry out jobs in this process. */
  work(handlers: JobHandlers): Promise<void>;
  stop(): Promise<void>;
}

/** Callbacks wait for the provider's answers: a slow one holds few others up. */
const CONCURRENCY: Partial<Record<JobName, number>> = { "provider-event": 4 };
const RETRIES = 12;
const STOP_WITHIN_MS = 10_000;
const CONNECT_TIMEOUT_MS = 60_000;

/** Opens the queue; makes its tables when they are not there. With isWorker this process also maintains them. */
export async function openQueue(options: {
  connectionString: string;
  isWorker: boolean;
  log: Log;
}): Promise<Queue> {
  const { connectionString, isWorker, log } = options;
  const boss = new PgBoss({
    connectionString,
    application_name: "usher-jobs",
    // A machine that is busy with a first start may need more than pg-boss's 10 s.
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    schema: "jobs",
    max: 4,
    supervise: isWorker,
    schedule: isWorker,
    useListenNotify: isWorker,
  });
  boss.on("error", (error) => logCounted(log, "error", { err: error }, "job queue"));
  await boss.start();
  for (const name of JOB_NAMES) {
    await boss.createQueue(name, {
      retryLimit: RETRIES,
      retryDelay: 2,
      retryBackoff: true,
      retryDelayMax: 600,
      notify: true,
    });
  }
  return {
    async send(name, data, afterSeconds = 0) {
      // It waits for a connection of another pool; and a job must not run before what it is about is committed.
      beforeNetworkCall(`The job queue's ${name}`);
      await boss.send(name, data, { startAfter: Math.ceil(afterSeconds) });
    },
    async work(handlers) {
      for (const name of JOB_NAMES) await workOn(boss, name, handlers, log);
      for (const [name, { cron }] of Object.entries(SCHEDULES)) await boss.schedule(name, cron);
    },
    async stop() {
      await boss.stop({ graceful: true, timeout: STOP_WITHIN_MS });
    },
  };
}

async function workOn<Name extends JobName>(
  boss: PgBoss,
  name: Name,
  handlers: JobHandlers,
  log: Log,
): Promise<void> {
  const options = { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5 };
  for (let nth = 0; nth < (CONCURRENCY[name] ?? 1); nth++) {
    const worker: string = await boss.work<Jobs[Name]>(name, options, async (jobs) => {
      try {
        for (const job of jobs) await carryOut(name, job, handlers[name], log);
      } finally {
        // After a job the worker polls for the next at once; pg-boss alone would wait for a notification or its next poll.
        boss.notifyWorker(worker);
      }
    });
  }
}

async function carryOut<Name extends JobName>(
  name: Name,
  job: { id: string; data: Jobs[Name] },
  handle: (data: Jobs[Name]) => Promise<void>,
  log: Log,
): Promise<void> {
  try {
    await timed(
      () => inSpan(`job ${name}`, { kind: "internal" }, () => inBackground(() => handle(job.data))),
      (outcome, seconds) => jobSeconds.observe({ name, outcome }, seconds),
    );
  } catch (error) {
    const line = { err: error, job: name, job_id: job.id, cause: name };
    logCounted(log, "error", line, "job failed; it will be tried again");
    throw error;
  }
}
