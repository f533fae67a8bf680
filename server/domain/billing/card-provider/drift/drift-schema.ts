import { z } from "zod";
import { Timestamp } from "../../../../platform/schema/common.ts";
import { operation } from "../../../../platform/schema/operation.ts";
import { PROVIDER_ERRORS } from "../../../../platform/schema/provider-errors.ts";
import { ACCOUNT_FIELDS, Difference, DRIFT_PATH } from "./schema.ts";

export const Drift = z
  .object({
    state: z.enum(["DONE", "ANOTHER_ACCOUNT", "TOO_MANY"]).meta({
      description:
        "ANOTHER_ACCOUNT: the key is another account's; nothing was compared. TOO_MANY: more than 3 and more than 2 % of the subscriptions are gone there or would be changed there; nothing is mended until a person says so.",
    }),
    ...ACCOUNT_FIELDS,
    checked_at: Timestamp,
    ours: z.number().int().meta({ description: "Live subscriptions of ours on cards." }),
    theirs: z.number().int().meta({ description: "Live subscriptions at the provider that Usher made." }),
    differences: z.array(Difference),
  })
  .meta({ id: "Drift" });

export const MendDrift = z
  .strictObject({
    despite_many: z
      .boolean()
      .default(false)
      .meta({ description: "Also mends in the state TOO_MANY: a person has checked the cause." }),
  })
  .meta({ id: "MendDriftRequest" });

export const getDriftMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  method: "GET",
  path: DRIFT_PATH,
  summary: "Compare with the card provider",
  description:
    "Compares every subscription on cards with the provider's; what changed within two minutes is left out. Only reads.",
  errors: PROVIDER_ERRORS,
});

export const mendDriftMeta = operation({
  tag: "Billing",
  security: "app+jwt",
  scope: "billing:admin",
  method: "POST",
  path: `${DRIFT_PATH}/mend`,
  summary: "Mend differences to the card provider",
  description:
    "Status, period and ending are synced from the provider; a change that is scheduled here is scheduled there again; a subscription that only the provider has is saved if Usher began it, and a second one of ours is ended and refunded there. Nothing ends because it is missing, and the provider's prices stay: a person decides about those. Each mend is stored; all but the ending of a second one can be undone.",
  errors: PROVIDER_ERRORS,
});
