import type { UsageRecord } from "../../../platform/database/client/client.ts";
import { Decimal } from "../../../platform/decimal.ts";
import type { Counter } from "../grants/grant.ts";

/** A stored counter in the form of the rules. */
export function toCounter(row: UsageRecord): Counter {
  return {
    dimension: row.dimension,
    used: new Decimal(row.value.toString()),
    reserved: new Decimal(row.reserved.toString()),
    rolledOver: new Decimal(row.rolledOver.toString()),
    carried: new Decimal(row.carried.toString()),
    overBefore: new Decimal(row.overBefore.toString()),
    billedBefore: row.billedBefore,
  };
}
