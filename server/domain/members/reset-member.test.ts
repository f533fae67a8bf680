import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generate } from "otplib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { storeBaseUrl } from "../../base-url.ts";
import { installPagesBridge } from "../../http/pages-bridge.ts";
import type { PagesBridge, PagesBridgeKey } from "../../http/pages-contract.ts";
import { sha256 } from "../../platform/crypto.ts";
import { aMember } from "../../testing/a-member.ts";
import { aTenant, type TestTenant } from "../../testing/a-tenant.ts";
import { PASSWORD } from "../../testing/a-user.ts";
import { openWorld, SECRET, unique, type World } from "../../testing/world.ts";
import { decryptBody } from "../mail/encrypted-body.ts";
import { confirmTotp, startTotp } from "./own-account.ts";
import { makeMemberResetLink } from "./reset-member.ts";

const NEW = "a new and honest phrase";
let world: World;
let tenant: TestTenant;
let bridge: PagesBridge;

beforeAll(async () => {
  world = await openWorld();
  tenant = await aTenant(world);
  installPagesBridge(world.services, { nextAuthSecret: "x".repeat(32) });
  bridge = Reflect.get(globalThis, Symbol.for("usher.pages" satisfies PagesBridgeKey)) as PagesBridge;
});

afterAll(() => world.close());

/** The request of a page for a visitor who has not signed in. */
async function send(name: string, input: object) {
  const request = new Request(`http://pages.internal/api/trpc/${name}`, {
    method: "POST",
    body: JSON.stringify(input),
    // Each from an address of its own: attempts are counted by it.
    headers: { "content-type": "application/json", "x-usher-address": unique("address") },
  });
  const response = await bridge.trpc(request, null);
  const { result, error } = (await response.json()) as {
    result?: { data: { message: string } };
    error?: { data: { error: { code: string } } };
  };
  return result?.data.message ?? error?.data.error.code;
}
const ask = (email: string) => send("members.requestReset", { email });
const confirm = (token: string, password = NEW) => send("members.confirmReset", { token, password });

async function member() {
  const claims = await aMember(world, tenant.id, "OWNER");
  const { email } = await world.services.db.user.findFirstOrThrow({ where: { id: claims.userId } });
  return { claims, email };
}

const signIn = (email: string, password: string, code?: string) =>
  bridge.signIn({ email, password, address: unique("address"), device: null, ...(code && { code }) });

async function mailsTo(email: string) {
  const mails = await world.services.db.mailMessage.findMany({
    where: { to: email },
    orderBy: { id: "desc" },
  });
  return mails.map((mail) => decryptBody(world.services.vault, mail).text);
}
const tokenIn = (text = "") => /token=([\w-]+)/.exec(text)?.[1] ?? "";

