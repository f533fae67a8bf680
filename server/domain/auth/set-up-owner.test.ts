import { expect, test } from "vitest";
import { ownDatabase } from "../../testing/own-database.ts";
import { openWorld } from "../../testing/world.ts";
import { findMember, openMemberSession } from "./member-session.ts";
import { needsOwner, setUpOwner } from "./set-up-owner.ts";
import { signInMember } from "./sign-in-member.ts";

const PASSWORD = "a long password nobody guesses";

test("of those who come first to an empty installation one becomes its owner, in Live and in Test", async () => {
  const world = await openWorld({ environment: { DATABASE_URL: await ownDatabase() } });
  const { services } = world;
  expect(await needsOwner(services)).toBe(true);
  const come = (name: string) =>
    setUpOwner(services, { company: name, slug: name, email: `${name}@example.com`, password: PASSWORD });
  await expect(
    setUpOwner(services, { company: "x", slug: "x", email: "x@example.com", password: "password" }),
  ).rejects.toMatchObject({ code: "K2013" });
  const tries = await Promise.allSettled(["first", "second", "third"].map(come));
  const [winner] = tries.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await needsOwner(services)).toBe(false);
  const email = winner?.email ?? "";
  const { userId } = await signInMember(services, { email, password: PASSWORD, address: "192.0.2.1" });
  const member = await findMember(services, await openMemberSession(services, userId));
  expect(member?.tenants.map(({ tenantMode, role }) => [tenantMode, role])).toEqual([
    ["LIVE", "OWNER"],
    ["TEST", "OWNER"],
  ]);
  await world.close();
});
