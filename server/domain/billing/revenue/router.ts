import { router } from "../../../trpc/init.ts";
import { query } from "../../../trpc/procedures.ts";
import { getMovements } from "./get-movements.ts";
import { getMrr } from "./get-mrr.ts";
import { listMovements } from "./list-movements.ts";
import * as schema from "./schema.ts";

/** What the business earns. docs/metrics.md defines each figure. */
export const revenueRouter = router({
  mrr: query(schema.mrrMeta, schema.MrrAt, schema.Mrr, getMrr),
  movements: query(schema.movementsMeta, schema.MovementsRange, schema.Movements, getMovements),
  changes: query(schema.listMovementsMeta, schema.ListMovements, schema.MovementRows, listMovements),
});
