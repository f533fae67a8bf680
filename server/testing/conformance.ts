import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import type { z } from "zod";
import type { Event } from "../domain/events/schema.ts";
import { type Exchange, observeExchanges } from "./client.ts";

/** As much of an OpenAPI document as holding answers against it needs. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, unknown> };
}

export interface OperationObject {
  operationId: string;
  security: Record<string, string[]>[];
  parameters?: { name: string; in: string; required?: boolean; schema: Record<string, unknown> }[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Record<string, unknown> }> };
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
}

const DOCUMENT = "usher:document";

/** From now on every exchange of every client throws where the answer is not what the document says of its operation. */
export function holdExchangesAgainst(document: object): () => void {
  return observeExchanges(remembered(checkers, document, createChecker));
}

const checkers = new WeakMap<object, ReturnType<typeof createChecker>>();
const validators = new WeakMap<object, Ajv2020>();

/** What was made of this document before: of its schemas that is, which documents of several servers share. */
function remembered<Made>(
  known: WeakMap<object, Made>,
  document: object,
  make: (document: object) => Made,
): Made {
  const { components } = document as OpenApiDocument;
  const made = known.get(components) ?? make(document);
  known.set(components, made);
  return made;
}

/** A validator that knows the document. */
function openValidator(document: object): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true });
  // ajv-formats is CommonJS: its default export is the function itself under Node, an object to TypeScript.
  (formats as unknown as (ajv: Ajv2020) => void)(ajv);
  return ajv.addSchema({ ...document, $id: DOCUMENT });
}

type TypedEvent = z.output<typeof Event>;

/** What an event differs in from what the document says of its type; null when in nothing. */
export function createEventChecker(document: object): (event: TypedEvent) => string | null {
  const ajv = remembered(validators, document, openValidator);
  return (event) => {
    const { type } = event;
    const path = ["webhooks", type, "post", "requestBody", "content", "application/json", "schema"];
    const validate = validatorAt(ajv, path);
    return validate(event) ? null : `${type}: ${ajv.errorsText(validate.errors)}`;
  };
}

/** Compiles the document with ajv (formats on) into a check of one exchange. Throws with what differs. */
function createChecker(document: object): (exchange: Exchange) => void {
  // The document is ours, and the conformance test holds its shape.
  const { paths } = document as OpenApiDocument;
  const ajv = remembered(validators, document, openValidator);
  const routes = Object.keys(paths).map((path) => ({
    path,
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`),
  }));

  return ({ method, path, reply }) => {
    const bare = path.split("?", 1)[0] ?? path;
    const template = routes
      .filter(({ pattern }) => pattern.test(bare))
      .sort((a, b) => braces(a.path) - braces(b.path))[0]?.path;
    const operation = template && paths[template]?.[method.toLowerCase()];
    if (!operation || reply.status === 304 || reply.status === 204) return;
    const content = operation.responses[reply.status]?.content;
    if (content && !("application/json" in content)) return;
    const where = `${method} ${template} ${reply.status}`;
    if (!operation.responses[reply.status])
      throw new Error(`${where} is not in the document: ${JSON.stringify(reply.body)}`);
    const pointer = [
      "paths",
      template,
      method.toLowerCase(),
      "responses",
      String(reply.status),
      "content",
      "application/json",
      "schema",
    ];
    const validate = validatorAt(ajv, pointer);
    if (!validate(reply.body))
      throw new Error(`${where} differs from the document: ${ajv.errorsText(validate.errors)}`);
    if (
      reply.status >= 400 &&
      // A replayed refusal has the id of the first request.
      reply.headers.get("idempotent-replayed") === null &&
      reply.headers.get("x-request-id") !== (reply.body as { request_id: string }).request_id
    )
      throw new Error(`${where}: x-request-id differs`);
  };
}

/** Compiled the first time that it is asked for; ajv keeps it. */
function validatorAt(ajv: Ajv2020, path: string[]): ValidateFunction {
  const pointer = `${DOCUMENT}#/${path.map(pointerPart).join("/")}`;
  const validate = ajv.getSchema(pointer);
  if (!validate) throw new Error(`The document has nothing at ${pointer}.`);
  return validate;
}

function braces(path: string): number {
  return path.split("{").length;
}

/** JSON pointer inside a URI fragment. */
function pointerPart(part: string): string {
  return encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1"));
}
