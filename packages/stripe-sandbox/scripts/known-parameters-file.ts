import { knownName } from "../src/parameters/check-parameters.ts";
import { ROUTES } from "../src/routes/all.ts";
import { sdkParameters, sdkVersion } from "./sdk-parameters.ts";

/** The text of src/parameters/known-parameters.ts. Throws where a route is not one of the SDK's. */
export function knownParametersFile(): string {
  const known = sdkParameters();
  const lines = ROUTES.filter(({ path }) => path.startsWith("/v1/")).map(({ method, path }) => {
    const name = knownName(method, path);
    const type = known.get(name);
    if (typeof type !== "object" || !("fields" in type)) throw new Error(`The SDK does not have ${name}.`);
    return `  ${JSON.stringify(name)}: ${JSON.stringify(type.fields)},`;
  });
  return `// biome-ignore-all format: one line for each route. Made by \`npm run parameters\` from the types of stripe ${sdkVersion()}; do not edit.
import type { Fields } from "./known-type.ts";

export const KNOWN: Record<string, Fields> = {
${[...new Set(lines)].join("\n")}
};
`;
}
