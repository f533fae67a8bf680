import { z } from "zod";
import { pageOf, text } from "../../platform/schema/common.ts";
import { internalOperation, operation } from "../../platform/schema/operation.ts";
import { personField } from "./schema.ts";

export const ExportPerson = z.strictObject(personField);

export const ExportPersonPage = z.strictObject({ ...personField, cursor: text(512).optional() });

const PersonalRow = z.object({
  table: z.string(),
  row: z.record(z.string(), z.unknown()),
});

export const PersonalRows = pageOf(PersonalRow);

export const PersonalFile = z
  .custom<AsyncIterable<string>>(
    (value) => typeof value === "object" && value !== null && Symbol.asyncIterator in value,
  )
  .meta({ override: { type: "string" } });

export const exportPersonMeta = operation({
  tag: "Privacy",
  security: "app+jwt",
  scope: "billing:admin",
  role: "ADMIN",
  method: "GET",
  path: "/v1/privacy/export",
  answersFile: "application/json",
  summary: "Export a person's data",
  description:
    "All data of one person, in all areas, as one JSON document that is streamed. Hashes and secrets of the account are left " +
    "out. The audit log records the export and who made it.",
  errors: ["person_not_found", "customer_has_other_users"],
});

export const exportPersonPageMeta = internalOperation({
  role: "ADMIN",
  errors: ["person_not_found", "customer_has_other_users"],
});
