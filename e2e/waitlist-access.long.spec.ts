import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";

test("an owner lets another tenant list the waitlist, both see it, and the owner takes it back", async ({
  testPage: page,
}) => {
  const own = await tenantIdIn(page, "Test");
  const other = await tenantIdIn(page, "Live");
  await tenantIdIn(page, "Test");

  const access = page.getByRole("region", { name: "Access by other tenants" });
  const window = page.getByRole("dialog");
  await expect(access).toContainText("No other tenant can list your waitlist.");
  await access.getByRole("button", { name: "Grant access" }).click();
  await window.getByRole("button", { name: "Grant access" }).click();
  await expect(window.getByLabel("Tenant's id")).toHaveAttribute("aria-invalid", "true");
  await window.getByLabel("Tenant's id").fill(other);
  await window.getByRole("button", { name: "Grant access" }).click();
  await expect(window).toHaveCount(0);
  await expect(access.getByRole("listitem")).toContainText(`${other}can list your waitlist since`);

  await tenantIdIn(page, "Live");
  await expect(access.getByRole("list", { name: "Waitlists that you can list" })).toContainText(own);

  await tenantIdIn(page, "Test");
  await access.getByRole("button", { name: `Revoke access of ${other}` }).click();
  await expect(window).toContainText(`From now on ${other} cannot list your waitlist.`);
  await window.getByRole("button", { name: "Revoke" }).click();
  await expect(access).toContainText("No other tenant can list your waitlist.");
});

/** Opens the settings in that mode; answers the tenant's id that they show. */
async function tenantIdIn(page: Page, mode: "Test" | "Live"): Promise<string> {
  await page.goto("/");
  await page.getByRole("group", { name: "Mode" }).getByRole("button", { name: mode }).click();
  await expect(page.getByRole("region", { name: "Test mode" })).toHaveCount(mode === "Test" ? 1 : 0);
  await page.goto("/settings");
  const copy = page.getByRole("button", { name: /^Copy the tenant's id/ });
  return ((await copy.getAttribute("aria-label")) ?? "").replace("Copy the tenant's id: ", "");
}
