import { z } from "zod";
import { operation } from "../../platform/schema/operation.ts";
import { OWN_DATA } from "../../platform/schema/throttles.ts";
import { User } from "../users/schema.ts";

export const Me = User.extend({
  tenant_id: z.string(),
  role: z
    .enum(["OWNER", "ADMIN", "SUPPORT", "VIEWER"])
    .nullable()
    .meta({ description: "The user's role in the tenant; null for an end user." }),
}).meta({ id: "Me" });

export const getMeMeta = operation({
  method: "GET",
  path: "/v1/auth/me",
  tag: "Auth",
  security: "app+jwt",
  isForBrowsers: true,
  isForEndUsers: true,
  isForPortal: false,
  summary: "Get the signed-in user",
  description: "The user of the token, with the customer whose entitlements they have.",
  errors: ["user_token_required"],
  throttle: OWN_DATA,
});
