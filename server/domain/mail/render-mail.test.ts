import { describe, expect, it } from "vitest";
import type { Mail } from "./mail.ts";
import { renderMail } from "./render-mail.ts";

const LINK = "https://app.acme.example/go?token=abc_123-x&next=1";
const EVIL = `<script>alert(1)</script><img src=x onerror="alert(2)">'"&`;
const expiresAt = new Date("2026-11-28T10:30:00Z");
const brand = { name: "Acme", brandColor: "#fde047", logoUrl: null, supportEmail: "help@acme.example" };

const bought = {
  plan: "Beacon Pro",
  price: "$70.00 a month",
  quantities: ["Seats: 6"],
  isTrial: false,
  nextChargeAt: new Date("2026-12-25T10:30:00Z"),
  receipt: LINK,
  link: "https://app.acme.example/",
};

function mailsTo(name: string): Mail[] {
  const envelope = { to: "ada@example.com", dedupeKey: "key" };
  return [
    { ...envelope, template: "invitation", facts: { name, link: LINK, expiresAt } },
    { ...envelope, template: "verification", facts: { name, link: LINK, expiresAt } },
    { ...envelope, template: "password_reset", facts: { link: LINK, expiresAt } },
    { ...envelope, template: "welcome", facts: { name, link: LINK } },
    { ...envelope, template: "account_exists", facts: { link: LINK } },
    {
      ...envelope,
      template: "member_invitation",
      facts: { name, tenantName: "Globex", link: LINK, expiresAt },
    },
    { ...envelope, template: "waitlist_joined", facts: { name, link: LINK } },
    {
      ...envelope,
      template: "webhook_disabled",
      facts: { host: "hooks.example", isGone: false, link: LINK },
    },
    { ...envelope, template: "purchase", facts: { ...bought, name } },
    { ...envelope, template: "trial_charged", facts: { ...bought, name } },
    {
      ...envelope,
      template: "change_waits",
      facts: {
        name,
        change: "Beacon Team (Seats: 14)",
        price: "$121.00 a month",
        amount: "$55.99",
        until: expiresAt,
        link: LINK,
      },
    },
  ];
}

describe.each(mailsTo("Ada").map((mail) => [mail.template, mail] as const))("%s", (_, mail) => {
  it("says the same in HTML and text, with the tenant's name, colour and support address", async () => {
    const { subject, text, html } = await renderMail(mail, brand);
    expect(subject).toContain(mail.template === "password_reset" ? "Acme password" : "Acme");
    expect(text).toContain(`\n${LINK}\n`);
    expect(html).toContain(`href="${LINK.replace("&", "&amp;")}"`);
    for (const part of [text, html]) {
      expect(part).toContain("help@acme.example");
      if ("name" in mail.facts) expect(part).toContain("Hello Ada,");
      if ("expiresAt" in mail.facts) expect(part).toContain("28 November 2026 at 10:30 UTC");
    }
    expect(html).toMatch(/background-color:#fde047;color:#000000/);
  });

  it("is a document that screen readers and dark clients read", async () => {
    const { html } = await renderMail(mail, brand);
    expect(html).toMatch(/<html[^>]*lang="en"/);
    expect(html).toMatch(/<title>[^<]+<\/title>/);
    expect(html).toContain("prefers-color-scheme:dark");
    expect(html.match(/<h1/g)).toHaveLength(1);
    const tables = html.match(/<table[^>]*>/g) ?? [];
    expect(tables.filter((table) => !table.includes('role="presentation"'))).toEqual([]);
    expect(Buffer.byteLength(html)).toBeLessThan(100_000);
  });
});

it("a purchase is told with its price, what it holds, the next charge and the receipt", async () => {
  const envelope = { to: "ada@example.com", dedupeKey: "key", template: "purchase" } as const;
  const { text } = await renderMail({ ...envelope, facts: { ...bought, name: "Ada" } }, brand);
  expect(text).toContain("Beacon Pro: $70.00 a month. Seats: 6.");
  expect(text).toContain("Your card is charged next on 25 December 2026.");
  expect(text).toContain("https://app.acme.example/");
  const trial = { ...bought, name: null, isTrial: true, receipt: null };
  const { text: ofTrial, subject } = await renderMail({ ...envelope, facts: trial }, brand);
  expect(subject).toBe("Your free trial of Beacon Pro from Acme");
  expect(ofTrial).toContain("It is free until 25 December 2026. Then your card is charged $70.00 a month.");
  expect(ofTrial).toContain("Open Acme");
});

it("nothing in a name becomes markup, of a user or of a tenant", async () => {
  for (const mail of mailsTo(EVIL)) {
    const { html } = await renderMail(mail, { ...brand, name: EVIL });
    expect(html).not.toMatch(/<script|<img/i);
  }
});

it("a name that breaks lines does not break the subject", async () => {
  for (const mail of mailsTo("Ada\r\nBcc: x@example.com")) {
    const { subject } = await renderMail(mail, { ...brand, name: "Acme\r\nBcc: thief@example.com" });
    expect(subject).not.toMatch(/[\r\n]/);
  }
});

it("the logo replaces the name where there is one, and only from the web", async () => {
  const [mail] = mailsTo("Ada") as [Mail];
  const logoUrl = "https://acme.example/logo.png";
  const { html } = await renderMail(mail, { ...brand, logoUrl });
  const image = /<img[^>]*>/.exec(html)?.[0];
  expect(image).toContain('alt="Acme"');
  expect(image).toContain(`src="${logoUrl}"`);
  // How the name looks while there is no picture.
  for (const style of ["font-size:17px", "font-weight:600", "color:#18181b"]) expect(image).toContain(style);
  const odd = await renderMail(mail, { ...brand, logoUrl: "javascript:alert(1)" });
  expect(odd.html).not.toContain("javascript:");
});
