import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Which time it is that a sample runs: 1, 2, …, over the processes of one test of the runner. */
export function timeOf(name: string): number {
  const file = join(process.env.SAMPLE_STATE ?? "", name);
  appendFileSync(file, "x");
  return readFileSync(file).length;
}
