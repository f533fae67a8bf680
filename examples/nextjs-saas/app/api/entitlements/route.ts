import { findPerson } from "../../../lib/session.ts";
import { clients } from "../../../lib/usher.ts";

/** The signed-in user's entitlements, for useEntitlement. No key or secret ever reaches the page. */
export async function GET(): Promise<Response> {
  const person = await findPerson();
  if (!person) return new Response(null, { status: 401 });
  const { entitlements } = await clients().usher.entitlements.list({ customer: person.customer });
  return Response.json({ entitlements }, { headers: { "cache-control": "private, no-store" } });
}
