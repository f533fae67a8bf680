import { Button } from "@react-email/button";
import { Container } from "@react-email/container";
import { Head } from "@react-email/head";
import { Heading } from "@react-email/heading";
import { Hr } from "@react-email/hr";
import { Html } from "@react-email/html";
import { Img } from "@react-email/img";
import { Link } from "@react-email/link";
import { Preview } from "@react-email/preview";
import { Section } from "@react-email/section";
import { Text } from "@react-email/text";
import { createElement as h, type ReactElement } from "react";
import { brandColors } from "../../platform/brand-colors.ts";
import { mailtoLink, showEmail } from "../../platform/show-email.ts";
import type { MailText } from "./mail-texts.ts";

/** The parts of a tenant that its mails show. */
export interface Brand {
  name: string;
  brandColor: string;
  logoUrl: string | null;
  supportEmail: string | null;
}

// createElement rather than JSX: Node strips types, but runs no JSX.

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** Styles are inline, for programs that know no style sheets; these are for those that do. */
const STYLES = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:520px){.card{padding:28px 22px!important}.page{padding:16px 10px!important}}
@media (prefers-color-scheme:dark){
body,.page{background-color:#09090b!important}
.card{background-color:#18181b!important;border-color:#3f3f46!important}
.strong{color:#fafafa!important}.plain{color:#d4d4d8!important}.quiet,.quiet a{color:#a1a1aa!important}
.line{border-color:#3f3f46!important}.logo{background-color:#fff!important;padding:6px!important}
}`;

const PAGE = "#f4f4f5";
const STRONG = "#18181b";
const PLAIN = "#3f3f46";
const QUIET = "#5f5f69";
const text = { fontSize: "16px", lineHeight: "26px", margin: "0 0 16px", color: PLAIN };
const small = { fontSize: "13px", lineHeight: "20px", margin: "0 0 8px", color: QUIET };
const wraps = { overflowWrap: "anywhere", wordBreak: "break-word" } as const;

/** A mail as a tree to render: the tenant's name and logo, the text, one button, the small print. */
export function layout(brand: Brand, words: MailText): ReactElement {
  const { heading, paragraphs, action, notes } = words;
  const card = h(
    Section,
    { className: "card", style: cardStyle },
    header(brand),
    h(Heading, { as: "h1", className: "strong", style: headingStyle }, heading),
    ...paragraphs.map((line) => h(Text, { key: line, className: "plain", style: text }, line)),
    h(Section, { style: { margin: "28px 0" } }, button(brand, action)),
    ...notes.map((line) => h(Text, { key: line, className: "quiet", style: small }, line)),
    h(Hr, { className: "line", style: { borderColor: "#e4e4e7", margin: "24px 0 20px" } }),
    h(
      Text,
      { className: "quiet", style: { ...small, margin: 0 } },
      "If the button does not work, open this address in your browser:",
      h("br"),
      h(
        Link,
        { href: action.link, style: { ...wraps, color: QUIET, textDecoration: "underline" } },
        action.link,
      ),
    ),
  );
  return h(
    Html,
    { lang: "en", dir: "ltr" },
    h(
      Head,
      null,
      h("title", null, words.subject),
      h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
      h("meta", { name: "color-scheme", content: "light dark" }),
      h("meta", { name: "supported-color-schemes", content: "light dark" }),
      h("style", null, STYLES),
    ),
    h(
      "body",
      { className: "page", style: { margin: 0, backgroundColor: PAGE } },
      h(Preview, null, words.preview),
      h(
        Section,
        { className: "page", style: pageStyle },
        h(Container, { style: { maxWidth: "560px" } }, card, footer(brand)),
      ),
    ),
  );
}

const pageStyle = { backgroundColor: PAGE, fontFamily: FONT, padding: "40px 16px" };
const cardStyle = {
  backgroundColor: "#ffffff",
  border: "1px solid #e4e4e7",
  borderRadius: "14px",
  padding: "40px",
};
const headingStyle = {
  ...wraps,
  fontSize: "24px",
  lineHeight: "32px",
  fontWeight: 700,
  letterSpacing: "-0.01em",
  margin: "0 0 20px",
  color: STRONG,
};

/** The logo, or the first letter of the name on the brand's colour; and the name. */
function header(brand: Brand): ReactElement {
  const { name, logoUrl } = brand;
  const { background, text: onBrand } = brandColors(brand.brandColor);
  if (logoUrl && /^https?:\/\//i.test(logoUrl)) {
    // Its type is that of the name, which mail programs show while there is no picture: on white also where the mail is dark.
    const type = { fontSize: "17px", fontWeight: 600, lineHeight: "40px", color: STRONG };
    const style = { maxWidth: "200px", height: "40px", borderRadius: "6px", ...type };
    return h(
      Section,
      { style: { marginBottom: "28px" } },
      h(Img, { className: "logo", src: logoUrl, alt: name, height: 40, style }),
    );
  }
  const cell = { verticalAlign: "middle" } as const;
  const badge = {
    ...cell,
    width: "40px",
    height: "40px",
    borderRadius: "10px",
    backgroundColor: background,
    color: onBrand,
    fontSize: "20px",
    fontWeight: 700,
    textAlign: "center",
  } as const;
  const title = { ...cell, ...wraps, paddingLeft: "12px", fontSize: "17px", fontWeight: 600, color: STRONG };
  const table = { role: "presentation", cellPadding: 0, cellSpacing: 0, style: { marginBottom: "28px" } };
  const initial = [...name][0]?.toUpperCase() ?? "";
  const row = h(
    "tr",
    null,
    h("td", { "aria-hidden": true, style: badge }, initial),
    h("td", { className: "strong", style: title }, name),
  );
  return h("table", table, h("tbody", null, row));
}

function button(brand: Brand, { label, link }: MailText["action"]): ReactElement {
  const { background, text: color } = brandColors(brand.brandColor);
  const style = {
    backgroundColor: background,
    color,
    // Visible on a card of the brand's own colour, too.
    border: "1px solid rgba(128,128,128,0.35)",
    borderRadius: "10px",
    fontSize: "16px",
    fontWeight: 600,
    lineHeight: "20px",
    padding: "14px 24px",
  };
  return h(Button, { href: link, style }, label);
}

function footer({ name, supportEmail }: Brand): ReactElement {
  const style = { ...small, textAlign: "center", margin: "24px 16px 0" } as const;
  const address = supportEmail
    ? [
        " Questions? Write to ",
        h(
          Link,
          {
            key: "support",
            href: mailtoLink(supportEmail),
            style: { color: QUIET, textDecoration: "underline" },
          },
          showEmail(supportEmail),
        ),
        ".",
      ]
    : [];
  return h(Text, { className: "quiet", style }, `Sent by ${name}.`, ...address);
}
