// npm run parameters: writes what the SDK's types know of the parameters of each route, and the table of what is missing here. It
// runs once for each, since the table is made of the list as it was written.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { knownParametersFile } from "./known-parameters-file.ts";
import { parametersPage } from "./parameters-page.ts";
import { supportOfAll } from "./probe-parameters.ts";

const write = (path: string, text: string) => writeFileSync(join(import.meta.dirname, path), text);
if (process.argv[2] === "list") write("../src/parameters/known-parameters.ts", knownParametersFile());
else write("../docs/parameters.md", parametersPage(await supportOfAll()));
