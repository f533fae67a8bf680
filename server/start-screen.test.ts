import { Writable } from "node:stream";
import { expect, it } from "vitest";
import { createScreen } from "../scripts/bootstrap/screen.mjs";
import { readTerminal } from "../scripts/terminal-text.mjs";

/** What a terminal of 80 columns shows, with every time written as T: tests take as long as they take. */
const shownOn = (sent: string) =>
  readTerminal(sent, 80).map((line) => line.replaceAll(/\d+(\.\d)? s\b/g, "T"));

/** A stream that keeps what it is sent. */
function aStream(isTTY: boolean) {
  const sent: string[] = [];
  const stream = new Writable({
    write(chunk, _, done) {
      sent.push(String(chunk));
      done();
    },
  });
  return { stream: Object.assign(stream, { isTTY, columns: 40 }) as never, sent: () => sent.join("") };
}

it("a terminal shows a line for each step that has ended, and one below for what is under way", () => {
  const { stream, sent } = aStream(true);
  const screen = createScreen(stream);
  const pages = screen.begin("building the pages");
  const database = screen.begin("migrating");
  database.progress("3 of 94");
  // The line that moves fits the terminal, whatever is under way.
  const [moving] = readTerminal(sent(), 80);
  expect(moving).toMatch(/^· building the pages … \d+ s · migra.*…$/);
  expect(moving?.length).toBeLessThan(40);
  pages.end();
  expect(shownOn(sent())).toEqual(["· building the pages … T", "· migrating (3 of 94) … T"]);
  screen.note("joining");
  database.end();
  expect(shownOn(sent())).toEqual(["· building the pages … T", "· joining", "· migrating … T"]);
});

it("without a terminal a step is two lines, however far it comes", () => {
  const { stream, sent } = aStream(false);
  const step = createScreen(stream).begin("migrating");
  for (let count = 0; count < 94; count++) step.progress(`${count} of 94`);
  step.fail();
  expect(shownOn(sent())).toEqual(["· migrating …", "· migrating … failed after T"]);
});

it.for([true, false])("one process shows the steps of two (terminal: %s)", (isTTY) => {
  const [first, second] = [aStream(isTTY), aStream(isTTY)];
  const [parent, child] = [createScreen(first.stream), createScreen(second.stream)];
  const pages = parent.begin("building the pages");
  parent.handOver((message) => child.receive(structuredClone(message)));
  const own = child.begin("migrating");
  const docs = parent.begin("preparing the documentation");
  pages.end();
  own.end();
  docs.fail();
  const shown = shownOn(first.sent() + second.sent()).filter((line) => line.endsWith("T"));
  expect(shown).toEqual([
    "· building the pages … T",
    "· migrating … T",
    "· preparing the documentation … failed after T",
  ]);
});
