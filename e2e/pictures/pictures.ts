import type { Page } from "@playwright/test";
import { expect } from "./expect.ts";

/** A picture of the docs: a page of the dashboard, and what is done there before it is taken. */
export interface Picture {
  name: string;
  theme: "light" | "dark";
  mode: "Live" | "Test";
  path: string;
  prepare?: (page: Page) => Promise<void>;
}

/** Every picture of docs/screenshots that a browser takes of the dashboard. */
export const PICTURES: readonly Picture[] = [
  { name: "home", theme: "light", mode: "Live", path: "/" },
  {
    name: "customer",
    theme: "light",
    mode: "Live",
    path: "/customers?q=delta",
    prepare: async (page) => {
      await page.getByRole("link", { name: /Delta Foods/ }).click();
      await expect(page.getByRole("heading", { level: 1, name: "Delta Foods" })).toBeVisible();
    },
  },
  { name: "subscriptions-dark", theme: "dark", mode: "Live", path: "/subscriptions" },
  { name: "usage", theme: "light", mode: "Live", path: "/usage" },
  {
    name: "command-palette-test-dark",
    theme: "dark",
    mode: "Test",
    path: "/catalog",
    prepare: async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByPlaceholder("Name, e-mail, number, page or action").fill("in");
      await expect(page.getByRole("option", { name: "Invoices" })).toBeVisible();
    },
  },
];
