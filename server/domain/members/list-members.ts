import type { z } from "zod";
import type { Scope } from "../../platform/scope.ts";
import type { Members } from "./list-members-schema.ts";
import { viewMember } from "./view-member.ts";

/** The tenant's members with their roles, oldest first. */
export async function listMembers({ db, tenantId }: Scope): Promise<z.output<typeof Members>> {
  const rows = await db.membership.findMany({
    where: { targetTenantId: tenantId },
    include: { user: true },
    orderBy: [{ createdAt: "asc" }, { userId: "asc" }],
  });
  return { members: rows.map(viewMember) };
}
