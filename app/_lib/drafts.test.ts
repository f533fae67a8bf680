import { describe, expect, it } from "vitest";
import { draftKeyOf } from "./drafts.ts";

const PAYMENT = { tenantId: "ten_1", path: "/invoices", title: "Record a payment" };

describe("the key of a draft", () => {
  it("differs between two objects of one page", () => {
    const one = draftKeyOf({ ...PAYMENT, about: { id: "inv_1" } });
    expect(one).not.toBe(draftKeyOf({ ...PAYMENT, about: { id: "inv_2" } }));
    expect(one).not.toBe(draftKeyOf(PAYMENT));
  });

  it("differs between tenants, pages and forms", () => {
    const keys = [
      PAYMENT,
      { ...PAYMENT, tenantId: "ten_2" },
      { ...PAYMENT, path: "/" },
      { ...PAYMENT, title: "Void" },
    ];
    expect(new Set(keys.map(draftKeyOf)).size).toBe(keys.length);
  });

  it("is the same whenever the form is opened, in whatever order its values are named", () => {
    const key = draftKeyOf({ ...PAYMENT, about: { id: "inv_1", payment_id: "pay_1" } });
    expect(draftKeyOf({ ...PAYMENT, about: { payment_id: "pay_1", id: "inv_1" } })).toBe(key);
  });
});
