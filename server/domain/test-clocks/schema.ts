import { z } from "zod";
import { Identifier, Timestamp, TimestampInput } from "../../platform/schema/common.ts";

export const TestClock = z
  .object({
    id: z.string(),
    name: z.string(),
    now: Timestamp.meta({ description: "Its current time." }),
    status: z.enum(["READY", "ADVANCING"]),
    advancing_to: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: "TestClock" });

/** The provider counts seconds from 1970 on. */
export const ClockTime = TimestampInput.refine((text) => Date.parse(text) >= 0, "must not lie before 1970");

export const TestClockId = z.strictObject({ id: Identifier });
