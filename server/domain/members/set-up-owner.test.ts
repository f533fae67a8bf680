import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { offerSetup } from "../../setup-token.ts";
import { ownDatabase } from "../../testing/own-database.ts";
import { openWorld } from "../../testing/world.ts";
import { findMember, openMemberSession } from "./member-session.ts";
import { needsOwner, setUpOwner } from "./set-up-owner.ts";
import { signInMember } from "./sign-in-member.ts";

const PASSWORD = "a long password that is hard to guess";

test("of several people who set up an empty installation at once, one becomes its owner, in Live and in Test", {
  tags: ["long"],
}, async () => {
  const world = await openWorld({ environment: { DATABASE_URL: await ownDatabase() } });
  const { services } = world;
  expect(await needsOwner(services)).toBe(true);
  const token = services.setupToken;
  const come = (name: string) =>
    setUpOwner(services, {
      token,
      company: name,
      slug: name,
      email: `${name}@example.com`,
      password: PASSWORD,
    });
  await expect(
    setUpOwner(services, { token, company: "x", slug: "x", email: "x@example.com", password: "password" }),
  ).rejects.toMatchObject({ code: "K2013" });
  const tries = await Promise.allSettled(["first", "second", "third"].map(come));
  const [winner] = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await needsOwner(services)).toBe(false);
  const email = winner?.email ?? "";
  const { userId } = await signInMember(services, {
    email,
    password: PASSWORD,
    address: "192.0.2.1",
    device: null,
  });
  const member = await findMember(services, await openMemberSession(services, userId));
  expect(member?.tenants.map(({ tenantMode, role }) => [tenantMode, role])).toEqual([
    ["LIVE", "OWNER"],
    ["TEST", "OWNER"],
  ]);
  await world.close();
});

test("without the setup token no owner is made; a second server on the database has the same one", {
  tags: ["long"],
}, async () => {
  const environment = { DATABASE_URL: await ownDatabase() };
  const [world, second] = [await openWorld({ environment }), await openWorld({ environment })];
  expect(second.services.setupToken).toBe(world.services.setupToken);
  const facts = { company: "Acme", slug: "acme", email: "ada@example.com", password: PASSWORD };
  for (const token of ["", "wrong", world.services.setupToken.slice(1)]) {
    await expect(setUpOwner(world.services, { ...facts, token })).rejects.toMatchObject({
      code: "K2040",
      message: expect.stringContaining("setup?token="),
    });
  }
  expect(await needsOwner(world.services)).toBe(true);
  await setUpOwner(second.services, { ...facts, token: world.services.setupToken });
  expect(await needsOwner(world.services)).toBe(false);
  await world.close();
  await second.close();
});

test("only the operating system's user can read the token's file, and it is deleted when the installation has an owner", {
  tags: ["long"],
}, async () => {
  const USHER_DATA_DIR = await mkdtemp(join(tmpdir(), "usher-setup-"));
  const world = await openWorld({ environment: { DATABASE_URL: await ownDatabase(), USHER_DATA_DIR } });
  const path = join(USHER_DATA_DIR, "setup-token");
  const { setupToken } = world.services;
  expect(await offerSetup(world.services)).toBe(`${world.baseUrl}/setup?token=${setupToken}`);
  expect((await readFile(path, "utf8")).trim()).toBe(setupToken);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const facts = { company: "Acme", slug: "acme", email: "ada@example.com", password: PASSWORD };
  await setUpOwner(world.services, { ...facts, token: setupToken });
  expect(await offerSetup(world.services)).toBeNull();
  await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
  await world.close();
  await rm(USHER_DATA_DIR, { recursive: true });
});

test("a Stripe key of the configuration that Stripe refuses leaves nothing behind", async () => {
  const environment = { DATABASE_URL: await ownDatabase(), STRIPE_SECRET_KEY: "sk_live_51NotARealKey" };
  const world = await openWorld({ environment });
  const token = world.services.setupToken;
  const facts = { token, company: "Acme", slug: "acme", email: "ada@example.com", password: PASSWORD };
  await expect(setUpOwner(world.services, facts)).rejects.toMatchObject({ code: "K7011" });
  expect(await needsOwner(world.services)).toBe(true);
  await world.close();
});
