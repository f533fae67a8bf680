import type { Api } from "../../../_lib/api.ts";

/** One of what Usher is connected to. */
export type Connection = Awaited<ReturnType<Api["connections"]["list"]["query"]>>["connections"][number];
