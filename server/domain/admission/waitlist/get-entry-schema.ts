import { z } from "zod";
import { Timestamp } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { placeInLine, WaitlistEntry } from "./schema.ts";

export const WaitlistEntryDetail = WaitlistEntry.extend({
  ...placeInLine,
  referred_by: z.string().nullable().meta({ description: "The entry whose code was used." }),
  registered_at: Timestamp.nullable(),
  confirmed_at: Timestamp.nullable().meta({
    description: "When the person confirmed the address, by the mail about joining; null: not yet.",
  }),
}).meta({ id: "WaitlistEntryDetail" });

export const getWaitlistEntryMeta = operation({
  method: "GET",
  path: "/v1/waitlist/{id}",
  tag: "Waitlist",
  security: "app",
  summary: "Get a waitlist entry",
  description: "With its position and its referrals.",
  errors: ["waitlist_entry_not_found"],
});
