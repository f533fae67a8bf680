interface Facts {
  tenantName: string;
  brandColor: string;
  link: string;
}

/** The mail with the reset link, in text and HTML. */
export function passwordResetMail({ tenantName, brandColor, link }: Facts): {
  subject: string;
  text: string;
  html: string;
} {
  const subject = `Reset your ${tenantName} password`;
  const advice =
    "The link works once, for 30 minutes. If you did not ask for it, leave it: your password stays as it is.";
  const text = `Somebody asked to reset your ${tenantName} password.\n\nChoose a new one here:\n${link}\n\n${advice}\n`;
  const button = `display:inline-block;padding:12px 20px;border-radius:8px;background:${escapeHtml(brandColor)};color:#fff;text-decoration:none;font-weight:600`;
  const html = `<!doctype html><html lang="en"><body style="font-family:system-ui,sans-serif;line-height:1.5;color:#18181b"><p>Somebody asked to reset your ${escapeHtml(tenantName)} password.</p><p><a href="${escapeHtml(link)}" style="${button}">Choose a new password</a></p><p style="color:#52525b">${escapeHtml(advice)}</p></body></html>`;
  return { subject, text, html };
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
