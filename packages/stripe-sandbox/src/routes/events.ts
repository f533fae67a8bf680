import { invalid } from "../wire/failure.ts";
import { list, pagingByDate, Text } from "../wire/params.ts";
import { read } from "../wire/read.ts";
import { type Call, idOf, type Route } from "./route.ts";

async function listEvents(call: Call) {
  const { type, types, ...page } = read(
    { ...pagingByDate, type: Text.optional(), types: list(Text).optional() },
    call.params,
  );
  if (types && types.length !== 1)
    throw invalid("The sandbox filters events by one type at a time.", { param: "types" });
  const wanted = type ?? types?.[0];
  if (wanted?.includes("*"))
    throw invalid("The sandbox does not have wildcards for types of events.", { param: "type" });
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
