const RANKS = ["VIEWER", "SUPPORT", "ADMIN", "OWNER"] as const;

export type Role = (typeof RANKS)[number];

/** Whether a role may do what `least` may; the server asks the same. */
export const isAtLeast = (role: Role, least: Role): boolean => RANKS.indexOf(role) >= RANKS.indexOf(least);
