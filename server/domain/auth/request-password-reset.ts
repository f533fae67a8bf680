import { setTimeout as pause } from "node:timers/promises";
import type { z } from "zod";
import { addSeconds } from "../../platform/clock.ts";
import { randomSecret, sha256 } from "../../platform/crypto.ts";
import type { User } from "../../platform/database/client/client.ts";
import { newId } from "../../platform/ids.ts";
import { recordChange } from "../events/record-change.ts";
import type { Scope } from "../scope.ts";
import { getTenant } from "../tenants/get-tenant.ts";
import { passwordResetMail } from "./password-reset-mail.ts";
import type { Done, RequestPasswordReset } from "./password-schema.ts";

const TOKEN_SECONDS = 30 * 60;
/** Every answer takes at least this long, so that the time tells nothing about the address. */
const LIKE_TIME_MS = 150;

/** Queues a mail with a reset link when the address is a user's. The answer and its time are the same when it is not. */
export async function requestPasswordReset(
  scope: Scope,
  input: z.output<typeof RequestPasswordReset>,
): Promise<z.output<typeof Done>> {
  await Promise.all([mailWhereKnown(scope, input.email), pause(LIKE_TIME_MS)]);
  return { success: true, message: "If the address is known, a mail with a link is on its way." };
}

async function mailWhereKnown(scope: Scope, email: string): Promise<void> {
  const user = await scope.db.user.findUnique({
    where: { tenantId_email: { tenantId: scope.tenantId, email } },
  });
  if (user && !user.disabledAt) await issue(scope, user);
}

async function issue(scope: Scope, user: User): Promise<void> {
  const { tenantId, db, clock } = scope;
  const now = clock.now();
  const token = randomSecret();
  const id = newId("userToken");
  const tenant = await getTenant(scope);
  const link = `${tenant.websiteUrl ?? scope.baseUrl}/reset-password?token=${token}`;
  await db.$transaction(async (tx) => {
    const row = {
      tenantId,
      id,
      userId: user.id,
      purpose: "PASSWORD_RESET",
      hash: sha256(token),
      createdAt: now,
    } as const;
    await tx.userToken.create({ data: { ...row, expiresAt: addSeconds(now, TOKEN_SECONDS) } });
    const mail = passwordResetMail({ tenantName: tenant.name, brandColor: tenant.brandColor, link });
    await tx.mailMessage.create({
      data: {
        tenantId,
        id: newId("mailMessage"),
        to: user.email,
        template: "password_reset",
        dedupeKey: id,
        createdAt: now,
        ...mail,
      },
    });
    const after = { id: user.id, email: user.email };
    await recordChange(tx, scope, {
      type: "user.password_reset_requested",
      objectType: "user",
      objectId: user.id,
      after,
    });
  });
}
