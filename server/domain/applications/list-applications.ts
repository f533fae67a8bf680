import type { z } from "zod";
import { decodeCursor, toPage } from "../../platform/page.ts";
import type { Scope } from "../../platform/scope.ts";
import type { ApplicationPage, ListApplications } from "../tenants/schema.ts";
import { viewApplication } from "./application-view.ts";

/** The tenant's applications, newest first. */
export async function listApplications(
  scope: Scope,
  input: z.output<typeof ListApplications>,
): Promise<z.output<typeof ApplicationPage>> {
  const before = decodeCursor(input.cursor);
  const rows = await scope.db.application.findMany({
    where: { tenantId: scope.tenantId, ...(before && { id: { lt: before } }) },
    include: { credentials: { where: { kind: "IDENTIFIER" }, orderBy: { createdAt: "desc" } } },
    orderBy: { id: "desc" },
    take: input.limit + 1,
  });
  return toPage(rows, input.limit, (row) => viewApplication(row, row.credentials));
}
