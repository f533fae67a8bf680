/** As much of an OpenAPI document as the client is made of. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, OperationObject>>;
  webhooks: Record<string, Record<string, OperationObject>>;
  components: Record<string, Record<string, unknown>>;
}

interface OperationObject {
  operationId: string;
  summary: string;
  description: string;
  security?: Record<string, string[]>[];
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, ResponseObject>;
}

interface ResponseObject {
  description: string;
  headers?: object;
  content?: Record<string, { schema: SchemaObject }>;
}

interface SchemaObject {
  $ref?: string;
  properties?: Record<string, unknown>;
}

/** Where in the client an operation is: operationId is `<group>_<method>`. */
function placeOf(operationId: string): { group: string; method: string } {
  const [group = "", method = ""] = operationId.split("_");
  return { group, method };
}

/** The table of all operations, as TypeScript: src/generated/operations.ts. Throws when two claim one place. */
export function describeOperations(document: OpenApiDocument): string {
  const groups = new Map<string, Map<string, string>>();
  const everywhere = codesOfMost(document);
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [verb, operation] of Object.entries(operations)) {
      const { group, method } = placeOf(operation.operationId);
      const methods = groups.get(group) ?? new Map<string, string>();
      if (methods.has(method)) throw new Error(`Two operations want to be ${group}.${method}.`);
      methods.set(method, describe(document, everywhere, verb.toUpperCase(), path, operation));
      groups.set(group, methods);
    }
  }
  const sorted = [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
  const body = sorted.map(([group, methods]) => `  ${group}: {\n${[...methods.values()].join("")}  },\n`);
  return `// Made of the OpenAPI document ; made anew when the client is tested or packed.\n
/** Every operation by its place in the client. */
export const OPERATIONS = {\n${body.join("")}} as const;\n`;
}

function describe(
  document: OpenApiDocument,
  everywhere: Set<string>,
  verb: string,
  path: string,
  operation: OperationObject,
): string {
  const { operationId, summary, description } = operation;
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith("2"))?.[1];
  const content = success?.content ?? {};
  const facts = [
    `id: "${operationId}"`,
    `method: "${verb}"`,
    `path: "${path}"`,
    ...(needsToken(operation) ? ["token: true"] : []),
    ...(success && "x-total-count" in (success.headers ?? {})
      ? ['pages: "total"']
      : pagingOf(document, content["application/json"]?.schema)),
    ...(operation.requestBody?.content["text/csv"] ? ['takes: "text/csv"'] : []),
    ...("application/json" in content ? [] : ['answers: "file"']),
  ];
  const own = [...errorsOf(operation)].filter(([code]) => !everywhere.has(code) && !code.startsWith("K1"));
  const names = own.sort().map(([, name]) => name);
  const errors = names.length > 0 ? [`Errors of its own: ${names.join(", ")}.`] : [];
  const lines = [`${summary}. ${description}`, `\`${verb} ${path}\``, ...errors];
  const comment = lines.map((line) => `     * ${line.replaceAll("*/", "* /")}\n`).join("     *\n");
  return `    /**\n${comment}     */\n    ${placeOf(operationId).method}: { ${facts.join(", ")} },\n`;
}

/** The errors that it can answer: names by codes. */
function errorsOf({ responses }: OperationObject): Map<string, string> {
  const named = [...JSON.stringify(responses).matchAll(/(K\d{4}) ([a-z_]+):/g)];
  return new Map(named.map(([, code = "", name = ""]) => [code, name]));
}

/** Codes that at least half of all operations can answer: they are not listed with each. */
function codesOfMost({ paths }: OpenApiDocument): Set<string> {
  const all = Object.values(paths).flatMap((operations) => Object.values(operations).map(errorsOf));
  const known = new Set(all.flatMap((errors) => [...errors.keys()]));
  return new Set(
    [...known].filter((code) => all.filter((errors) => errors.has(code)).length * 2 >= all.length),
  );
}

function needsToken({ security = [] }: OperationObject): boolean {
  return security.some((requirement) => "JWT" in requirement);
}

function pagingOf(document: OpenApiDocument, schema: SchemaObject | undefined): string[] {
  const name = schema?.$ref?.split("/").at(-1);
  // A $ref of ours names a schema of the components.
  const resolved = name ? (document.components.schemas?.[name] as SchemaObject) : schema;
  const { properties = {} } = resolved ?? {};
  if ("next_cursor" in properties && "data" in properties) return ['pages: "cursor"'];
  if ("entries" in properties && "pagination" in properties) return ['pages: "offset"'];
  return [];
}

/** The document without what types do not need: one answer for all failures, no headers. It makes the types a third as long. */
export function simplify(document: OpenApiDocument): OpenApiDocument {
  // JSON in, the same shape out.
  const copy = JSON.parse(JSON.stringify(document)) as OpenApiDocument;
  const all = [...Object.values(copy.paths), ...Object.values(copy.webhooks)].flatMap((item) =>
    Object.values(item),
  );
  for (const operation of all) {
    const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
    for (const [, response] of successes) delete response.headers;
    const failure = { $ref: "#/components/responses/Failure" } as unknown as ResponseObject;
    operation.responses = { ...Object.fromEntries(successes), default: failure };
  }
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  copy.components.responses = { Failure: { description: "What went wrong.", content } };
  return copy;
}
