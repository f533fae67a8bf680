import { minorDigits, moneyText } from "../../server/platform/currency.ts";

const number = new Intl.NumberFormat("en-US");
const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "long", timeZone: "UTC" });

const COMPACT_FROM = 1_000_000;

/** 12,345; from a million on 1.2M. One locale and UTC throughout, so that server and browser write the same. */
export const formatCount = (value: number): string => (value < COMPACT_FROM ? number : compact).format(value);

/** 21 Nov 2026, 02:41:07 UTC. */
export const formatMoment = (iso: string): string => moment.format(new Date(iso));

const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** 21 Nov 2026, in UTC. */
export const formatDay = (iso: string): string => day.format(new Date(iso));

const time = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: "UTC" });

/** 02:41, in UTC: beside its day. */
export const formatTime = (iso: string): string => time.format(new Date(iso));

const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });
const nearDays = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Whether a moment is less than 24 hours away, before or after. */
export const isWithinADay = (iso: string): boolean => Math.abs(Date.parse(iso) - Date.now()) < DAY_MS;

/** just now, in 2 hours; from a day on as formatRelativeDay, so that one moment is always equally far away. */
export function formatRelative(iso: string): string {
  if (!isWithinADay(iso)) return formatRelativeDay(iso);
  const away = Date.parse(iso) - Date.now();
  if (Math.abs(away) < MINUTE_MS) return "just now";
  return Math.abs(away) < HOUR_MS
    ? relative.format(Math.trunc(away / MINUTE_MS), "minute")
    : relative.format(Math.trunc(away / HOUR_MS), "hour");
}

/** A unit, its days, and from how many days on it is used; the largest first. */
const DAY_STEPS: [Intl.RelativeTimeFormatUnit, number, number][] = [
  ["year", 365, 365],
  ["month", 30, 60],
  ["week", 7, 14],
];

/** Calendar days from now until a day, both in UTC as days are written: today, tomorrow, in 13 days, 6 weeks ago. */
export function formatRelativeDay(iso: string, now: Date = new Date()): string {
  const dayOf = (ms: number) => Math.floor(ms / DAY_MS);
  const days = dayOf(Date.parse(iso)) - dayOf(now.getTime());
  const step = DAY_STEPS.find(([, , least]) => Math.abs(days) >= least);
  if (step === undefined) return nearDays.format(days, "day");
  const [unit, length] = step;
  return relative.format(Math.trunc(days / length), unit);
}

const days = new Intl.NumberFormat("en-US", { style: "unit", unit: "day", unitDisplay: "long" });

/** Calendar days since a day, counted as formatRelativeDay does: "3 days", "less than a day". */
export function formatDaysSince(iso: string, now: Date): string {
  const passed = Math.floor(now.getTime() / DAY_MS) - Math.floor(Date.parse(iso) / DAY_MS);
  return passed < 1 ? "less than a day" : days.format(passed);
}

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });

/** "1 void, 2 drafts and 3 more". */
export const formatList = (parts: readonly string[]): string => list.format(parts);

/** An amount of minor units in its currency: 4900 USD is $49.00, 4900 JPY is ¥4,900. */
export function formatMoney(minor: number | string, currency: string, isShort = false): string {
  if (!isShort) return moneyText("en-US", minor, currency);
  const major = Number(minor) / 10 ** minorDigits(currency);
  if (major >= 10_000) return moneyText("en-US", minor, currency, { isCompact: true });
  return new Intl.NumberFormat("en-US", { style: "currency", currency, maximumFractionDigits: 0 }).format(
    major,
  );
}

/** 1,234.5, with up to six places. */
export const formatQuantity = (value: number): string =>
  new Intl.NumberFormat("en-US", { maximumFractionDigits: 6 }).format(value);

/** 12.5 %, and a dash where there is nothing to divide. */
export const formatShare = (share: number | null): string =>
  share === null
    ? "–"
    : new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 }).format(share);

/** "per month" for MONTH. */
export const formatInterval = (interval: string): string => interval.toLowerCase();

const shortDay = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "2-digit",
  timeZone: "UTC",
});

/** 21 Nov 26, in UTC. */
export const formatShortDay = (iso: string): string => shortDay.format(new Date(iso));

/** 1 day, 14 days. */
export const formatDayCount = (days: number): string =>
  new Intl.NumberFormat("en-US", { style: "unit", unit: "day", unitDisplay: "long" }).format(days);
