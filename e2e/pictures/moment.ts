/** The moment that the pictures show. */
export const TAKEN_AT = new Date("2026-11-20T10:24:00Z");

/** The variable with the moment, ms, at which the processes of a run began. */
export const STARTED_AT = "USHER_PICTURES_STARTED_AT";
