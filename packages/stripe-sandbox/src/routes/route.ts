import type { Store, Thing } from "../store.ts";
import { read } from "../wire/read.ts";

/** What a handler is given. */
export interface Call {
  store: Store;
  /** Path parameters in order. */
  ids: string[];
  /** Query or form fields. */
  params: Record<string, unknown>;
  /** Whether the caller holds the secret key, or only the publishable one. */
  isSecret: boolean;
}

export interface Route {
  method: "GET" | "POST" | "DELETE";
  /** Path with `:id` for each parameter. */
  path: string;
  /** Whether a publishable key may call it. */
  isPublic?: boolean;
  /** Whether it sets a test clock going. */
  movesClock?: boolean;
  handle(call: Call): Promise<object> | object;
}

/** A path parameter that the route's pattern has made sure of. */
export function idOf({ ids }: Call): string {
  const [id] = ids;
  if (id === undefined) throw new Error("The route has no parameter.");
  return id;
}

/** Answers the object that the path names; it takes no parameters. */
export function retrieving<T extends Thing>(kind: T["object"]): Route["handle"] {
  return (call) => {
    read({}, call.params);
    return call.store.get<T>(kind, idOf(call));
  };
}

const patterns = new WeakMap<Route, RegExp>();

/** The values of a route's path parameters; null when the path is another. */
export function matchPath(route: Route, path: string): string[] | null {
  const known = patterns.get(route);
  const pattern = known ?? new RegExp(`^${route.path.replaceAll(/:\w+/g, "([^/]+)")}$`);
  if (!known) patterns.set(route, pattern);
  const match = pattern.exec(path);
  return match ? match.slice(1).map(decodeURIComponent) : null;
}
