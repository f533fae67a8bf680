import type { Store } from "../store.ts";

/** What a handler is given. */
export interface Call {
  store: Store;
  /** Path parameters in order. */
  ids: string[];
  /** Query or form fields. */
  params: Record<string, unknown>;
  /** Where the sandbox itself is reached by a browser. */
  baseUrl: string;
  /** Whether the caller holds the secret key, or only the publishable one. */
  isSecret: boolean;
}

export interface Route {
  method: "GET" | "POST" | "DELETE";
  /** Path with `:id` for each parameter. */
  path: string;
  /** Whether a publishable key may call it. */
  isPublic?: boolean;
  handle(call: Call): Promise<object>;
}

/** A path parameter that the route's pattern has made sure of. */
export function idOf({ ids }: Call): string {
  const [id] = ids;
  if (id === undefined) throw new Error("The route has no parameter.");
  return id;
}
