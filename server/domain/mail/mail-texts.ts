import type { Mail, PurchaseFacts } from "./mail.ts";
import { greetingName, oneLine } from "./plain-text.ts";

/** What a mail says, without its layout. */
export interface MailText {
  subject: string;
  /** What mail programs show beside the subject. */
  preview: string;
  heading: string;
  paragraphs: string[];
  action: { label: string; link: string };
  /** Small print under the button: when the link expires, and what to do if the mail came by mistake. */
  notes: string[];
}

/** What each kind of mail says, in the tenant's name. */
export function textOfMail(mail: Mail, tenantName: string): MailText {
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
    case "purchase":
      return purchaseMail(mail.facts, brand);
    case "invoice":
      return invoiceMail(mail.facts, brand);
    case "invoice_reminder":
      return invoiceReminderMail(mail.facts, brand);
    case "credit_note":
      return creditNoteMail(mail.facts, brand);
    case "refund":
      return refundMail(mail.facts, brand);
    case "change_waits":
      return changeWaitsMail(mail.facts, brand);
    case "test":
      return testMail(mail.facts, brand);
  }
}

type Facts<Template extends Mail["template"]> = FactsOf<Mail, Template>;
/** Distributes over the kinds of mail, because some serve several templates. */
type FactsOf<Kind, Template> = Kind extends { template: infer Own; facts: infer Known }
  ? Template extends Own
    ? Known
    : never
  : never;

function invitationMail(facts: Facts<"invitation">, brand: string): MailText {
  const { link, expiresAt } = facts;
  return {
    subject: `You are invited to ${brand}`,
    preview: "Accept the invitation to create your account.",
    heading: `You are invited to ${brand}`,
    paragraphs: [greet(facts.name), `You are invited to join ${brand}. Create your account to get started.`],
    action: { label: "Accept the invitation", link },
    notes: [
      `This invitation is for you only and expires on ${moment(expiresAt)}.`,
      "If you did not expect this invitation, you can ignore this mail.",
    ],
  };
}

function verificationMail(facts: Facts<"verification">, brand: string): MailText {
  const { link, expiresAt } = facts;
  return {
    subject: `Confirm your e-mail address for ${brand}`,
    preview: "Confirm your address and choose a password.",
    heading: "Confirm your e-mail address",
    paragraphs: [
      greet(facts.name),
      `Thank you for signing up for ${brand}. Confirm your e-mail address to create your account.`,
    ],
    action: { label: "Confirm my address", link },
    notes: [
      `The link works once, until ${moment(expiresAt)}.`,
      "If you did not sign up, you can ignore this mail. No account will be created.",
    ],
  };
}

function passwordResetMail(facts: Facts<"password_reset">, brand: string): MailText {
  const { link, expiresAt } = facts;
  return {
    subject: `Reset your ${brand} password`,
    preview: "Choose a new password with the link in this mail.",
    heading: "Choose a new password",
    paragraphs: [`We received a request to reset the password of your ${brand} account.`],
    action: { label: "Choose a new password", link },
    notes: [
      `The link works once, until ${moment(expiresAt)}. Do not share it.`,
      "If you did not request this, you can ignore this mail. Your password will not change.",
    ],
  };
}

function welcomeMail(facts: Facts<"welcome">, brand: string): MailText {
  return {
    subject: `Welcome to ${brand}`,
    preview: "Your account is ready.",
    heading: `Welcome to ${brand}`,
    paragraphs: [greet(facts.name), "Your account is ready. Thank you for joining us."],
    action: { label: `Open ${brand}`, link: facts.link },
    notes: ["Do not share your password. We never ask for it by mail."],
  };
}

function accountExistsMail(facts: Facts<"account_exists">, brand: string): MailText {
  return {
    subject: `You already have a ${brand} account`,
    preview: "Your address already has an account. You can sign in.",
    heading: "You already have an account",
    paragraphs: [
      `We received a request to sign up for ${brand} with this address, which already has an account. Sign in as usual. If you forgot your password, choose a new one here.`,
    ],
    action: { label: "Choose a new password", link: facts.link },
    notes: ["If this was not you, you can ignore this mail. Your account has not changed."],
  };
}

function memberInvitationMail(facts: Facts<"member_invitation">, brand: string): MailText {
  const { link, expiresAt } = facts;
  const team = oneLine(facts.tenantName);
  return {
    subject: `Join the ${team} team on ${brand}`,
    preview: `You have access to ${team} on ${brand}. Choose a password to begin.`,
    heading: `Join the ${team} team`,
    paragraphs: [
      greet(facts.name),
      `You now have access to ${team} on ${brand}. Choose a password to sign in.`,
    ],
    action: { label: "Choose a password", link },
    notes: [
      `The link works once, until ${moment(expiresAt)}. Do not share it.`,
      "If you did not expect this invitation, you can ignore this mail.",
    ],
  };
}

