import { Nothing, router } from "../../trpc/init.ts";
import { query } from "../../trpc/procedures.ts";
import { listConnections } from "./list-connections.ts";
import { Connections, listConnectionsMeta } from "./list-connections-schema.ts";

/** What the tenant and its installation are connected to. */
export const connectionsRouter = router({
  list: query(listConnectionsMeta, Nothing, Connections, listConnections),
});
