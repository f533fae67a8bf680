import type { z } from "zod";
import { type Cell, writeCsv } from "../../../../platform/csv/write.ts";
import type { WaitlistEntry } from "../../../../platform/database/client/client.ts";
import type { Scope } from "../../../../platform/scope.ts";
import type { ExportWaitlist } from "./file-schema.ts";

const AT_ONCE = 1_000;
const COLUMNS = [
  "id",
  "email",
  "name",
  "status",
  "created_at",
  "invited_at",
  "invited_by",
  "registered_at",
  "referral_code",
  "referral_count",
  "referred_by",
  "confirmed_at",
  "referral_counted_at",
  "metadata",
];

/** The waitlist as CSV (writeCsv) in the order of joining, as a stream: memory and locks stay small whatever its size. */
export async function* exportWaitlist(
  scope: Scope,
  input: z.output<typeof ExportWaitlist>,
): AsyncGenerator<string> {
  yield writeCsv([COLUMNS]);
  let last: Exported | undefined;
  do {
    const rows = await readAfter(scope, input, last);
    last = rows.length === AT_ONCE ? rows.at(-1) : undefined;
    if (rows.length > 0) yield writeCsv(rows.map(cells));
  } while (last);
}

type Exported = WaitlistEntry & { referredBy: { referralCode: string } | null };

function readAfter(
  { tenantId, db }: Scope,
  { status }: z.output<typeof ExportWaitlist>,
  last: Exported | undefined,
): Promise<Exported[]> {
  const after = last && {
    createdAt: { gte: last.createdAt },
    OR: [{ createdAt: { gt: last.createdAt } }, { id: { gt: last.id } }],
  };
  return db.waitlistEntry.findMany({
    where: { tenantId, ...(status && { status }), ...after },
    include: { referredBy: { select: { referralCode: true } } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: AT_ONCE,
  });
}

function cells(row: Exported): Cell[] {
  return [
    row.id,
    row.email,
    row.name,
    row.status,
    row.createdAt.toISOString(),
    row.invitedAt?.toISOString() ?? null,
    row.invitedBy,
    row.registeredAt?.toISOString() ?? null,
    row.referralCode,
    row.referralCount,
    row.referredBy?.referralCode ?? null,
    row.confirmedAt?.toISOString() ?? null,
    row.referralCountedAt?.toISOString() ?? null,
    JSON.stringify(row.metadata),
  ];
}
