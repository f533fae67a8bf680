import { it } from "vitest";
import { timeOf } from "./times.ts";

if (timeOf("not-loaded") === 1) throw new Error("This file does not load the first time.");

it("passes", () => undefined);
