import type { Api } from "../../../../_lib/api.ts";

export type Entitlement = Pack["entitlements"][number];

export type Pack = Awaited<ReturnType<Api["packs"]["get"]["query"]>>;
