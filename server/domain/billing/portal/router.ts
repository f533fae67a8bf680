import { portalOperation } from "../../../platform/schema/operation.ts";
import { OWN_DATA } from "../../../platform/schema/throttles.ts";
import { router } from "../../../trpc/init.ts";
import { mutation, query } from "../../../trpc/procedures.ts";
import { openProviderPortal } from "../payment-methods/open-provider-portal.ts";
import {
  OpenProviderPortal,
  openProviderPortalMeta,
  ProviderPortal,
} from "../payment-methods/open-provider-portal-schema.ts";
import { createPortalSession } from "./create-portal-session.ts";
import {
  CreatePortalSession,
  createPortalSessionMeta,
  PortalSession,
} from "./create-portal-session-schema.ts";
import { portalNames } from "./portal-names.ts";
import { NamePortal, PortalNames } from "./portal-names-schema.ts";
import { viewPortal } from "./view-portal.ts";
import { PortalView, ViewPortal } from "./view-portal-schema.ts";

/** The customer portal. */
export const portalRouter = router({
  openProvider: mutation(openProviderPortalMeta, OpenProviderPortal, ProviderPortal, openProviderPortal),
  createSession: mutation(createPortalSessionMeta, CreatePortalSession, PortalSession, createPortalSession),
  look: query(portalOperation({ throttle: OWN_DATA }), ViewPortal, PortalView, viewPortal),
  names: query(portalOperation({ throttle: OWN_DATA }), NamePortal, PortalNames, portalNames),
});