function waitlistJoinedMail(facts: Facts<"waitlist_joined">, brand: string): MailText {
  return {
    subject: `You are on the ${brand} waitlist`,
    preview: "See your place in line.",
    heading: "You are on the waitlist",
    paragraphs: [
      greet(facts.name),
      `Thank you for your interest in ${brand}. We will send you an invitation as soon as you can join.`,
      "The page with your place in line has a link by which you can invite others: each who confirms moves you up.",
      ...(facts.isReferred
        ? ["Confirm your address on that page, so that you count for the person who invited you."]
        : []),
    ],
    action: { label: "See my place in line", link: facts.link },
    notes: ["If you did not join the waitlist, you can ignore this mail. No account will be created."],
  };
}

function webhookDisabledMail(facts: Facts<"webhook_disabled">, brand: string): MailText {
  const { host, isGone, link } = facts;
  const why = isGone ? "It answered 410 Gone." : "It has not accepted any event for five days.";
  return {
    subject: `A webhook endpoint of ${brand} was disabled`,
    preview: `We no longer send events to ${host}.`,
    heading: "A webhook endpoint was disabled",
    paragraphs: [`We no longer send events of ${brand} to ${host}. ${why}`],
    action: { label: "Open the dashboard", link },
    notes: [
      "Waiting events are kept. Fix the receiver, then enable the endpoint. You can replay events that happened in the meantime.",
    ],
  };
}

function secondSubscriptionMail(facts: Facts<"second_subscription">, brand: string): MailText {
  const { name, amount, link } = facts;
  const back = amount
    ? `We refunded ${amount} to your card. Your bank may take a few days to show it.`
    : "You were not charged for it.";
  return {
    subject: `Your second ${brand} subscription was canceled`,
    preview: back,
    heading: "We canceled a second subscription",
    paragraphs: [
      greet(name),
      `You subscribed to the same product of ${brand} twice. Your first subscription continues. We canceled the second one immediately. ${back}`,
    ],
    action: { label: `Open ${brand}`, link },
    notes: ["You do not need to do anything."],
  };
}

function trialUsedMail(facts: Facts<"trial_used">, brand: string): MailText {
  const { name, amount, link } = facts;
  return {
    subject: `Your ${brand} subscription did not start`,
    preview: "The free trial has already been used, and your card could not be charged.",
    heading: "Your subscription did not start",
    paragraphs: [
      greet(name),
      `The free trial is available once per person and card, and it has already been used. Your card could not be charged the regular price, so we canceled your subscription.${amount ? ` We refunded ${amount} to your card.` : " You were not charged."}`,
    ],
    action: { label: "See the plans", link },
    notes: ["You can subscribe again at any time, also with another card."],
  };
}

function trialChargedMail(facts: PurchaseFacts, brand: string): MailText {
  return {
    subject: `Your ${brand} subscription started without a trial`,
    preview: "The free trial has already been used, so your card was charged.",
    heading: "Your subscription started without a trial",
    paragraphs: [
      greet(facts.name),
      `The free trial is available once per person and card, and it has already been used. Your subscription to ${brand} started immediately, and your card was charged the regular price.`,
      ...boughtWords(facts),
    ],
    action: purchaseAction(facts, brand),
    notes: ["You can cancel at any time."],
  };
}

function purchaseMail(facts: PurchaseFacts, brand: string): MailText {
  const { isTrial } = facts;
  const plan = oneLine(facts.plan);
  return {
    subject: isTrial ? `Your free trial of ${plan} from ${brand}` : `Your purchase of ${plan} from ${brand}`,
    preview: boughtWords(facts).join(" "),
    heading: isTrial ? "Your free trial has begun" : "Thank you for your purchase",
    paragraphs: [
      greet(facts.name),
      isTrial ? `Your free trial at ${brand} has begun.` : `Your subscription at ${brand} is active.`,
      ...boughtWords(facts),
    ],
    action: purchaseAction(facts, brand),
    notes: [...(facts.receipt ? [`Go to ${brand}: ${facts.link}`] : []), "You can cancel at any time."],
  };
}

/** What was bought, at which price, and what is charged when. */
function boughtWords({ plan, price, quantities, isTrial, nextChargeAt }: PurchaseFacts): string[] {
  const next = nextChargeAt && day(nextChargeAt);
  return [
    [`${oneLine(plan)}: ${price ?? "free"}.`, ...quantities.map((one) => `${oneLine(one)}.`)].join(" "),
    ...(next === null
      ? []
      : [
          isTrial
            ? `It is free until ${next}. Then your card is charged ${price}.`
            : `Your card is charged next on ${next}.`,
        ]),
  ];
}

