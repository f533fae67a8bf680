import type { z } from "zod";
import { newestFirst, toPage } from "../../platform/page.ts";
import type { Scope } from "../../platform/scope.ts";
import { viewApplication } from "./application-view.ts";
import type { ApplicationPage, ListApplications } from "./list-applications-schema.ts";

/** The tenant's applications, newest first. */
export async function listApplications(
  scope: Scope,
  input: z.output<typeof ListApplications>,
): Promise<z.output<typeof ApplicationPage>> {
  const rows = await scope.db.application.findMany({
    ...newestFirst(scope.tenantId, input),
    include: { credentials: { where: { kind: "IDENTIFIER" }, orderBy: { createdAt: "desc" } } },
  });
  return toPage(rows, input.limit, (row) => viewApplication(row, row.credentials));
}
