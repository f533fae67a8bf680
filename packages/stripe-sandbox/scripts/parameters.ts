// npm run parameters: writes what the SDK's types know of the parameters of each route, and the table of what is missing here.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { knownParametersFile } from "./known-parameters-file.ts";

writeFileSync(join(import.meta.dirname, "../src/parameters/known-parameters.ts"), knownParametersFile());
// The table is made of the list that was just written.
const { parametersPage } = await import("./parameters-page.ts");
writeFileSync(join(import.meta.dirname, "../docs/parameters.md"), await parametersPage());
