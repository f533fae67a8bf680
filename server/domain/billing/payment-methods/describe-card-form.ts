import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import type { Scope } from "../../../platform/scope.ts";
import { cardProviderOf } from "../../tenants/provider/connect-card-provider.ts";
import type { CardForm } from "./describe-card-form-schema.ts";

/** The data with which a browser shows the card provider's own fields. Throws card_provider_not_connected. */
export async function describeCardForm(scope: Scope): Promise<z.output<typeof CardForm>> {
  const { publishableKey, browserScript } = await cardProviderOf(scope);
  if (publishableKey === null) throw new ApiError("card_provider_not_connected");
  return { publishable_key: publishableKey, script_url: browserScript };
}
