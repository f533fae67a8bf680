import { z } from "zod";
import { Identifier, pageOf, pageQuery } from "../../../platform/schema/common.ts";
import { operation } from "../../../platform/schema/operation.ts";
import { Redemption } from "./schema.ts";

export const ListRedemptions = z.strictObject({
  ...pageQuery,
  invitation_id: Identifier.optional().meta({ description: "Of one code or token only." }),
  user: Identifier.optional().meta({ description: "By one user only." }),
});

export const RedemptionPage = pageOf(Redemption);

export const listRedemptionsMeta = operation({
  tag: "Invitations",
  security: "app",
  method: "GET",
  path: "/v1/invitations/redemptions",
  summary: "List redemptions",
  description: "The redemptions with user and time, newest first.",
});
