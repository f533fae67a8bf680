// npm run build: JavaScript and declarations in dist/, as they are published; nothing when they are current.
import { join } from "node:path";
import { buildPackage } from "../../../scripts/bootstrap/build-package.mjs";
import { makeApiClient } from "../../../scripts/prepare.mjs";

await makeApiClient();
await buildPackage(join(import.meta.dirname, ".."));
