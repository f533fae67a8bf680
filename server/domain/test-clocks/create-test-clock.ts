import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import { newId } from "../../platform/ids.ts";
import type { Scope } from "../../platform/scope.ts";
import { recordChange } from "../events/record-change.ts";
import type { CreateTestClock } from "./create-test-clock-schema.ts";
import { viewClock } from "./load-clock.ts";
import { providerOf } from "./provider-of.ts";
import type { TestClock } from "./schema.ts";

/** Creates a test clock, here and at the provider. Throws test_clock_needs_test_tenant. */
export async function createTestClock(
  scope: Scope,
  input: z.output<typeof CreateTestClock>,
): Promise<z.output<typeof TestClock>> {
  const { tenantId, tenantMode, clock, db } = scope;
  if (tenantMode !== "TEST") throw new ApiError("test_clock_needs_test_tenant");
  const id = newId("testClock");
  const createdAt = clock.now();
  // The provider counts in seconds.
  const start = input.now === undefined ? createdAt : new Date(input.now);
  const now = new Date(Math.floor(start.getTime() / 1000) * 1000);
  const provider = await providerOf(scope);
  const made = await provider?.createTestClock({ name: input.name, now, idempotencyKey: id });
  return db.$transaction(async (tx) => {
    const row = { tenantId, id, name: input.name, now, providerClockId: made?.id ?? null };
    const after = viewClock(await tx.testClock.create({ data: { ...row, createdAt, updatedAt: createdAt } }));
    const type = "test_clock.created";
    await recordChange(tx, scope, { type, objectType: "test_clock", objectId: id, after });
    return after;
  });
}
