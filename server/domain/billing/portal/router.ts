import { portalOperation } from "../../../platform/schema/operation.ts";
import { OWN_DATA } from "../../../platform/schema/throttles.ts";
import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { openProviderPortal } from "../payment-methods/open-provider-portal.ts";
import * as paymentSchema from "../payment-methods/schema.ts";
import { createPortalSession } from "./create-portal-session.ts";
import { portalNames } from "./portal-names.ts";
import * as schema from "./schema.ts";
import { viewPortal } from "./view-portal.ts";

/** The customer portal. */
export const portalRouter = router({
  openProvider: mutation(
    paymentSchema.openProviderPortalMeta,
    paymentSchema.OpenProviderPortal,
    paymentSchema.ProviderPortal,
    openProviderPortal,
  ),
  createSession: mutation(
    schema.createPortalSessionMeta,
    schema.CreatePortalSession,
    schema.PortalSession,
    createPortalSession,
  ),
  look: query(portalOperation({ throttle: OWN_DATA }), schema.ViewPortal, schema.PortalView, viewPortal),
  names: query(portalOperation({ throttle: OWN_DATA }), schema.NamePortal, schema.PortalNames, portalNames),
});
