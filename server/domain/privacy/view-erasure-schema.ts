import { z } from "zod";
import { Identifier, pageOf, pageQuery } from "../../platform/schema/common.ts";
import { operation } from "../../platform/schema/operation.ts";
import { Erasure } from "./schema.ts";

export const ErasureId = z.strictObject({ id: Identifier });

export const ListErasures = z.strictObject(pageQuery);

export const Erasures = pageOf(Erasure);

export const getErasureMeta = operation({
  tag: "Privacy",
  security: "app+jwt",
  scope: "billing:admin",
  role: "ADMIN",
  method: "GET",
  path: "/v1/privacy/erasures/{id}",
  summary: "Get an erasure",
  description: "The status of an erasure.",
  errors: ["erasure_not_found"],
});

export const listErasuresMeta = operation({
  tag: "Privacy",
  security: "app+jwt",
  scope: "billing:admin",
  role: "ADMIN",
  method: "GET",
  path: "/v1/privacy/erasures",
  summary: "List erasures",
  description: "The tenant's erasures, newest first.",
});
