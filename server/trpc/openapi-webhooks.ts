import { z } from "zod";
import { createSchema } from "zod-openapi";
import { EVENT_TYPES } from "../domain/events/types.ts";
import { EVENT_BODIES } from "../domain/webhooks/catalogue.ts";

const REFS = "#/components/schemas/";

type Schemas = Record<string, unknown>;

/**
 * The `webhooks` of the OpenAPI document, one for each type of event, and the schemas that they add to the known ones.
 * A schema with a known name but a different output form is renamed.
 */
export function describeWebhooks(known: Schemas): { webhooks: Schemas; schemas: Schemas } {
  const made = createSchema(z.object(EVENT_BODIES), { io: "output", openapiVersion: "3.1.1" });
  const names = new Map(
    Object.entries(made.components).map(([name, schema]) => [name, nameFor(name, schema, known)]),
  );
  const rename = (schema: unknown) =>
    JSON.parse(
      JSON.stringify(schema).replaceAll(/"#\/components\/schemas\/([^"]+)"/g, (whole, name: string) => {
        const other = names.get(name);
        return other ? `"${REFS}${other}"` : whole;
      }),
    );
  const schemas: Schemas = {};
  for (const [name, schema] of Object.entries(made.components)) {
    const own = names.get(name) ?? name;
    if (!(own in known)) schemas[own] = rename(schema);
  }
  // The schema of an object, made from an object.
  const { properties = {} } = made.schema as { properties?: Schemas };
  const webhooks = Object.fromEntries(
    Object.entries(EVENT_TYPES).map(([type, meaning]) => [
      type,
      { post: describeWebhook(type, meaning, rename(properties[type])) },
    ]),
  );
  return { webhooks, schemas };
}

function nameFor(name: string, schema: unknown, known: Schemas): string {
  const isSame = (candidate: string) => JSON.stringify(known[candidate]) === JSON.stringify(schema);
  const fits = [name, `${name}Output`].find((candidate) => !(candidate in known) || isSame(candidate));
  return fits ?? `${name}Event`;
}

function describeWebhook(type: string, meaning: string, schema: unknown) {
  const header = (name: string, description: string) => ({
    name,
    in: "header",
    required: true,
    description,
    schema: { type: "string" },
  });
  return {
    operationId: `on_${type.replace(".", "_")}`,
    tags: ["Webhooks"],
    summary: type,
    description: meaning,
    security: [],
    parameters: [
      header("webhook-id", "The event's id: the same with every try."),
      header("webhook-timestamp", "When this try was signed, in seconds since 1970."),
      header("webhook-signature", "As Standard Webhooks says: `v1,` and base64, one for each secret."),
    ],
    requestBody: { required: true, content: { "application/json": { schema } } },
    responses: {
      "2XX": {
        description: "Taken. Whatever else is answered, or nothing within 10 seconds: it is sent again.",
      },
      "4XX": { description: "Not taken; it is sent again. After 410 the endpoint is disabled." },
    },
  };
}
