import { answerContext } from "../../platform/answer-context.ts";
import type { Scope } from "../../platform/scope.ts";
import type { Person } from "./find-person.ts";

const AT_ONCE = 500;

/**
 * Erases stored idempotency responses that contain data of the person. They are sealed, so each response of the last day is decrypted. A
 * retry of such a request gets idempotency_key_reused, so that it does not create the person again.
 */
export async function eraseStoredResponses(scope: Scope, person: Person): Promise<void> {
  const { tenantId, db, vault } = scope;
  const marks = [...person.emails, ...person.customers, ...person.users, ...person.entries];
  const speaks = (text: string) => marks.some((mark) => text.includes(mark));
  for (let last = { applicationId: "", key: "" }; ; ) {
    const rows = await db.idempotencyKey.findMany({
      where: {
        tenantId,
        status: "DONE",
        OR: [
          { applicationId: { gt: last.applicationId } },
          { applicationId: last.applicationId, key: { gt: last.key } },
        ],
      },
      orderBy: [{ applicationId: "asc" }, { key: "asc" }],
      take: AT_ONCE,
    });
    for (const row of rows) {
      const which = { tenantId, applicationId: row.applicationId, key: row.key };
      const context = answerContext(which);
      // A key that itself contains their data is deleted.
      if (speaks(row.key)) await db.idempotencyKey.deleteMany({ where: which });
      else if (speaks(vault.decrypt(row.responseBody ?? "", context)))
        await db.idempotencyKey.updateMany({
          where: which,
          data: { requestHash: "erased", responseBody: vault.encrypt("{}", context) },
        });
    }
    const end = rows.at(-1);
    if (!end || rows.length < AT_ONCE) return;
    last = end;
  }
}
