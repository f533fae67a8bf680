import { z } from "zod";
import { Application } from "../tenants/schema.ts";

export const ApplicationWithSecrets = Application.extend({
  app_id: z
    .string()
    .meta({ description: "The value of x-app-id. A SERVER application's is secret and shown this once." }),
  client_secret: z
    .string()
    .nullable()
    .meta({ description: "Shown this once; null for a BROWSER application." }),
}).meta({ id: "ApplicationWithSecrets" });
