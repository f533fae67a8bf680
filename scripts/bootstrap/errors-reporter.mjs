import { writeFileSync } from "node:fs";

/** A reporter of Vitest's that writes the errors from outside of the tests to the file ERRORS_REPORT, as [{ file, text }]. */
export default class ErrorsReporter {
  onTestRunEnd(_modules, errors) {
    const path = process.env.ERRORS_REPORT;
    if (path === undefined || errors.length === 0) return;
    const texts = errors.map((error) => ({
      file: error.VITEST_TEST_PATH,
      text: [error.stack ?? `${error.name}: ${error.message}`, causeOf(error)].filter(Boolean).join("\n"),
    }));
    writeFileSync(path, JSON.stringify(texts));
  }
}

function causeOf({ cause }) {
  return cause === undefined || cause === null ? "" : `Caused by: ${cause.stack ?? cause.message ?? cause}`;
}
