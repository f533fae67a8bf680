"use server";

import { randomUUID } from "node:crypto";
import { createUserSession, createUsher, isUnreachable, isUsherError } from "@usher/client";
import { redirect } from "next/navigation";
import { endSession, startSession } from "../lib/session.ts";
import { settings } from "../lib/settings.ts";
import { clients } from "../lib/usher.ts";

/** What a form shows when it was sent. */
export interface FormState {
  error?: string;
  /** It has worked, and there is something to say. */
  done?: string;
  email?: string;
}

/** Signs up: into the product when registration is open, else onto the waitlist. That is a setting in Usher. */
export async function signUp(_: FormState, form: FormData): Promise<FormState> {
  const { email, password } = read(form);
  const customer = `user_${randomUUID()}`;
  try {
    // With email_verified this back end vouches for the address. Without it, Usher mails a link to confirm it first.
    await clients().usher.auth.register({ customer, email, password, email_verified: true });
  } catch (error) {
    if (isUsherError(error, "invitation_required", "waitlist_invitation_required"))
      return joinWaitlist(email);
    return { email, error: wordsFor(error) };
  }
  await startSession({ customer, email });
  redirect("/dashboard");
}

async function joinWaitlist(email: string): Promise<FormState> {
  await clients().usher.waitlist.join({ email, metadata: { source: "beacon.example" } });
  return { done: `We are letting people in step by step. You are on the list: we will write to ${email}.` };
}

/** Signs in: Usher knows the password, and answers a token with which the user asks who they are. */
export async function signIn(_: FormState, form: FormData): Promise<FormState> {
  const { email, password } = read(form);
  const session = createUserSession(settings.usher());
  let customer: string | undefined;
  try {
    await session.signIn({ email, password });
    const { baseUrl, appId } = settings.usher();
    customer = (await createUsher({ baseUrl, appId, tokens: session }).auth.me()).customer?.external_id;
  } catch (error) {
    return { email, error: wordsFor(error) };
  }
  if (customer === undefined) return { email, error: "This account is no customer of ours." };
  await startSession({ customer, email });
  redirect("/dashboard");
}

export async function signOut(): Promise<void> {
  await endSession();
  redirect("/");
}

function read(form: FormData): { email: string; password: string } {
  return { email: String(form.get("email") ?? ""), password: String(form.get("password") ?? "") };
}

function wordsFor(error: unknown): string {
  if (isUsherError(error, "sign_in_failed", "password_grant_failed"))
    return "The e-mail address or the password is wrong.";
  if (isUsherError(error, "password_too_weak")) return "This password is too easy to guess. Choose another.";
  if (isUsherError(error, "user_exists"))
    return "There is an account with this address already. Sign in instead.";
  if (isUsherError(error, "too_many_requests")) return "Too many tries. Wait for some minutes.";
  if (isUsherError(error, "fields_invalid"))
    return error.issues.map(({ path, message }) => `${path}: ${message}`).join(". ");
  if (isUnreachable(error)) return "We cannot do this just now. Try again in a moment.";
  throw error;
}
