// npm run client: makes src/generated anew, after an operation or an event has changed.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createOpenApiDocument } from "../../../server/trpc/openapi.ts";
import { generateTypes } from "./generate-types.ts";

const folder = join(import.meta.dirname, "..", "src", "generated");
const files = await generateTypes(createOpenApiDocument("https://usher.invalid"));
for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
