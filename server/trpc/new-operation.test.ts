import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { problemOf, skeletonOf } from "../../scripts/new-operation/skeleton.ts";

const ROOT = join(import.meta.dirname, "../..");
const ADD_NOTE = {
  group: "subscriptions",
  name: "addNote",
  method: "POST",
  path: "/v1/billing/subscriptions/{id}/notes",
};

describe("the skeleton of a new operation", () => {
  it("is a schema, an operation, a test and a line of the group's router", () => {
    const files = skeletonOf(ROOT, ADD_NOTE);
    const folder = "server/domain/billing/subscriptions";
    expect(Object.keys(files)).toEqual([
      `${folder}/add-note-schema.ts`,
      `${folder}/add-note.ts`,
      `${folder}/add-note.test.ts`,
      `${folder}/router.ts`,
    ]);
    expect(files[`${folder}/add-note-schema.ts`]).toContain(`path: "${ADD_NOTE.path}"`);
    expect(files[`${folder}/add-note.test.ts`]).toContain("const { id } = await aSubscription(tenant);");
    expect(files[`${folder}/router.ts`]).toContain("addNote: mutation(addNoteSchema.addNoteMeta,");
  });

  it("has the tag of the group's other operations", () => {
    const path = "/v1/invitations/{id}/extend";
    const files = skeletonOf(ROOT, { group: "invitations", name: "extendCode", method: "POST", path });
    const schema = files["server/domain/admission/invitations/extend-code-schema.ts"];
    expect(schema).toContain('tag: "Invitations"');
  });

  it.each([
    [{ ...ADD_NOTE, method: "FETCH" }, "The method must be one of"],
    [{ ...ADD_NOTE, name: "add-note" }, "The name must be in camel case"],
    [{ ...ADD_NOTE, path: "/billing/notes" }, "The path must look like"],
    [{ ...ADD_NOTE, group: "invoices" }, "The path belongs to the group subscriptions"],
  ])("is refused with what is wrong: %o", (operation, problem) => {
    expect(problemOf(operation)).toContain(problem);
  });

  it("needs a router of the group", () => {
    const path = "/v1/coupons";
    expect(() => skeletonOf(ROOT, { group: "coupons", name: "list", method: "GET", path })).toThrow(
      "No router in server/domain has the group coupons",
    );
  });
});
