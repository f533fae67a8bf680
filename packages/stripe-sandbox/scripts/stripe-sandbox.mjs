#!/usr/bin/env node
// `npx stripe-sandbox` in this folder: builds the browser's scripts where they are not current, then runs the command line. The
// published package has them built, and runs cli.js itself.
import { join } from "node:path";
import { browserScripts } from "../../../scripts/bootstrap/browser-scripts.mjs";

await browserScripts(join(import.meta.dirname, "..", "..", "..")).build();
await import("../src/cli.ts");
