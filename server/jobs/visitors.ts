import { findUnpaidVisitors, sweepVisitor } from "../domain/billing/checkout/sweep-visitor.ts";
import type { Services } from "../platform/scope.ts";
import { scopeOf } from "./scope-of.ts";

const AT_ONCE = 200;

/** Removes the customers of visitors who never paid; one that fails is tried again in an hour. */
export async function sweepVisitors(services: Services): Promise<void> {
  for (let after = ""; ; ) {
    const due = await findUnpaidVisitors(services, { after, limit: AT_ONCE });
    for (const { tenant_id, id } of due) {
      try {
        await sweepVisitor(await scopeOf(services, tenant_id), id);
      } catch (error) {
        services.log.error({ err: error, tenant_id, customer_id: id }, "a visitor could not be removed yet");
      }
    }
    const last = due.at(-1);
    if (!last || due.length < AT_ONCE) return;
    after = last.id;
  }
}
