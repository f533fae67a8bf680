import fc from "fast-check";
import { describe, expect } from "vitest";
import { ApiError } from "../../../errors/api-error.ts";
import { addSeconds, ManualClock } from "../../../platform/clock.ts";
import type { Scope } from "../../../platform/scope.ts";
import { aTenant, type TestTenant } from "../../../testing/a-tenant.ts";
import { it } from "../../../testing/it.ts";
import { unique } from "../../../testing/world.ts";
import { appRouter } from "../../../trpc/root.ts";
import { proceduresOf } from "../../../vendor/trpc-parts.ts";
import { register } from "../../auth/register.ts";
import { joinWaitlist } from "../waitlist/join-waitlist.ts";
import { reopenWaitlistEntry } from "../waitlist/reopen-entry.ts";
import { ENTRY_TRANSITIONS } from "../waitlist/rules.ts";
import { createInvitationCode } from "./create-invitation-code.ts";
import { inviteEntry } from "./entries/invite-entries.ts";
import { rejectEntry } from "./entries/reject-or-erase-entry.ts";
import { expireInvitation } from "./expire-invitation.ts";
import { inviteByMail } from "./invite-by-mail.ts";
import { redeemInvitation } from "./redeem-invitation.ts";
import { resendToken } from "./resend-invitation.ts";
import { revokeInvitationCode, revokeInvitationToken } from "./revoke-invitation.ts";
import { CODE_TRANSITIONS, codeState, TOKEN_TRANSITIONS, tokenState } from "./rules.ts";

// Random sequences of operations on an entry, its invitations and a code: each makes only the transitions of its table.

let tenant: TestTenant;

it.beforeAll(async ({ world }) => {
  tenant = await aTenant(world);
});

const HOUR = 3600;

/** One person on the waitlist, one code, and a clock of their own. */
async function aStory() {
  const clock = new ManualClock(new Date());
  const scope: Scope = { ...tenant.scope, clock };
  const { tenantId, db } = scope;
  const email = `${unique("story")}@example.com`;
  await joinWaitlist(scope, { email });
  const expiresAt = addSeconds(clock.now(), 20 * 24 * HOUR).toISOString();
  const { code } = await createInvitationCode(scope, { maxUses: 2, expiresAt });
  const codeRow = await db.invitationCode.findFirstOrThrow({ where: { tenantId }, orderBy: { id: "desc" } });
  const entryId = (await db.waitlistEntry.findFirstOrThrow({ where: { tenantId, email } })).id;
  const newestToken = () =>
    db.invitationToken.findFirst({ where: { tenantId, email }, orderBy: { id: "desc" } });
  const withToken = async (act: (id: string) => Promise<unknown>) => {
    const token = await newestToken();
    if (token) await act(token.id);
  };

  const acts = {
    invite: () => inviteEntry(scope, { id: entryId }),
    inviteByMail: () => inviteByMail(scope, { email }),
    reject: () => rejectEntry(scope, { id: entryId }),
    reopen: () => reopenWaitlistEntry(scope, { id: entryId }),
    revoke: () => withToken((id) => revokeInvitationToken(scope, { id })),
    resend: () => withToken((id) => resendToken(scope, { id })),
    redeemToken: async () => {
      const token = await newestToken();
      if (!token) return;
      const secret = scope.vault.decrypt(token.tokenSealed, `invitation_token:${token.id}`);
      await redeemInvitation(scope, { token: secret, user: "somebody" });
    },
    redeemCode: () => redeemInvitation(scope, { code, user: unique("user") }),
    redeemCodeAgain: () => redeemInvitation(scope, { code, user: "the same" }),
    revokeCode: () => revokeInvitationCode(scope, { id: codeRow.id }),
    register: () => register(scope, { email, password: "a phrase of no interest", email_verified: true }),
    pass: async () => clock.advance(4 * 24 * HOUR),
    lapse: () => withToken((id) => expireInvitation(scope, id)),
  };

  async function look() {
    const now = clock.now();
    const entry = await db.waitlistEntry.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id: entryId } },
    });
    const tokens = await db.invitationToken.findMany({ where: { tenantId, email } });
    const row = await db.invitationCode.findUniqueOrThrow({
      where: { tenantId_id: { tenantId, id: codeRow.id } },
    });
    const redemptions = await db.invitationRedemption.count({ where: { tenantId, codeId: codeRow.id } });
    return {
      entry: entry.status,
      tokens: new Map(tokens.map((token) => [token.id, tokenState(token, now)])),
      code: codeState(row, now),
      usedCount: row.usedCount,
      redemptions,
      now,
      hasOpenToken: tokens.some((token) => tokenState(token, now) === "OPEN"),
    };
  }
  return { acts, look };
}

