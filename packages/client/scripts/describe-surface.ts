import type { OpenApiDocument } from "./describe-operations.ts";

/** As much of a JSON schema as a line says of it. */
interface Schema {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

type Content = Record<string, { schema?: Schema }>;

/**
 * What the client offers, for people who review a change: a line for each operation with what it takes and answers, and a line for
 * each shape that they name. `?` marks what may be left out.
 */
export function describeSurface(document: OpenApiDocument): string {
  const operations = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([verb, operation]) => {
      const parameters = (operation.parameters ?? []) as { name: string; in: string; required?: boolean }[];
      const query = parameters
        .filter((parameter) => parameter.in === "query")
        .map(({ name, required }) => (required ? name : `${name}?`));
      const [status = "", success] =
        Object.entries(operation.responses).find(([code]) => code.startsWith("2")) ?? [];
      const takes = operation.requestBody ? ` (${bodyOf(operation.requestBody.content as Content)})` : "";
      const asks = query.length > 0 ? ` ?${query.join(" ")}` : "";
      return `${operation.operationId.replace("_", ".")}: ${verb.toUpperCase()} ${path}${asks}${takes} -> ${status} ${bodyOf((success?.content ?? {}) as Content)}`;
    }),
  );
  const shapes = Object.entries((document.components.schemas ?? {}) as Record<string, Schema>).map(
    ([name, schema]) => `${name} = ${shapeOf(schema)}`,
  );
  const events = Object.keys(document.webhooks);
  return `${["# Operations", ...operations.sort(), "", "# Shapes", ...shapes.sort(), "", "# Events", ...events.sort()].join("\n")}\n`;
}

function bodyOf(content: Content): string {
  const parts = Object.entries(content).map(([type, { schema }]) =>
    type === "application/json" ? shapeOf(schema ?? {}) : type,
  );
  return parts.join(" | ") || "nothing";
}

function shapeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split("/").at(-1) ?? "";
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map(String).join("|");
  const several = schema.anyOf ?? schema.oneOf;
  if (several) return [...new Set(several.map(shapeOf))].join("|");
  if (schema.allOf) return schema.allOf.map(shapeOf).join(" & ");
  if (schema.properties) {
    const isRequired = new Set(schema.required);
    const fields = Object.entries(schema.properties).map(
      ([name, field]) => `${name}${isRequired.has(name) ? "" : "?"}: ${shapeOf(field)}`,
    );
    return `{ ${fields.join(", ")} }`;
  }
  if (schema.items) return `[${shapeOf(schema.items)}]`;
  if (typeof schema.additionalProperties === "object")
    return `{ *: ${shapeOf(schema.additionalProperties)} }`;
  return Array.isArray(schema.type) ? schema.type.join("|") : (schema.type ?? "anything");
}
