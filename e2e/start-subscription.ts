import { expect, type Page } from "@playwright/test";

interface Start {
  /** Of one who is made: their id in the tenant's system, and of their address what is before the @. */
  customer: string;
  /** The plan's name, and its price where several plans have that name. */
  plan: RegExp;
  /** The beginning of a card's name; a way to pay; or none, where none is needed. */
  pay?: "Test card that works" | "By transfer" | undefined;
}

/** The page of a new subscription, filled in for a new customer and not sent. */
export async function fillSubscription(page: Page, { customer, plan, pay }: Start): Promise<void> {
  await page.goto("/subscriptions");
  await page.getByRole("main").getByRole("link", { name: "New subscription" }).click();
  const form = page.getByRole("main").locator("form");
  await form.getByRole("button", { name: "New customer" }).click();
  await form.getByLabel("E-mail address").fill(`${customer}@example.com`);
  await form.getByLabel("Customer id in your system").fill(customer);
  await form.getByRole("radio", { name: plan }).check();
  if (pay) await form.getByRole("radio", { name: pay }).check();
}

/** Sends it by the button of that name; the subscription's page is open afterwards. */
export async function sendSubscription(page: Page, button: string | RegExp): Promise<void> {
  await page.getByRole("main").getByRole("button", { name: button }).click();
  await page.waitForURL(/subscriptions\/sub_/);
  await expect(page.getByRole("main").locator("header")).toBeVisible();
}