function purchaseAction({ receipt, link }: PurchaseFacts, brand: string): MailText["action"] {
  return receipt ? { label: "Open the receipt", link: receipt } : { label: `Open ${brand}`, link };
}

function invoiceMail(facts: Facts<"invoice">, brand: string): MailText {
  const { name, number, amount, dueAt, saysHowToPay, link } = facts;
  const where = saysHowToPay ? "; the payment details are on the invoice" : "";
  return {
    subject: `Invoice ${number} from ${brand}`,
    preview: `${amount}, due on ${day(dueAt)}.`,
    heading: `Invoice ${number}`,
    paragraphs: [
      greet(name),
      `Here is your invoice from ${brand} for ${amount}. Please pay it by ${day(dueAt)}${where}.`,
    ],
    action: { label: "Open the invoice", link },
    notes: [`Please state the invoice number ${number} in your transfer, so that we can match your payment.`],
  };
}

function invoiceReminderMail(facts: Facts<"invoice_reminder">, brand: string): MailText {
  const { name, number, amount, dueAt, link } = facts;
  return {
    subject: `Reminder: invoice ${number} from ${brand} is overdue`,
    preview: `${amount} was due on ${day(dueAt)}.`,
    heading: "Your invoice is overdue",
    paragraphs: [
      greet(name),
      `Invoice ${number} from ${brand} was due on ${day(dueAt)}, and ${amount} of it is still unpaid.`,
    ],
    action: { label: "Open the invoice", link },
    notes: ["If you have already paid, thank you: you can ignore this mail."],
  };
}

function creditNoteMail(facts: Facts<"credit_note">, brand: string): MailText {
  const { name, number, invoiceNumber, amount, offDue, toBalance, toRefund, reason, link } = facts;
  const then = [
    ...(offDue ? [`You have ${offDue} less to pay for the invoice.`] : []),
    ...(toBalance ? [`Your next invoice is lowered by ${toBalance}.`] : []),
    ...(toRefund ? [`We give ${toRefund} back to you. Your bank may take a few days to show it.`] : []),
  ];
  return {
    subject: `Credit note ${number} from ${brand}`,
    preview: `${amount} of invoice ${invoiceNumber}.`,
    heading: `Credit note ${number}`,
    paragraphs: [
      greet(name),
      `We credit ${amount} of invoice ${invoiceNumber} from ${brand}: ${oneLine(reason)}`,
      then.join(" "),
    ],
    action: { label: "Open the credit note", link },
    notes: ["You do not need to do anything for this credit note. Please keep it with the invoice."],
  };
}

function refundMail(facts: Facts<"refund">, brand: string): MailText {
  const { name, invoiceNumber, amount, refundedAt, reference, link } = facts;
  const by = reference ? ` The reference of the transfer is ${oneLine(reference)}.` : "";
  return {
    subject: `Refund of ${amount} from ${brand}`,
    preview: `For invoice ${invoiceNumber}.`,
    heading: `We gave ${amount} back to you`,
    paragraphs: [
      greet(name),
      `We gave back ${amount} of what you paid for invoice ${invoiceNumber} from ${brand}, on ${day(refundedAt)}.${by}`,
      "Your bank may take a few days to show it.",
    ],
    action: { label: "Open the invoice", link },
    notes: ["You do not need to do anything."],
  };
}

function changeWaitsMail(facts: Facts<"change_waits">, brand: string): MailText {
  const { name, change, price, amount, until, link } = facts;
  return {
    subject: `Confirm your payment of ${amount} to ${brand}`,
    preview: "Your bank asks you to confirm it. Until then nothing changes.",
    heading: "Your bank asks you to confirm a payment",
    paragraphs: [
      greet(name),
      `Your subscription changes to ${oneLine(change)}, ${price}. For that, your bank asks you to confirm a payment of ${amount}. Open the page to confirm it; you need no account.`,
    ],
    action: { label: "Confirm the payment", link },
    notes: [
      `You can confirm it until ${moment(until)}. After that the change is dropped, your subscription stays as it is, and you owe nothing for it.`,
      "If you have already confirmed it, you can ignore this mail.",
    ],
  };
}

function testMail({ link }: Facts<"test">, brand: string): MailText {
  return {
    subject: `Mails of ${brand} arrive`,
    preview: "This is the test that you asked for.",
    heading: "Mails arrive",
    paragraphs: [`You asked for a test: mails of ${brand} reach this address.`],
    action: { label: "Open the connections", link },
    notes: ["A team member asked for this mail in the dashboard."],
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
