/** Jobs by name, with their data. */
export interface Jobs {
  /** A callback of the provider was stored and waits to be handled. */
  "provider-event": { tenantId: string; id: string };
  /** A pack migration, or its rollback, was asked for. */
  "pack-migration": { tenantId: string; id: string };
  /** Erases a person's data. */
  erasure: { tenantId: string; id: string };
  /** Every minute: finish what crashes left behind, pick up stored callbacks that were not handled. */
  recover: Record<string, never>;
  /** Every minute: notice invitations that have run out. */
  "lapse-invitations": Record<string, never>;
  /** Every minute: close periods of usage that have ended, and bill what they bill. */
  "close-periods": Record<string, never>;
  /** Every minute: renew subscriptions by invoice whose period has ended, mark invoices overdue, send reminders. */
  "manual-invoicing": Record<string, never>;
  /** Every minute: tell of ends of trials, invoices and expiring cards that lie ahead. */
  "tell-ahead": Record<string, never>;
  /** Every minute: move on test clocks that a process left on their way. */
  "move-clocks": Record<string, never>;
  /** Every minute: seal what the audit log has got into its chain. */
  "seal-audit": Record<string, never>;
  /** Every hour: compare every subscription by card with its provider, and correct what differs. */
  reconcile: Record<string, never>;
  /** Every hour: drop what has expired. */
  tidy: Record<string, never>;
}

export type JobName = keyof Jobs;

/** When a job is due, and within how many seconds of its last success it has to succeed again. */
interface Schedule {
  cron: string;
  boundSeconds: number;
}

const EACH_MINUTE: Schedule = { cron: "* * * * *", boundSeconds: 600 };
const hourlyAt = (minute: number): Schedule => ({ cron: `${minute} * * * *`, boundSeconds: 3 * 3600 });

/** The jobs that begin by the clock. The others begin when something is queued. */
export const SCHEDULES: Partial<Record<JobName, Schedule>> = {
  recover: EACH_MINUTE,
  "lapse-invitations": EACH_MINUTE,
  "close-periods": EACH_MINUTE,
  "manual-invoicing": EACH_MINUTE,
  "tell-ahead": EACH_MINUTE,
  "move-clocks": EACH_MINUTE,
  "seal-audit": EACH_MINUTE,
  reconcile: hourlyAt(43),
  tidy: hourlyAt(17),
};

export const JOB_NAMES: JobName[] = [
  "provider-event",
  "pack-migration",
  "erasure",
  "recover",
  "lapse-invitations",
  "close-periods",
  "manual-invoicing",
  "tell-ahead",
  "move-clocks",
  "seal-audit",
  "reconcile",
  "tidy",
];
