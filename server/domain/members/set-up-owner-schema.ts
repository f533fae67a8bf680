import { z } from "zod";
import { EmailInput, Slug, text } from "../../platform/schema/common.ts";
import { internalOperation } from "../../platform/schema/operation.ts";
import { SETTING_PASSWORDS } from "../../platform/schema/throttles.ts";
import { NewPassword } from "../auth/schema.ts";
import { Ready } from "./schema.ts";

export const SetUpOwner = z.strictObject({
  token: text(200).optional().meta({ description: "The setup token, which the start prints." }),
  company: text(100),
  slug: Slug,
  name: text(200).optional(),
  email: EmailInput,
  password: NewPassword,
});

export const SetUp = Ready.extend({
  sandbox_tenant_id: z.string().meta({ description: "The new tenant's sandbox, where its owner begins." }),
});

export const setUpMeta = internalOperation({
  role: "VIEWER",
  errors: [
    "installation_has_owner",
    "setup_token_invalid",
    "password_too_weak",
    "tenant_slug_taken",
    "card_provider_answer_unknown",
    "card_provider_key_refused",
    "card_provider_keys_unchecked",
    "card_provider_refused_request",
    "too_many_requests",
  ],
  throttle: SETTING_PASSWORDS,
});
