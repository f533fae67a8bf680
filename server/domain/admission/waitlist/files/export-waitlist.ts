import type { z } from "zod";
import { joinParts } from "../../../../platform/csv/join-parts.ts";
import { type Cell, writeCsv } from "../../../../platform/csv/write.ts";
import type { WaitlistEntry } from "../../../../platform/database/client/client.ts";
import type { FilePart } from "../../../../platform/schema/exported-file.ts";
import type { Scope } from "../../../../platform/scope.ts";
import { readEntries } from "../read-entries.ts";
import type { ExportWaitlistPage } from "./export-waitlist-schema.ts";
import type { ExportWaitlist } from "./schema.ts";

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

type Exported = WaitlistEntry & { referredBy: { referralCode: string } | null };

/** The waitlist as CSV (writeCsv) in the order of joining, as a stream: memory and locks stay small whatever its size. */
export function exportWaitlist(scope: Scope, input: z.output<typeof ExportWaitlist>): AsyncGenerator<string> {
  return joinParts((cursor) => exportWaitlistPage(scope, { ...input, cursor }));
}

/** One part of the same file. Throws fields_invalid. */
export async function exportWaitlistPage(
  scope: Scope,
  input: z.output<typeof ExportWaitlistPage>,
): Promise<FilePart> {
  const { db, tenantId } = scope;
  const asked = { ...input, sort: "created_at", order: "asc", limit: AT_ONCE } as const;
  const { data, next_cursor } = await readEntries<Exported>(scope, asked, (ids) =>
    db.waitlistEntry.findMany({
      where: { tenantId, id: { in: ids } },
      include: { referredBy: { select: { referralCode: true } } },
    }),
  );
  const header = input.cursor === undefined ? writeCsv([[...COLUMNS]]) : "";
  const rows = data.length === 0 ? "" : writeCsv(data.map(cells));
  return { text: `${header}${rows}`, rows: data.length, next_cursor };
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
