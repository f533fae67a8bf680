import { generate } from "otplib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sha256 } from "../../platform/crypto.ts";
import type { Scope } from "../../platform/scope.ts";
import { aMember } from "../../testing/a-member.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { openWorld, unique, type World } from "../../testing/world.ts";
import { acceptMember, findTeamInvitation } from "./accept-member.ts";
import { changeRole } from "./change-role.ts";
import { inviteMember } from "./invite-member.ts";
import { listMembers } from "./list-members.ts";
import { confirmTotp, disableTotp, getAccount, startTotp } from "./own-account.ts";
import { removeMember } from "./remove-member.ts";
import { setUpOwner } from "./set-up-owner.ts";
import { signInByIdentity } from "./sign-in-by-identity.ts";
import { signInMember } from "./sign-in-member.ts";

const PASSWORD = "a long password that is hard to guess";

let world: World;
let tenant: TestTenant;

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
});

afterAll(() => world.close());

/** A member who was invited and has chosen a password. */
async function joined(role: "OWNER" | "VIEWER" = "OWNER") {
  const email = `${unique("member")}@example.com`;
  const { link, member } = await inviteMember(tenant.scope, { email, role });
  const token = new URL(link ?? "").searchParams.get("token") ?? "";
  await acceptMember(world.services, { token, password: PASSWORD });
  const scope: Scope = { ...tenant.scope, actor: { type: "USER", id: member.user_id } };
  return { email, userId: member.user_id, token, scope };
}

const signIn = (email: string, code?: string) =>
  signInMember(world.services, {
    email,
    password: PASSWORD,
    address: unique("address"),
    device: null,
    ...(code && { code }),
  });

test("an invitation's link names the team and the address, until it is used", async () => {
  await joined();
  const email = `${unique("member")}@example.com`;
  const { link } = await inviteMember(tenant.scope, { email, role: "VIEWER" });
  const token = new URL(link ?? "").searchParams.get("token") ?? "";
  const { name } = await tenant.scope.db.tenant.findUniqueOrThrow({ where: { id: tenant.id } });
  expect(await findTeamInvitation(world.services, token)).toEqual({ team: name, email });
  await acceptMember(world.services, { token, password: PASSWORD });
  expect(await findTeamInvitation(world.services, token)).toBeNull();
  expect(await findTeamInvitation(world.services, "guessed")).toBeNull();
});

test("an invitation's link makes a member, once; a newer one takes its place", async () => {
  await joined();
  const email = `${unique("member")}@example.com`;
  const first = await inviteMember(tenant.scope, { email, role: "VIEWER" });
  await expect(signIn(email)).rejects.toMatchObject({ code: "K2011" });
  const second = await inviteMember(tenant.scope, { email, role: "SUPPORT" });
  const tokenOf = ({ link }: { link: string | null }) => new URL(link ?? "").searchParams.get("token") ?? "";
  const accept = (token: string) => acceptMember(world.services, { token, password: PASSWORD });
  await expect(accept(tokenOf(first))).rejects.toMatchObject({ code: "K2024" });
  await accept(tokenOf(second));
  await expect(accept(tokenOf(second))).rejects.toMatchObject({ code: "K2024" });
  expect(await signIn(email)).toMatchObject({ email });
  const { members } = await listMembers(tenant.scope);
  expect(members.find((member) => member.email === email)).toMatchObject({
    role: "SUPPORT",
    has_joined: true,
  });
  const again = await inviteMember(tenant.scope, { email, role: "ADMIN" });
  expect(again).toMatchObject({ link: null, member: { role: "ADMIN" } });
});

test("a tenant sees no link of a person whom another tenant invited, nor any link where mails are sent", async () => {
  const other = await aTenant(world);
  const email = `${unique("member")}@example.com`;
  const first = await inviteMember(tenant.scope, { email, role: "OWNER" });
  const thief = await inviteMember(other.scope, { email, role: "OWNER" });
  expect(first.link).not.toBeNull();
  expect(thief).toMatchObject({ link: null, member: { has_joined: false } });
  // The new link, which replaced the first one, was only sent to the address.
  const mail = await world.services.db.mailMessage.findFirst({
    where: { to: email },
    orderBy: { id: "desc" },
  });
  expect([tenant.id, other.id]).not.toContain(mail?.tenantId);

  const config = { ...other.scope.config, mail: { smtpUrl: "smtp://mail.example", from: "us@example.com" } };
  const address = `${unique("member")}@example.com`;
  const invited = await inviteMember({ ...other.scope, config }, { email: address, role: "VIEWER" });
  expect(invited.link).toBeNull();
});

test("an invited owner who has not joined cannot replace the last owner who can sign in", async () => {
  const own = await aTenant(world);
  const { userId } = await aMember(world, own.id, "OWNER");
  await inviteMember(own.scope, { email: `${unique("invited")}@example.com`, role: "OWNER" });
  const { email } = await world.services.db.user.findFirstOrThrow({ where: { id: userId } });
  const stepDown = [
    () => inviteMember(own.scope, { email, role: "ADMIN" }),
    () => changeRole(own.scope, { user_id: userId, role: "ADMIN" }),
    () => removeMember(own.scope, { user_id: userId }),
  ];
  for (const act of stepDown) await expect(act()).rejects.toMatchObject({ code: "K2023" });
});

