import { addSeconds } from "../../../platform/clock.ts";
import { doDueWork } from "../../../platform/due-work.ts";
import type { Services } from "../../../platform/scope.ts";
import { carryOut } from "./requests.ts";

const RESUMED = { items: 100, seconds: 300 };

/** Carries out requests that a crash interrupted, or while the card provider could not be reached; those not tried for longest first. */
export async function resumeRequests(services: Services): Promise<void> {
  const { db, clock, config } = services;
  await doDueWork(services, {
    name: "resume-correction",
    limit: RESUMED,
    find: (_, take) =>
      db.correctionRequest.findMany({
        where: { status: "REQUESTED", updatedAt: { lte: addSeconds(clock.now(), -config.leaseSeconds) } },
        select: { tenantId: true, id: true },
        orderBy: [{ updatedAt: "asc" }, { id: "asc" }],
        take,
      }),
    work: (scope, request) => carryOut(scope, request),
  });
}
