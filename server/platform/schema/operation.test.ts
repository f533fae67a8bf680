import { expect, it } from "vitest";
import { z } from "zod";
import { Nothing } from "../../trpc/init.ts";
import { openMutation } from "../../trpc/procedures.ts";
import { internalOperation, operation } from "./operation.ts";
import { OWN_DATA } from "./throttles.ts";

const described = {
  method: "POST",
  path: "/v1/notes",
  tag: "Billing",
  summary: "Note",
  description: "Notes.",
} as const;

it("the compiler refuses an operation open to people that does not say how often", () => {
  // @ts-expect-error
  const user = operation({ ...described, security: "app+jwt", isForEndUsers: true });
  // @ts-expect-error
  const portal = operation({ ...described, security: "app+jwt", isForPortal: true });
  // @ts-expect-error
  const visitor = operation({ ...described, security: "app", isForBrowsers: true });
  // @ts-expect-error
  const stranger = operation({ ...described, security: "none" });
  for (const { rules } of [user, portal, visitor, stranger]) expect(rules.throttle).toBeNull();
  const said = { throttle: OWN_DATA, security: "app+jwt", isForEndUsers: true } as const;
  expect(operation({ ...described, ...said }).rules.throttle).toEqual(OWN_DATA);
  expect(operation({ ...described, security: "app+jwt" }).rules.throttle).toBeNull();
});

it("an operation open to strangers without a throttle does not start", () => {
  const open = () =>
    openMutation(internalOperation({ role: "VIEWER" }), z.strictObject({}), Nothing, () => ({}));
  expect(open).toThrow("needs a throttle");
});
