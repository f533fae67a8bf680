import type { Scope } from "./scope.ts";

/**
 * Does something for each of several things. One that fails is logged, with what names it, and stops no other. Returns how many
 * failed.
 */
export async function eachOrLog<T>(
  { log, tenantId }: Pick<Scope, "log" | "tenantId">,
  things: Iterable<T>,
  work: (thing: T) => Promise<unknown>,
  { failure, name }: { failure: string; name: (thing: T) => object },
): Promise<number> {
  let failed = 0;
  for (const thing of things) {
    try {
      await work(thing);
    } catch (error) {
      failed++;
      log.error({ err: error, tenant_id: tenantId, ...name(thing) }, failure);
    }
  }
  return failed;
}
