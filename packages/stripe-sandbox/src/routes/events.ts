import { checkCount } from "../limits.ts";
import { invalid, lacking } from "../wire/failure.ts";
import { list, pagingByDate, Text } from "../wire/params.ts";
import { read } from "../wire/read.ts";
import { type Call, idOf, type Route } from "./route.ts";

/** EventListParams.types in the SDK: "up to 20". */
const MAX_TYPES = 20;

async function listEvents(call: Call) {
  const { type, types, ...page } = read(
    { ...pagingByDate, type: Text.optional(), types: list(Text).optional() },
    call.params,
  );
  // EventListParams.types in the SDK: "You may pass either `type` or `types`, but not both."
  if (type !== undefined && types)
    throw invalid("You may only specify one of these parameters: type, types.");
  checkCount(types, MAX_TYPES, "types");
  if (types && types.length !== 1) throw lacking("events of several types at once", "types");
  const wanted = type ?? types?.[0];
  if (wanted?.includes("*")) throw lacking("wildcards for types of events", types ? "types" : "type");
  return call.store.list("event", "/v1/events", {
    ...page,
    where: { ...(wanted !== undefined && { type: wanted }) },
  });
}

async function retrieve(call: Call) {
  read({}, call.params);
  return call.store.get("event", idOf(call));
}

export const eventRoutes: Route[] = [
  { method: "GET", path: "/v1/events", handle: listEvents },
  { method: "GET", path: "/v1/events/:id", handle: retrieve },
];
