import { join } from "node:path";
import { missingNeeds } from "../../long/needs.mjs";
import { arePackagesCurrent, installPackages } from "../bootstrap/packages.mjs";
import { StepError } from "../bootstrap/step.mjs";
import { ROOT } from "../prepare.mjs";
import { chosenUnits, longStages, SANDBOX_CLIENTS, usesClients } from "./long-suite.mjs";
import { say } from "./summary.mjs";

/** Runs files of the long suite, as part of a session. A program that they need and that is missing is a failure. */
export async function runLong(session, units, { isShard }) {
  const isReady = await session.part("Needs of the long tests", () => prepareNeeds(units));
  if (isReady === null) return;
  for (const runs of longStages(units, { isShard }))
    await Promise.all(runs.map((run) => session.test(run, { isShown: true })));
}

/** The files that a command line asks for; ends the process with the reason where there are no such files. */
export function unitsAskedFor({ shard, words = [] }) {
  try {
    return chosenUnits({ shard, words });
  } catch (error) {
    say(error.message);
    process.exit(2);
  }
}

async function prepareNeeds(units) {
  const missing = missingNeeds(units.map(({ file }) => file));
  if (missing.length > 0) {
    const paths = missing.map(({ path }) => path).join(", ");
    const command = `apt-get update && apt-get install --no-install-recommends ${debianPackages(missing)}`;
    throw new StepError(
      `These programs are missing: ${paths}. The long tests need them.\nOn Debian: ${command}`,
    );
  }
  const clients = join(ROOT, SANDBOX_CLIENTS);
  if (usesClients(units) && !arePackagesCurrent(clients, { includeDev: true }))
    await installPackages(clients, { includeDev: true });
}

/** The Debian packages that hold what is missing, with spaces between them. */
export function debianPackages(missing) {
  return [...new Set(missing.map(({ debianPackage }) => debianPackage))].join(" ");
}