test("the last owner can neither leave nor step down", async () => {
  const own = await aTenant(world);
  const email = `${unique("owner")}@example.com`;
  const { member } = await inviteMember(own.scope, { email, role: "OWNER" });
  const user = { user_id: member.user_id };
  await expect(removeMember(own.scope, user)).rejects.toMatchObject({ code: "K2023" });
  await expect(changeRole(own.scope, { ...user, role: "ADMIN" })).rejects.toMatchObject({ code: "K2023" });
  await inviteMember(own.scope, { email: `${unique("other")}@example.com`, role: "OWNER" });
  await removeMember(own.scope, user);
  await expect(removeMember(own.scope, user)).rejects.toMatchObject({ code: "K2026" });
});

test("switching the second factor on needs the password, not a stolen session alone", async () => {
  const { email, scope } = await joined();
  await expect(startTotp(scope, { password: "wrong" })).rejects.toMatchObject({ code: "K2020" });
  expect(await getAccount(scope)).toMatchObject({ has_two_factor: false });
  const { secret, pending } = await startTotp(scope, { password: PASSWORD });
  await confirmTotp(scope, { pending, code: await generate({ secret }) });
  await expect(signIn(email)).rejects.toMatchObject({ code: "K2021" });
});

test("a code of the second factor works once, a recovery code once, and a wrong one never", async () => {
  const { email, scope, userId } = await joined();
  const { secret, pending } = await startTotp(scope, { password: PASSWORD });
  await expect(confirmTotp(scope, { pending, code: "000000" })).rejects.toMatchObject({ code: "K2022" });
  const { codes } = await confirmTotp(scope, { pending, code: await generate({ secret }) });
  expect(new Set(codes).size).toBe(8);
  await expect(signIn(email)).rejects.toMatchObject({ code: "K2021" });
  // The code that switched it on was used then.
  await expect(signIn(email, await generate({ secret }))).rejects.toMatchObject({ code: "K2022" });
  const [recovery = ""] = codes;
  const both = await Promise.allSettled([
    signIn(email, recovery),
    signIn(email, ` ${recovery.toUpperCase()} `),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await getAccount(scope)).toMatchObject({ has_two_factor: true, recovery_codes_left: 7 });
  const row = await world.services.db.user.findFirstOrThrow({ where: { id: userId } });
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(row.recoveryHashes).not.toContain(sha256(recovery));
  await expect(disableTotp(scope, { password: "wrong" })).rejects.toMatchObject({ code: "K2020" });
  await disableTotp(scope, { password: PASSWORD });
  expect(await signIn(email)).toMatchObject({ email });
});

const comesAs = (subject: string, confirmedEmail: string | null) =>
  signInByIdentity(world.services, { provider: "github", subject, confirmedEmail });

test("an address that an identity provider confirmed signs a member in, and no one else", async () => {
  const { email } = await joined("VIEWER");
  expect(await comesAs(unique("subject"), ` ${email.toUpperCase()}`)).toMatchObject({ email });
  for (const [subject, address] of [
    [unique("subject"), "nobody@nowhere.example"],
    [unique("subject"), null],
    ["", email],
  ] as const)
    await expect(comesAs(subject, address)).rejects.toMatchObject({ code: "K2011" });
});

test("after the first sign-in only the provider's subject identifies a member", async () => {
  const [ada, eve] = [await joined("VIEWER"), await joined("VIEWER")];
  const [hers, other] = [unique("subject"), unique("subject")];
  await comesAs(hers, ada.email);
  // Her address at the provider is removed, then changed to another member's: she stays the same member.
  for (const address of [null, "new@example.com", eve.email])
    expect(await comesAs(hers, address)).toMatchObject({ userId: ada.userId });
  // Another person gets her former address.
  await expect(comesAs(other, ada.email)).rejects.toMatchObject({ code: "K2030" });
  // The same subject at another provider is another person.
  const elsewhere = { provider: "google", subject: hers, confirmedEmail: null } as const;
  await expect(signInByIdentity(world.services, elsewhere)).rejects.toMatchObject({ code: "K2011" });
  expect(await comesAs(unique("subject"), eve.email)).toMatchObject({ userId: eve.userId });
});

test("of two accounts that come with one address at once the first stays", async () => {
  const { email, userId } = await joined("VIEWER");
  const subjects = Array.from({ length: 6 }, () => unique("subject"));
  const tries = await Promise.allSettled(subjects.map((subject) => comesAs(subject, email)));
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await world.services.db.userIdentity.count({ where: { userId } })).toBe(1);
  const same = unique("subject");
  const again = await joined("VIEWER");
  const both = await Promise.all([comesAs(same, again.email), comesAs(same, again.email)]);
  expect(both).toMatchObject([{ userId: again.userId }, { userId: again.userId }]);
});

test("a member who was removed and invited again may use another account", async () => {
  const { email, userId } = await joined("VIEWER");
  await comesAs(unique("subject"), email);
  await removeMember(tenant.scope, { user_id: userId });
  await inviteMember(tenant.scope, { email, role: "VIEWER" });
  expect(await comesAs(unique("subject"), email)).toMatchObject({ userId });
});

test("an installation with an owner is not set up again", async () => {
  await joined();
  const token = world.services.setupToken;
  const input = {
    token,
    company: "Other",
    slug: unique("other"),
    email: "other@example.com",
    password: PASSWORD,
  };
  await expect(setUpOwner(world.services, input)).rejects.toMatchObject({ code: "K2025" });
});
