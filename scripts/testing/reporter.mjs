import { appendFileSync } from "node:fs";

/**
 * A reporter for Vitest and for Playwright. It appends a line of JSON to the file RUN_JOURNAL for what their reports lack:
 * `{ began }` and `{ ended }`, so that a run that is killed can say what was running; `{ error: { file, text } }` for each
 * error from outside of a test; `{ facts }` about what the tests ran on.
 */
export default class JournalReporter {
  #vitest;

  onInit(vitest) {
    this.#vitest = vitest;
  }

  onTestModuleStart(module) {
    write({ began: module.relativeModuleId });
  }

  onTestModuleEnd(module) {
    write({ ended: module.relativeModuleId });
  }

  onTestCaseReady(test) {
    write({ began: `${test.module.relativeModuleId} › ${test.fullName}` });
  }

  onTestCaseResult(test) {
    write({ ended: `${test.module.relativeModuleId} › ${test.fullName}` });
  }

  onTestRunEnd(modules, errors) {
    for (const error of errors) write({ error: { file: error.VITEST_TEST_PATH, text: textOf(error) } });
    for (const module of modules)
      for (const part of [module, ...module.children.allSuites()])
        for (const error of part.errors()) write({ error: { file: module.moduleId, text: textOf(error) } });
    const { postgresVersion } = this.#vitest.getRootProject().getProvidedContext();
    if (postgresVersion) write({ facts: { postgres: postgresVersion } });
  }

  // Playwright's names for the same.
  onTestBegin(test) {
    write({ began: titleOf(test) });
  }

  onTestEnd(test) {
    write({ ended: titleOf(test) });
  }
}

function titleOf(test) {
  return test.titlePath().filter(Boolean).join(" › ");
}

function textOf(error) {
  const text = error.stack ?? `${error.name}: ${error.message}`;
  const { cause } = error;
  return cause ? `${text}\nCaused by: ${cause.stack ?? cause.message ?? cause}` : text;
}

function write(line) {
  const path = process.env.RUN_JOURNAL;
  if (path) appendFileSync(path, `${JSON.stringify(line)}\n`);
}
