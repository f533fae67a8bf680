import type { Content } from "./content.ts";
import type { Mail } from "./mail.ts";
import { greetingName, oneLine } from "./plain-text.ts";

/** The words of a mail of a tenant. */
export function contentOf(mail: Mail, tenantName: string): Content {
  const brand = oneLine(tenantName);
  switch (mail.template) {
    case "invitation":
      return invitationMail(mail.facts, brand);
    case "verification":
      return verificationMail(mail.facts, brand);
    case "password_reset":
      return passwordResetMail(mail.facts, brand);
    case "welcome":
      return welcomeMail(mail.facts, brand);
    case "account_exists":
      return accountExistsMail(mail.facts, brand);
    case "member_invitation":
      return memberInvitationMail(mail.facts, brand);
    case "waitlist_joined":
      return waitlistJoinedMail(mail.facts, brand);
    case "webhook_disabled":
      return webhookDisabledMail(mail.facts, brand);
    case "second_subscription":
      return secondSubscriptionMail(mail.facts, brand);
    case "trial_used":
      return trialUsedMail(mail.facts, brand);
    case "trial_charged":
      return trialChargedMail(mail.facts, brand);
    case "invoice":
      return invoiceMail(mail.facts, brand);
    case "invoice_reminder":
      return invoiceReminderMail(mail.facts, brand);
  }
}

type Facts<Template extends Mail["template"]> = FactsOf<Mail, Template>;
/** Of each kind of mail in turn: some serve several templates. */
type FactsOf<Kind, Template> = Kind extends { template: infer Own; facts: infer Known }
  ? Template extends Own
    ? Known
    : never
  : never;

function invitationMail(facts: Facts<"invitation">, brand: string): Content {
  const { link, expiresAt } = facts;
  return {
    subject: `You are invited to ${brand}`,
    preview: "Your place is ready. Accept the invitation to create your account.",
    heading: `You are invited to ${brand}`,
    paragraphs: [greet(facts.name), `Your place at ${brand} is ready. Create your account to get started.`],
    action: { label: "Accept the invitation", link },
    notes: [
      `The invitation is yours alone and ends on ${moment(expiresAt)}.`,
      "Did you not expect it? Leave this mail alone, and nothing happens.",
    ],
  };
}

function verificationMail(facts: Facts<"verification">, brand: string): Content {
  const { link, expiresAt } = facts;
  return {
    subject: `Confirm your e-mail address for ${brand}`,
    preview: "Confirm it and choose a password.",
    heading: "Confirm your e-mail address",
    paragraphs: [
      greet(facts.name),
      `Somebody, you we hope, signed up for ${brand} with this address. Confirm that it is yours to finish.`,
    ],
    action: { label: "Confirm my address", link },
    notes: [
      `The link works once, until ${moment(expiresAt)}.`,
      "Did you not sign up? Leave this mail alone, and no account is made.",
    ],
  };
}

function passwordResetMail(facts: Facts<"password_reset">, brand: string): Content {
  const { link, expiresAt } = facts;
  return {
    subject: `Reset your ${brand} password`,
    preview: "Choose a new password with the link inside.",
    heading: "Choose a new password",
    paragraphs: [`Somebody asked to reset the password of your ${brand} account.`],
    action: { label: "Choose a new password", link },
    notes: [
      `The link works once, until ${moment(expiresAt)}. Do not share it.`,
      "Did you not ask for it? Leave this mail alone: your password stays as it is.",
    ],
  };
}

function welcomeMail(facts: Facts<"welcome">, brand: string): Content {
  return {
    subject: `Welcome to ${brand}`,
    preview: "Your account is ready.",
    heading: `Welcome to ${brand}`,
    paragraphs: [greet(facts.name), `Your account is ready. We are glad that you are here.`],
    action: { label: `Open ${brand}`, link: facts.link },
    notes: ["Keep your password to yourself: we never ask for it by mail."],
  };
}

function accountExistsMail(facts: Facts<"account_exists">, brand: string): Content {
  return {
    subject: `You already have a ${brand} account`,
    preview: "Somebody tried to sign up with your address. You can simply sign in.",
    heading: "You already have an account",
    paragraphs: [
      `Somebody, perhaps you, tried to sign up for ${brand} with this address. It has an account already: sign in, or choose a new password if you forgot yours.`,
    ],
    action: { label: "Sign in", link: facts.link },
    notes: ["Was it not you? Nothing has changed, and there is nothing to do."],
  };
}

function memberInvitationMail(facts: Facts<"member_invitation">, brand: string): Content {
  const { link, expiresAt } = facts;
  const team = oneLine(facts.tenantName);
  return {
    subject: `Join the ${team} team on ${brand}`,
    preview: `You can run ${team} from ${brand}. Choose a password to begin.`,
    heading: `Join the ${team} team`,
    paragraphs: [
      greet(facts.name),
      `You were given access to ${team} on ${brand}. Choose a password to sign in.`,
    ],
    action: { label: "Choose a password", link },
    notes: [
      `The link works once, until ${moment(expiresAt)}. Do not share it.`,
      "Did you not expect it? Leave this mail alone, and nothing happens.",
    ],
  };
}

