import { test } from "@playwright/test";

test("comes last, also when one has failed", () => undefined);
