import QRCode from "qrcode";
import type { z } from "zod";
import { ApiError } from "../../errors/api-error.ts";
import type { User } from "../../platform/database/client/client.ts";
import { hashPassword, isEasyPassword, verifyPassword } from "../../platform/passwords.ts";
import { type Scope, systemScope, type Tx } from "../../platform/scope.ts";
import { endSessions, forgetSessions } from "../auth/tokens/user-session.ts";
import { recordChange } from "../events/record-change.ts";
import type { EventType } from "../events/types.ts";
import type {
  Account,
  ChangeOwnPassword,
  ConfirmTotp,
  NewSecret,
  OwnPassword,
  RecoveryCodes,
} from "./own-account-schema.ts";
import { newRecoveryCodes, newTotpSecret, stepOfCode } from "./totp.ts";

/** Rate limit of codes and passwords in a member's session. */
const GUESSES = { name: "account:guesses", points: 10, seconds: 900 };

/** Context of the pending secret, which is sealed only after the password was checked. */
const pendingContext = (user: User) => `totp-pending:by-password:${user.tenantId}:${user.id}`;
export const totpContext = (user: Pick<User, "tenantId" | "id">) => `totp:${user.tenantId}:${user.id}`;

/** The calling member's own account. */
export async function getAccount(scope: Scope): Promise<z.output<typeof Account>> {
  return view(await self(scope));
}

/** Changes the calling member's name. */
export async function updateAccount(
  scope: Scope,
  { name }: { name: string },
): Promise<z.output<typeof Account>> {
  const user = await self(scope);
  return view(await change(scope, user, "user.updated", { name }));
}

/**
 * Creates a secret for an authenticator. Needs the password, because a thief of a session could otherwise lock the member out with a second
 * factor. confirmTotp switches it on. Throws current_password_wrong, two_factor_already_set or too_many_requests.
 */
export async function startTotp(
  scope: Scope,
  { password }: z.output<typeof OwnPassword>,
): Promise<z.output<typeof NewSecret>> {
  const user = await self(scope);
  if (user.totpSealed) throw new ApiError("two_factor_already_set", { details: { state: "on" } });
  await requirePassword(scope, user, password);
  const { secret, uri } = newTotpSecret(user.email);
  const qr = await QRCode.toString(uri, { type: "svg", margin: 1 });
  return { secret, qr_svg: qr, pending: scope.vault.encrypt(secret, pendingContext(user)) };
}

/**
 * Switches the second factor on, with a first correct code, and returns the recovery codes, only this once. Throws two_factor_code_invalid,
 * two_factor_already_set or too_many_requests.
 */
export async function confirmTotp(
  scope: Scope,
  { pending, code }: z.output<typeof ConfirmTotp>,
): Promise<z.output<typeof RecoveryCodes>> {
  const user = await self(scope);
  if (user.totpSealed) throw new ApiError("two_factor_already_set", { details: { state: "on" } });
  await scope.throttle.take(GUESSES, user.id);
  const secret = openPending(scope, user, pending);
  const step = await stepOfCode(secret, code, scope.clock.now(), null);
  if (step === null) throw new ApiError("two_factor_code_invalid");
  const { codes, hashes } = newRecoveryCodes();
  const sealed = scope.vault.encrypt(secret, totpContext(user));
  await change(scope, user, "user.two_factor_enabled", {
    totpSealed: sealed,
    totpLastStep: step,
    recoveryHashes: hashes,
  });
  return { codes };
}

/** Switches the second factor off; needs the password. Throws current_password_wrong, two_factor_already_set or too_many_requests. */
export async function disableTotp(
  scope: Scope,
  { password }: z.output<typeof OwnPassword>,
): Promise<z.output<typeof Account>> {
  const user = await self(scope);
  if (!user.totpSealed) throw new ApiError("two_factor_already_set", { details: { state: "off" } });
  await requirePassword(scope, user, password);
  const off = { totpSealed: null, totpLastStep: null, recoveryHashes: [] };
  return view(await change(scope, user, "user.two_factor_disabled", off));
}

/**
 * Changes the calling member's password and ends all their sessions, this one included. Throws current_password_wrong, password_too_weak or
 * too_many_requests.
 */
export async function changeOwnPassword(
  scope: Scope,
  input: z.output<typeof ChangeOwnPassword>,
): Promise<z.output<typeof Account>> {
  const user = await self(scope);
  await requirePassword(scope, user, input.current_password);
  if (isEasyPassword(input.password, user.email)) throw new ApiError("password_too_weak");
  const passwordHash = await hashPassword(input.password);
  const ended = await scope.db.$transaction(async (tx) => {
    await write(tx, scope, user, "user.password_changed", { passwordHash });
    return endSessions(tx, scope, { tenantId: user.tenantId, userId: user.id }, "PASSWORD_CHANGED");
  });
  forgetSessions(scope, ended);
  return view(await self(scope));
}

async function self({ db, actor }: Scope): Promise<User> {
  return db.user.findFirstOrThrow({ where: { id: actor.id, memberships: { some: {} } } });
}

function openPending({ vault }: Scope, user: User, pending: string): string {
  try {
    return vault.decrypt(pending, pendingContext(user));
  } catch (cause) {
    throw new ApiError("two_factor_code_invalid", { cause });
  }
}

async function requirePassword(scope: Scope, user: User, password: string): Promise<void> {
  await scope.throttle.take(GUESSES, user.id);
  if (!(await verifyPassword(user.passwordHash, password))) throw new ApiError("current_password_wrong");
  await scope.throttle.giveBack(GUESSES, user.id);
}

type Changes = Partial<
  Pick<User, "name" | "passwordHash" | "totpSealed" | "totpLastStep" | "recoveryHashes">
>;

function change(scope: Scope, user: User, type: EventType, data: Changes): Promise<User> {
  return scope.db.$transaction((tx) => write(tx, scope, user, type, data));
}

/** The event belongs to the installation's own tenant, where the member's account is. */
async function write(tx: Tx, scope: Scope, user: User, type: EventType, data: Changes): Promise<User> {
  const key = { tenantId_id: { tenantId: user.tenantId, id: user.id } };
  const row = await tx.user.update({ where: key, data: { ...data, updatedAt: scope.clock.now() } });
  const home = {
    ...systemScope(scope.system, { id: user.tenantId, mode: "LIVE" }, "account"),
    actor: scope.actor,
  };
  const after = { id: row.id, email: row.email, name: row.name };
  await recordChange(tx, home, { type, objectType: "user", objectId: row.id, after });
  return row;
}

function view({ email, name, totpSealed, recoveryHashes }: User): z.output<typeof Account> {
  return { email, name, has_two_factor: totpSealed !== null, recovery_codes_left: recoveryHashes.length };
}
