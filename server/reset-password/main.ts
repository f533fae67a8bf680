import { makeMemberResetLink } from "../domain/members/reset-member.ts";
import { EmailInput } from "../platform/schema/common.ts";
import { withServices } from "../with-services.ts";

// npm run reset-password -- <address>: prints a link under which a member of the dashboard chooses a new password, in
// DATABASE_URL or the embedded database, beside a running Usher or without one. Exit 0: the link stands on the standard output;
// 1: no member has the address; 2: it could not look.

const given = EmailInput.safeParse(process.argv[2] ?? "");
if (!given.success) {
  process.stderr.write("Say whose password: npm run reset-password -- ada@example.com\n");
  process.exitCode = 2;
} else {
  try {
    const made = await withServices("usher-reset-password", (services) =>
      makeMemberResetLink(services, given.data),
    );
    if (made) {
      process.stdout.write(`${made.link}\n`);
      process.stderr.write(
        `The link works once, until ${made.expiresAt.toISOString()}. Give it to ${given.data} alone: the person who opens it chooses the password.\n`,
      );
    } else process.stderr.write(`No member of the dashboard has the address ${given.data}.\n`);
    process.exitCode = made ? 0 : 1;
  } catch (error) {
    process.stderr.write(`No link was made: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 2;
  }
}