function waitlistJoinedMail(facts: Facts<"waitlist_joined">, brand: string): Content {
  return {
    subject: `You are on the ${brand} waitlist`,
    preview: "We will write as soon as a place is free.",
    heading: "You are on the list",
    paragraphs: [
      greet(facts.name),
      `Thank you for your interest in ${brand}. We will write to this address as soon as there is a place for you.`,
    ],
    action: { label: "See my place in line", link: facts.link },
    notes: ["Was it not you? Leave this mail alone: no account is made without you."],
  };
}

function webhookDisabledMail(facts: Facts<"webhook_disabled">, brand: string): Content {
  const { host, isGone, link } = facts;
  const why = isGone
    ? "It answered that it is gone (410)."
    : "Nothing that we sent there for five days was taken.";
  return {
    subject: `A webhook endpoint of ${brand} was disabled`,
    preview: `Events are not sent to ${host} any more.`,
    heading: "A webhook endpoint was disabled",
    paragraphs: [`Events of ${brand} are not sent to ${host} any more. ${why}`],
    action: { label: "Open the dashboard", link },
    notes: [
      "What waits is kept: mend the receiver and enable the endpoint. What happens meanwhile can be replayed.",
    ],
  };
}

function secondSubscriptionMail(facts: Facts<"second_subscription">, brand: string): Content {
  const { name, amount, link } = facts;
  const back = amount
    ? `We returned ${amount} to your card. Your bank may take some days to show it.`
    : "Nothing was charged for it.";
  return {
    subject: `Your second ${brand} subscription was canceled`,
    preview: back,
    heading: "We canceled a second subscription",
    paragraphs: [
      greet(name),
      `You subscribed to the same product of ${brand} twice. Your first subscription goes on; the second one was canceled at once. ${back}`,
    ],
    action: { label: `Open ${brand}`, link },
    notes: ["There is nothing that you need to do."],
  };
}

function trialUsedMail(facts: Facts<"trial_used">, brand: string): Content {
  const { name, amount, link } = facts;
  return {
    subject: `Your ${brand} subscription did not start`,
    preview: "The free trial was used before, and the card could not be charged.",
    heading: "Your subscription did not start",
    paragraphs: [
      greet(name),
      `The free trial is offered once per person and card, and it was used before. Your card could not be charged the ordinary price, so your subscription was canceled.${amount ? ` We returned ${amount} to your card.` : " Nothing was charged."}`,
    ],
    action: { label: "See the plans", link },
    notes: ["You can subscribe again at any time, with another card if you like."],
  };
}

function trialChargedMail(facts: Facts<"trial_charged">, brand: string): Content {
  const { name, link } = facts;
  return {
    subject: `Your ${brand} subscription started without a trial`,
    preview: "The free trial was used before, so your card was charged.",
    heading: "Your subscription started without a trial",
    paragraphs: [
      greet(name),
      `The free trial is offered once per person and card, and it was used before. Your subscription to ${brand} therefore started at once, and your card was charged the ordinary price.`,
    ],
    action: { label: `Open ${brand}`, link },
    notes: ["You can cancel at any time."],
  };
}

function invoiceMail(facts: Facts<"invoice">, brand: string): Content {
  const { name, number, amount, dueAt, link } = facts;
  return {
    subject: `Invoice ${number} from ${brand}`,
    preview: `${amount}, due on ${day(dueAt)}.`,
    heading: `Invoice ${number}`,
    paragraphs: [
      greet(name),
      `Here is your invoice from ${brand}: ${amount}, to be paid by ${day(dueAt)}. How to pay stands on it.`,
    ],
    action: { label: "Open the invoice", link },
    notes: [`Please name the number ${number} with your transfer, so that it is found.`],
  };
}

function invoiceReminderMail(facts: Facts<"invoice_reminder">, brand: string): Content {
  const { name, number, amount, dueAt, link } = facts;
  return {
    subject: `Reminder: invoice ${number} from ${brand} is overdue`,
    preview: `${amount} was due on ${day(dueAt)}.`,
    heading: "A payment is missing",
    paragraphs: [
      greet(name),
      `Invoice ${number} from ${brand} was due on ${day(dueAt)}, and ${amount} of it is still open.`,
    ],
    action: { label: "Open the invoice", link },
    notes: ["Have you paid in the meantime? Then leave this mail alone, with our thanks."],
  };
}

function greet(name: string | null): string {
  const known = greetingName(name);
  return known ? `Hello ${known},` : "Hello,";
}

const FORMAT = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });

const DAY_FORMAT = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });

function day(date: Date): string {
  return DAY_FORMAT.format(date);
}

function moment(date: Date): string {
  return `${FORMAT.format(date)} UTC`;
}
