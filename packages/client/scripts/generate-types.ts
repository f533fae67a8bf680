import openapiTypeScript, { astToString } from "openapi-typescript";
import { describeOperations, type OpenApiDocument, simplify } from "./describe-operations.ts";

/** The client's generated files by their name, made of an OpenAPI document. */
export async function generateTypes(document: object): Promise<Record<string, string>> {
  // The document is ours; the server's tests hold its shape.
  const ours = document as OpenApiDocument;
  const simple = JSON.stringify(simplify(ours));
  // A field with a default may be left out of a request.
  const types = astToString(await openapiTypeScript(simple, { defaultNonNullable: false }));
  const note = "// Made of the OpenAPI document ; made anew when the client is tested or packed.\n\n";
  return { "openapi.ts": note + types, "operations.ts": describeOperations(ours) };
}
