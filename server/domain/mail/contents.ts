import type { Content } from "./content.ts";
import type { Mail } from "./mail.ts";
import { greetingName, oneLine } from "./plain-text.ts";

/** The words of a mail of a tenant. */
export function contentOf(mail: Mail, tenantName: string): Content {
  const brand = oneLine(tenantName);
  switch (mail.template) {
    case "invitation": {
      const { link, expiresAt } = mail.facts;
      return {
        subject: `You are invited to ${brand}`,
        preview: "Your place is ready. Accept the invitation to create your account.",
        heading: `You are invited to ${brand}`,
        paragraphs: [
          greet(mail.facts.name),
          `Your place at ${brand} is ready. Create your account to get started.`,
        ],
        action: { label: "Accept the invitation", link },
        notes: [
          `The invitation is yours alone and ends on ${moment(expiresAt)}.`,
          "Did you not expect it? Leave this mail alone, and nothing happens.",
        ],
      };
    }
    case "verification": {
      const { link, expiresAt } = mail.facts;
      return {
        subject: `Confirm your e-mail address for ${brand}`,
        preview: "Confirm it and choose a password.",
        heading: "Confirm your e-mail address",
        paragraphs: [
          greet(mail.facts.name),
          `Somebody, you we hope, signed up for ${brand} with this address. Confirm that it is yours to finish.`,
        ],
        action: { label: "Confirm my address", link },
        notes: [
          `The link works once, until ${moment(expiresAt)}.`,
          "Did you not sign up? Leave this mail alone, and no account is made.",
        ],
      };
    }
    case "password_reset": {
      const { link, expiresAt } = mail.facts;
      return {
        subject: `Reset your ${brand} password`,
        preview: "Choose a new password with the link inside.",
        heading: "Choose a new password",
        paragraphs: [`Somebody asked to reset the password of your ${brand} account.`],
        action: { label: "Choose a new password", link },
        notes: [
          `The link works once, until ${moment(expiresAt)}. Give it to nobody.`,
          "Did you not ask for it? Leave this mail alone: your password stays as it is.",
        ],
      };
    }
    case "welcome":
      return {
        subject: `Welcome to ${brand}`,
        preview: "Your account is ready.",
        heading: `Welcome to ${brand}`,
        paragraphs: [greet(mail.facts.name), `Your account is ready. We are glad that you are here.`],
        action: { label: `Open ${brand}`, link: mail.facts.link },
        notes: ["Keep your password to yourself: we never ask for it by mail."],
      };
    case "account_exists":
      return {
        subject: `You already have a ${brand} account`,
        preview: "Somebody tried to sign up with your address. You can simply sign in.",
        heading: "You already have an account",
        paragraphs: [
          `Somebody, perhaps you, tried to sign up for ${brand} with this address. It has an account already: sign in, or choose a new password if you forgot yours.`,
        ],
        action: { label: "Sign in", link: mail.facts.link },
        notes: ["Was it not you? Nothing has changed, and there is nothing to do."],
      };
    case "member_invitation": {
      const { link, expiresAt } = mail.facts;
      const team = oneLine(mail.facts.tenantName);
      return {
        subject: `Join the ${team} team on ${brand}`,
        preview: `You can run ${team} from ${brand}. Choose a password to begin.`,
        heading: `Join the ${team} team`,
        paragraphs: [
          greet(mail.facts.name),
          `You were given access to ${team} on ${brand}. Choose a password to sign in.`,
        ],
        action: { label: "Choose a password", link },
        notes: [
          `The link works once, until ${moment(expiresAt)}. Give it to nobody.`,
          "Did you not expect it? Leave this mail alone, and nothing happens.",
        ],
      };
    }
    case "waitlist_joined":
      return {
        subject: `You are on the ${brand} waitlist`,
        preview: "We will write as soon as a place is free.",
        heading: "You are on the list",
        paragraphs: [
          greet(mail.facts.name),
          `Thank you for your interest in ${brand}. We will write to this address as soon as there is a place for you.`,
        ],
        action: { label: "See my place in line", link: mail.facts.link },
        notes: ["Was it not you? Leave this mail alone: no account is made without you."],
      };
    case "webhook_disabled": {
      const { host, isGone, link } = mail.facts;
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
    case "second_subscription": {
      const { name, amount, link } = mail.facts;
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
    case "trial_used": {
      const { name, amount, link } = mail.facts;
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
    case "trial_charged": {
      const { name, link } = mail.facts;
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
    case "invoice": {
      const { name, number, amount, dueAt, link } = mail.facts;
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
    case "invoice_reminder": {
      const { name, number, amount, dueAt, link } = mail.facts;
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
  }
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
