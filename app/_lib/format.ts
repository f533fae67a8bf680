const number = new Intl.NumberFormat("en-US");
const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" });
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "long", timeZone: "UTC" });

const COMPACT_FROM = 1_000_000;

/** 12,345; from a million on 1.2M. One locale and UTC throughout, so that server and browser write the same. */
export const formatCount = (value: number): string => (value < COMPACT_FROM ? number : compact).format(value);

/** 21 Nov 2026, in UTC. */
export const formatDay = (iso: string): string => day.format(new Date(iso));

/** 21 Nov 2026, 02:41:07 UTC. */
export const formatMoment = (iso: string): string => moment.format(new Date(iso));
