import { stripVTControlCharacters } from "node:util";
import { expect, it } from "vitest";
import { createTerminalLog } from "./terminal-log.ts";

function logged(write: (log: ReturnType<typeof createTerminalLog>) => void) {
  const [shown, kept]: [string[], string[]] = [[], []];
  const print = (text: string) => void shown.push(stripVTControlCharacters(text));
  write(createTerminalLog({ print, keep: (line) => void kept.push(line), columns: () => 80 }));
  return { shown, kept };
}

it("a person at a terminal reads warnings and errors alone, in words", () => {
  const { shown } = logged((log) => {
    log.info({ port: 3000 }, "ready");
    log.warn({ endpoint: "we_1", attempt: 3 }, "webhook was not taken");
  });
  expect(shown).toHaveLength(1);
  expect(shown[0]).toMatch(/^\d\d:\d\d:\d\d warn webhook was not taken \(endpoint we_1, attempt 3\)\n$/);
});

it("an error has its reason in two lines at most; its stack is kept elsewhere", () => {
  const { shown, kept } = logged((log) => {
    const cause = Object.assign(new Error(`connect failed ${"far away ".repeat(40)}`), {
      code: "ECONNREFUSED",
    });
    log.error({ err: cause, token: "t" }, "job failed");
  });
  expect(shown[0]).toMatch(/^\d\d:\d\d:\d\d error job failed: connect failed far away/);
  expect(shown[0]?.length).toBeLessThanOrEqual(160);
  expect(shown[0]).not.toContain("at ");
  const line = JSON.parse(kept[0] ?? "");
  expect(line.err.stack).toContain("terminal-log.test.ts");
  expect(line.token).toBe("[secret]");
});
