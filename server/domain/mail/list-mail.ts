import type { z } from "zod";
import { decodeCursor, toPage } from "../../platform/page.ts";
import type { Scope } from "../../platform/scope.ts";
import type { ListMail, MailPage } from "./list-mail-schema.ts";
import { viewMail, WITHOUT_BODY } from "./view-mail.ts";

/** The tenant's mails, newest first, without their text. */
export async function listMail(
  scope: Scope,
  input: z.output<typeof ListMail>,
): Promise<z.output<typeof MailPage>> {
  const { status, to, limit } = input;
  const before = decodeCursor(input.cursor);
  const rows = await scope.db.mailMessage.findMany({
    where: {
      tenantId: scope.tenantId,
      ...(status && { status }),
      ...(to && { to }),
      ...(before && { id: { lt: before } }),
    },
    omit: WITHOUT_BODY,
    orderBy: { id: "desc" },
    take: limit + 1,
  });
  return toPage(rows, limit, viewMail);
}
