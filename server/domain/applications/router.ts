import { router } from "../../trpc/init.ts";
import { mutation, query } from "../../trpc/procedures.ts";
import { Application } from "../tenants/schema.ts";
import { revokeApplication, rotateApplication, updateApplication } from "./change-application.ts";
import {
  ApplicationId,
  RotateApplication,
  revokeApplicationMeta,
  rotateApplicationMeta,
  UpdateApplication,
  updateApplicationMeta,
} from "./change-application-schema.ts";
import { createApplication } from "./create-application.ts";
import { CreateApplication, createApplicationMeta } from "./create-application-schema.ts";
import { listApplications } from "./list-applications.ts";
import { ApplicationPage, ListApplications, listApplicationsMeta } from "./list-applications-schema.ts";
import { ApplicationWithSecrets } from "./schema.ts";

/** Applications: the callers of the API. */
export const applicationsRouter = router({
  create: mutation(createApplicationMeta, CreateApplication, ApplicationWithSecrets, createApplication),
  list: query(listApplicationsMeta, ListApplications, ApplicationPage, listApplications),
  update: mutation(updateApplicationMeta, UpdateApplication, Application, updateApplication),
  rotate: mutation(rotateApplicationMeta, RotateApplication, ApplicationWithSecrets, rotateApplication),
  revoke: mutation(revokeApplicationMeta, ApplicationId, Application, revokeApplication),
});
