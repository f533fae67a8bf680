import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { groupOfPath, namedOperations, withTables } from "./conventions.ts";
import { appRouter } from "./root.ts";

const ROOT = join(import.meta.dirname, "../..");

it("every operation belongs to the group that its path names", () => {
  const operations = namedOperations(appRouter);
  expect(operations.length).toBeGreaterThan(100);
  expect(
    operations.map(({ method, path, group }) => `${method} ${path} ${group}`),
    "move the operation to the router of the group that its path names, or add the route to GROUP_OF_PATH in server/trpc/conventions.ts",
  ).toEqual(operations.map(({ method, path }) => `${method} ${path} ${groupOfPath(method, path)}`));
});

it("docs/api-conventions.md lists every operation (node scripts/api-conventions.ts mends it)", async () => {
  const text = await readFile(join(ROOT, "docs/api-conventions.md"), "utf8");
  expect(text).toBe(withTables(text, appRouter));
  for (const { path, group, name } of namedOperations(appRouter)) {
    expect(text).toContain(`${path}\``);
    expect(text).toContain(`\`${group}_${name}\``);
  }
});

it("a group's router is in the folder of its name", async () => {
  const files = await readdir(join(ROOT, "server/domain"), { recursive: true });
  const routers = files.filter((file) => file.endsWith("router.ts"));
  const placed = await Promise.all(
    routers.map(async (file) => {
      const text = await readFile(join(ROOT, "server/domain", file), "utf8");
      return [file, text.match(/export const (\w+)Router = /)?.[1] ?? ""] as const;
    }),
  );
  const groups = Object.keys(appRouter._def.record);
  expect(
    groups.toSorted(),
    "mount every router of server/domain in server/trpc/root.ts under the name before its Router",
  ).toEqual(placed.map(([, group]) => group).toSorted());
  const elsewhere = placed.filter(([file, group]) => !file.split("/").includes(kebab(group)));
  // Groups of the installation itself, which share a folder with what they belong to.
  expect(
    Object.fromEntries(elsewhere.map(([file, group]) => [group, file])),
    "move router.ts in server/domain to a folder that is named like its group",
  ).toEqual({
    account: "members/account-router.ts",
    settings: "tenants/router.ts",
    tenantGrants: "tenants/tenant-grants-router.ts",
    webhookEndpoints: "webhooks/router.ts",
  });
});

function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
