import { z } from "zod";
import { Timestamp } from "../../platform/schema/common.ts";
import { internalOperation } from "../../platform/schema/operation.ts";

export const Connection = z.object({
  kind: z.enum(["DATABASE", "WORKER", "CARD_PROVIDER", "CALLBACKS", "MAIL", "WEBHOOKS"]),
  state: z.enum(["WORKING", "UNTRIED", "ATTENTION", "FAILING", "NOT_SET_UP"]).meta({
    description:
      "UNTRIED: nothing has gone over it yet. ATTENTION: it works, and something needs a person. FAILING: the last that went over it failed.",
  }),
  about: z.string().meta({ description: "What is connected." }),
  last_success_at: Timestamp.nullable(),
  last_failure: z
    .object({
      at: Timestamp.nullable().meta({ description: "null: the moment is not kept." }),
      reason: z.string(),
    })
    .nullable(),
  waiting: z
    .number()
    .int()
    .nullable()
    .meta({ description: "How much waits to go over it; null: nothing ever waits." }),
});

export const Connections = z.object({ checked_at: Timestamp, connections: z.array(Connection) });

export const listConnectionsMeta = internalOperation({ role: "VIEWER" });