describe("a member who forgot their password", () => {
  it("gets a link by mail that works once, and that ends every session", async () => {
    const { email, claims } = await member();
    await ask(email.toUpperCase());
    const [text = ""] = await mailsTo(email);
    expect(text).toContain(`${world.services.baseUrl}/reset-password?token=`);
    const token = tokenIn(text);
    // 256 bits, of which the database has the hash alone.
    expect(Buffer.from(token, "base64url")).toHaveLength(32);
    const kept = await world.services.db.userToken.findMany({ where: { userId: claims.userId } });
    expect(kept).toMatchObject([{ hash: sha256(token), purpose: "PASSWORD_RESET" }]);
    expect(Number(kept[0]?.expiresAt) - Number(kept[0]?.createdAt)).toBe(30 * 60 * 1000);
    expect(await confirm(token, "password1")).toBe("K2013");
    expect(await bridge.member(claims)).not.toBeNull();
    expect(await confirm(token)).toContain("The password has been changed");
    expect(await bridge.member(claims)).toBeNull();
    expect(await confirm(token, "another honest phrase")).toBe("K2012");
    expect(await signIn(email, PASSWORD)).toMatchObject({ isSignedIn: false });
    expect(await signIn(email, NEW)).toMatchObject({ isSignedIn: true, email });
  });

  it("uses a link once, of two at the same moment", async () => {
    const { email } = await member();
    const made = await makeMemberResetLink(world.services, email);
    const token = tokenIn(made?.link);
    const answers = await Promise.all([confirm(token), confirm(token, "another honest phrase")]);
    expect(answers.filter((answer) => answer === "K2012")).toHaveLength(1);
  });

  it("cannot use a link after 30 minutes", async () => {
    const { email } = await member();
    const made = await makeMemberResetLink(world.services, email);
    const token = tokenIn(made?.link);
    await world.services.db.userToken.updateMany({
      where: { hash: sha256(token) },
      data: { expiresAt: new Date(Date.now() - 1) },
    });
    expect(await confirm(token)).toBe("K2012");
  });

  it("still needs the second factor", async () => {
    const { email, claims } = await member();
    const scope = { ...tenant.scope, actor: { type: "USER" as const, id: claims.userId } };
    const { secret, pending } = await startTotp(scope, { password: PASSWORD });
    await confirmTotp(scope, { pending, code: await generate({ secret }) });
    const made = await makeMemberResetLink(world.services, email);
    await confirm(tokenIn(made?.link));
    expect(await signIn(email, NEW)).toMatchObject({ isSignedIn: false, code: "K2021" });
  });

  it("gets the same response after the same time as a stranger, and a stranger gets no mail", async () => {
    const { email } = await member();
    const stranger = `${unique("stranger")}@example.com`;
    const timed = async (address: string) => {
      const startedAt = performance.now();
      return { answer: await ask(address), ms: performance.now() - startedAt };
    };
    const [known, unknown] = [await timed(email), await timed(stranger)];
    expect(unknown.answer).toBe(known.answer);
    // Both responses wait until the same time after the request began, past all the work (platform/like-time.ts).
    for (const { ms } of [known, unknown]) expect(ms).toBeGreaterThanOrEqual(149);
    expect(await mailsTo(stranger)).toEqual([]);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  it("is not an end user: a tenant's user of the same address gets no link of the dashboard", async () => {
    const email = `${unique("user")}@example.com`;
    await tenant.server.post("/v1/auth/register", { email, password: PASSWORD, email_verified: true });
    const before = await mailsTo(email);
    await ask(email);
    expect(await mailsTo(email)).toEqual(before);
  });
});

describe("npm run reset-password", { tags: ["long"] }, () => {
  const run = (given: string[], settings: Record<string, string> = {}) => {
    const main = join(import.meta.dirname, "../../reset-password/main.ts");
    const env = {
      ...process.env,
      DATABASE_URL: world.services.config.databaseUrl,
      USHER_BASE_URL: world.baseUrl,
      USHER_SECRET: SECRET,
      // No file is written there: secret and database are given.
      USHER_DATA_DIR: join(tmpdir(), unique("reset-password")),
      ...settings,
    };
    return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      const program = execFile(process.execPath, [main, ...given], { env }, (_, out, err) =>
        resolve({ code: program.exitCode, out, err }),
      );
    });
  };

  it("prints a link that works, and mails nothing", async () => {
    const { email } = await member();
    const { code, out, err } = await run([email]);
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining("works once") });
    expect(out).toMatch(/^http\S+\/reset-password\?token=[\w-]{43}\n$/);
    expect(await mailsTo(email)).toEqual([]);
    expect(await confirm(tokenIn(out))).toContain("The password has been changed");
    expect(await signIn(email, NEW)).toMatchObject({ isSignedIn: true });
  });

  it("prints the address that the server was last started with, where its settings are not known", async () => {
    const { email } = await member();
    const folder = await mkdtemp(join(tmpdir(), "usher-address-"));
    const settings = { USHER_BASE_URL: "", USHER_DATA_DIR: folder };
    const hostOf = async (more = {}) =>
      new URL((await run([email], { ...settings, ...more })).out.trim()).origin;
    expect(await hostOf({ PORT: "4200" })).toBe("http://localhost:4200");
    await storeBaseUrl({ dataDir: folder }, "http://localhost:4100");
    expect(await hostOf()).toBe("http://localhost:4100");
    expect(await hostOf({ USHER_BASE_URL: "https://usher.example/" })).toBe("https://usher.example");
    await rm(folder, { recursive: true });
  });

  it("explains that no member has the address, and how to use the command", async () => {
    expect(await run(["nobody@example.com"])).toMatchObject({ code: 1, out: "" });
    expect(await run([])).toMatchObject({ code: 2, out: "" });
  });
});
