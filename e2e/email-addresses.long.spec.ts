import fc from "fast-check";
import { foldEmail, MAX_EMAIL_LENGTH } from "../server/platform/fold-email.ts";
import { EmailInput } from "../server/platform/schema/common.ts";
import { showEmail } from "../server/platform/show-email.ts";
import { expect, test } from "./fixtures.ts";

/** Texts near an e-mail address: of the signs that rules of addresses are about, and of letters of other scripts. */
const part = fc.string({
  unit: fc.constantFrom(..."abzAZ09.!#$%&'*+/=?^_`{|}~-", ...'пжüß例え۴ﬁＡ．。 @"(,:;<>[\\]'),
  maxLength: 12,
});
const text = fc.tuple(part, fc.oneof(part, fc.domain())).map((parts) => parts.join("@"));
const ADDRESSES = 2_000;

test("every address that this browser's field takes is taken, in the form that it sends", async ({
  page,
}) => {
  await page.goto("/sign-in");
  const typed = fc.sample(text, { numRuns: ADDRESSES, seed: 1 });
  const sent = await page.evaluate((texts) => {
    const input = document.createElement("input");
    input.type = "email";
    input.required = true;
    return texts.map((one) => {
      input.value = one;
      return input.validity.valid ? input.value : null;
    });
  }, typed);
  const taken = sent.flatMap((value, index) =>
    value === null ? [] : [{ value, typed: typed[index] ?? "" }],
  );
  expect(taken.length).toBeGreaterThan(ADDRESSES / 50);
  for (const one of taken) {
    if (one.value.length > MAX_EMAIL_LENGTH) continue;
    const { data } = EmailInput.safeParse(one.value);
    expect(data, one.typed).toBe(foldEmail(one.value));
    expect(EmailInput.safeParse(showEmail(data ?? "")).data, one.typed).toBe(data);
  }
});

test("an international address is kept as this browser sends it", async ({ page }) => {
  await page.goto("/sign-in");
  const field = page.getByLabel("E-mail address");
  for (const typed of ["info@пример.рф", "a@Bücher.example", "a@例え。jp"]) {
    await field.fill("");
    await field.pressSequentially(typed);
    expect(await field.inputValue(), typed).toBe(EmailInput.parse(typed));
  }
});
