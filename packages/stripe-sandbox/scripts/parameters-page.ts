import type { Support } from "./probe-parameters.ts";
import { sdkVersion } from "./sdk-parameters.ts";

const MOST_SHOWN = 12;

/** The text of docs/parameters.md, from what the sandbox takes of each parameter. */
export function parametersPage(all: Support[]): string {
  const byRoute = Map.groupBy(all, ({ parameter }) => parameter.route);
  const missing = all.filter(({ isTaken }) => !isTaken).length;
  const rows = [...byRoute].map(([route, of]) => row(route, of));
  return `# Parameters

Made by \`npm run parameters\` from the types of \`stripe\` ${sdkVersion()} and the sandbox's own schemas.

A parameter or a choice that the SDK's types do not have is refused in Stripe's words: \`parameter_unknown\`, or \`Invalid …: must be one of …\`. One that they have and the sandbox does not is refused with the code \`sandbox_unsupported\` and its name in \`param\`: nothing is ignored without an error. Of ${all.length} parameters of ${byRoute.size} routes, ${missing} are missing; what lies within a missing one is not counted. \`expand\` goes with every route.

| route | taken | missing parameters | missing choices |
|---|---|---|---|
${rows.join("\n")}
`;
}

function row(route: string, of: Support[]): string {
  const taken = of.filter(({ isTaken }) => isTaken);
  const missing = of.filter(({ isTaken }) => !isTaken).map(({ parameter }) => code(named(parameter.param)));
  const choices = taken
    .filter((one) => one.missing.length > 0)
    .map((one) => `${code(named(one.parameter.param))}: ${choicesShown(one.missing)}`);
  return `| ${code(route.replaceAll(/:/g, ":id"))} | ${taken.length} | ${missing.join(", ")} | ${choices.join("; ")} |`;
}

function choicesShown(missing: string[]): string {
  const shown = missing.slice(0, MOST_SHOWN).map((one) => (one === "" ? "unsetting it" : code(one)));
  const more = missing.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** Elements of lists are all alike: items[][price]. */
function named(param: string): string {
  return param.replaceAll("[0]", "[]");
}

function code(text: string): string {
  return `\`${text}\``;
}
