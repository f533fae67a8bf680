import type { IncomingMessage } from "node:http";
import type { PublicTenant } from "../domain/tenants/public-tenant.ts";
import { ApiError } from "../errors/api-error.ts";
import { newId } from "../platform/ids.ts";
import type { Services } from "../platform/scope.ts";
import { appRouter } from "../trpc/root.ts";
import { toApiError } from "../trpc/to-api-error.ts";
import { readBytes } from "./body.ts";
import { ADDRESS_HEADER } from "./client-address.ts";
import type { WaitlistFacts } from "./static-page.ts";

/** Bytes; more than any browser sends for the three fields. */
const LARGEST_FORM = 100_000;
const FIELDS = ["email", "name", "ref"] as const;

/**
 * Joins the waitlist for a visitor by a form that a browser has posted, with the rate limit of visitors. The answer reveals nothing about
 * other people. Errors of the operation become the code in the answer; body_too_large, content_type_unsupported and body_timeout for an
 * unreadable body.
 */
export async function sendWaitlistForm(
  services: Services,
  tenant: PublicTenant,
  request: IncomingMessage,
): Promise<NonNullable<WaitlistFacts["sent"]>> {
  const values = await readForm(request);
  const requestId = newId("request");
  const address = String(request.headers[ADDRESS_HEADER] ?? "unknown");
  const visitor = appRouter.createCaller({
    services,
    caller: { type: "visitor", tenantId: tenant.id, tenantMode: tenant.mode, address },
    requestId,
    authorization: null,
    address,
  });
  try {
    const { email = "", name, ref } = values;
    await visitor.waitlist.join({ email, name, referral_code: ref });
    return { values, error: null };
  } catch (thrown) {
    const error = toApiError(thrown);
    if (error.status >= 500)
      services.log.error({ request_id: requestId, err: error.cause ?? error }, error.message);
    return { values, error: error.errorName };
  }
}

/** The form's fields that are filled in; every other field is left out. */
async function readForm(request: IncomingMessage): Promise<Record<string, string>> {
  const body = await readBytes(request, LARGEST_FORM);
  const form = await new Response(new Uint8Array(body), {
    headers: { "content-type": request.headers["content-type"] ?? "" },
  })
    .formData()
    .catch((cause: unknown) => {
      throw new ApiError("content_type_unsupported", {
        details: { type: "application/x-www-form-urlencoded" },
        cause,
      });
    });
  return Object.fromEntries(
    FIELDS.flatMap((name) => {
      const value = form.get(name);
      return typeof value === "string" && value.trim() !== "" ? [[name, value.trim()] as const] : [];
    }),
  );
}
