// npm run build: the package as it is published, in dist/; nothing when it is current.
import { join } from "node:path";
import { buildForPublishing } from "../../../scripts/bootstrap/build-package.mjs";

await buildForPublishing(join(import.meta.dirname, ".."));
