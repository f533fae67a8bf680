// npm run build: the package as it is published, in dist/; nothing when it is current.
import { join } from "node:path";
import { browserScripts } from "../../../scripts/bootstrap/browser-scripts.mjs";
import { buildForPublishing } from "../../../scripts/bootstrap/build-package.mjs";

await browserScripts(join(import.meta.dirname, "..", "..", "..")).build();
await buildForPublishing(join(import.meta.dirname, ".."));
