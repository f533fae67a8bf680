import { z } from "zod";

/** A month of the calendar, UTC. */
export const Month = z
  .string()
  .regex(/^[1-9]\d{3}-(?:0[1-9]|1[0-2])$/, "must be a month such as 2026-11")
  .meta({ description: "A month of the calendar, UTC, such as 2026-11." });