/** What happens in the stories, and the operation that each is; null: time passes, or a job. */
const ACTS = {
  invite: "waitlist.invite",
  inviteByMail: "invitations.createToken",
  reject: "waitlist.reject",
  reopen: "waitlist.reopen",
  revoke: "invitations.revokeToken",
  resend: "invitations.resendToken",
  redeemToken: "invitations.redeem",
  redeemCode: "invitations.redeem",
  redeemCodeAgain: "invitations.redeem",
  revokeCode: "invitations.revokeCode",
  register: "auth.register",
  pass: null,
  lapse: null,
} as const;
type Act = keyof typeof ACTS;
const ALL_ACTS = Object.keys(ACTS) as Act[];

/** Operations that are no act, and why. */
const NO_ACT: Record<string, string> = {
  "waitlist.join": "Every story begins with it.",
  "invitations.createCode": "Every story begins with it.",
  "waitlist.import": "It makes entries, and changes none.",
  "waitlist.importFile": "It makes entries, and changes none.",
  "waitlist.previewFile": "It changes nothing.",
  "waitlist.inviteMany": "It invites each as waitlist.invite does.",
  "waitlist.confirm": "It confirms the address, whatever the status.",
  "waitlist.erase": "No entry is left.",
  "invitations.check": "It changes nothing.",
  "invitations.revealToken": "It shows, and changes no state.",
  "invitations.revealCode": "It shows, and changes no state.",
};

const mutations = proceduresOf(appRouter)
  .filter(({ type }) => type === "mutation")
  .map(({ name }) => name);

/** The states reachable in any number of steps: one operation may take several, such as expired → open → used. */
function reachable<State extends string>(table: Record<State, readonly State[]>, from: State): Set<State> {
  const seen = new Set<State>([from]);
  for (const state of seen) for (const next of table[state]) seen.add(next);
  return seen;
}

describe("the tables of states", () => {
  it("are held against every operation on entries, invitations and codes", () => {
    const here = mutations.filter((name) => /^(?:waitlist|invitations)\./.test(name));
    const known = new Set([...Object.values(ACTS), ...Object.keys(NO_ACT)]);
    expect(here.filter((name) => !known.has(name))).toEqual([]);
  });

  it("no sequence of operations makes another transition", { tags: ["long"] }, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...ALL_ACTS), { minLength: 1, maxLength: 12 }),
        async (history) => {
          const { acts, look } = await aStory();
          let before = await look();
          for (const act of history) {
            await acts[act]().catch((error: unknown) => {
              // A refusal is fine; what it must not do is change anything.
              if (!(error instanceof ApiError && error.status < 500)) throw error;
            });
            const after = await look();
            if (after.entry !== before.entry)
              expect(ENTRY_TRANSITIONS[before.entry], `${act}: ${before.entry} → ${after.entry}`).toContain(
                after.entry,
              );
            for (const [id, state] of after.tokens) {
              const was = before.tokens.get(id) ?? "OPEN";
              expect(reachable(TOKEN_TRANSITIONS, was), `${act}: ${was} → ${state}`).toContain(state);
            }
            expect(reachable(CODE_TRANSITIONS, before.code), `${act}: ${before.code}`).toContain(after.code);
            expect(after.usedCount).toBe(after.redemptions);
            expect([...after.tokens.values()].filter((state) => state === "OPEN").length).toBeLessThan(2);
            if (after.entry === "REJECTED") expect(after.hasOpenToken).toBe(false);
            before = after;
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it.each([
    ["waitlist entry", ENTRY_TRANSITIONS],
    ["invitation token", TOKEN_TRANSITIONS],
    ["invitation code", CODE_TRANSITIONS],
  ])("of a %s: only states that it has, none that follows itself", (_, table) => {
    for (const [state, next] of Object.entries(table)) {
      expect(next).not.toContain(state);
      for (const follower of next) expect(Object.keys(table)).toContain(follower);
    }
  });
});
