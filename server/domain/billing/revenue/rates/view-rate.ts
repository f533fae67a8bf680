import type { z } from "zod";
import type { ExchangeRate as Row } from "../../../../platform/database/client/client.ts";
import type { ExchangeRate } from "./schema.ts";

export function viewRate(row: Row): z.output<typeof ExchangeRate> {
  return {
    id: row.id,
    currency: row.currency,
    into: row.into,
    rate: row.rate.toFixed(),
    valid_from: row.validFrom.toISOString().slice(0, 10),
    created_at: row.createdAt.toISOString(),
    updated_at: row.updatedAt.toISOString(),
  };
}
