import { Nothing, router } from "../../trpc/init.ts";
import { query } from "../../trpc/procedures.ts";
import { listConnections } from "./list-connections.ts";
import * as schema from "./schema.ts";

/** What the tenant and its installation are connected to. */
export const connectionsRouter = router({
  list: query(schema.listConnectionsMeta, Nothing, schema.Connections, listConnections),
});
