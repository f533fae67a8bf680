import { it } from "vitest";
import { timeOf } from "./times.ts";

it("kills its process the first time", () => {
  if (timeOf("killed") === 1) process.kill(process.pid, "SIGKILL");
});
