// npm run client: makes src/generated and surface.txt anew, after an operation or an event has changed.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOpenApiDocument } from "../../../server/trpc/openapi.ts";
import type { OpenApiDocument } from "./describe-operations.ts";
import { describeSurface } from "./describe-surface.ts";
import { generateTypes } from "./generate-types.ts";

const client = join(import.meta.dirname, "..");
const folder = join(client, "src", "generated");
const document = createOpenApiDocument("https://usher.invalid");
const files = await generateTypes(document);
mkdirSync(folder, { recursive: true });
for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
// `--types`: without the summary, which is committed and changes with a decision alone.
if (!process.argv.includes("--types"))
  // The document is ours; the server's tests hold its shape.
  writeFileSync(join(client, "surface.txt"), describeSurface(document as unknown as OpenApiDocument));
