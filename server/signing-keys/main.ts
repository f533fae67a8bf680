import { rotateSigningKeys } from "../domain/auth/tokens/rotate-signing-keys.ts";
import { withServices } from "../with-services.ts";

// npm run rotate-signing-keys [-- --now]: rotates the keys that sign access tokens and entitlement snapshots, in DATABASE_URL or
// the embedded database, beside a running Usher or without one. Exit 0: done, or under way already; 2: nothing was changed.

const EMERGENCY = "--now";

const STOPS_WORKING = `What stops working now:
- Access tokens given so far answer 401 (token_invalid). Ask for new ones with the client secret or the refresh token; @usher/client does so by itself.
- Entitlement snapshots given so far are not believed any more. Caches fetch new ones; until then they have none, also where Usher cannot be reached.
What goes on: sessions, refresh tokens, sign-ins to the dashboard, portal links, applications and their secrets.
Your programs that verify tokens or snapshots believe the old keys until they fetch the keys again, @usher/client for 10 minutes at most. Restart them, and replace keys that you gave them by hand.
If USHER_SECRET may be known as well, rotate it and then run this once more: the new key is sealed with it.
`;

const given = process.argv.slice(2);
if (given.some((word) => word !== EMERGENCY)) {
  process.stderr.write(
    "Usage: npm run rotate-signing-keys, or, when a key is in foreign hands, npm run rotate-signing-keys -- --now\n",
  );
  process.exitCode = 2;
} else {
  try {
    const isEmergency = given.length > 0;
    const { kid, signsFrom, replacedKids, replacedUntil, isUnderWay } = await withServices(
      "usher-rotate-signing-keys",
      (services) => rotateSigningKeys(services, { isEmergency }),
    );
    const replaced = replacedKids.join(", ");
    if (isEmergency)
      process.stdout.write(`Key ${kid} signs from now on; ended: ${replaced}.\n${STOPS_WORKING}`);
    else
      process.stdout.write(
        `${isUnderWay ? "A rotation is under way already, and nothing was changed.\n" : ""}Key ${kid} is published and signs from ${signsFrom.toISOString()}.\nKey ${replaced} signs until then, stays published until ${replacedUntil.toISOString()}, and is then dropped. Nothing stops working.\n`,
      );
  } catch (error) {
    process.stderr.write(
      `The signing keys were not rotated: ${error instanceof Error ? error.message : String(error)}\n`,
    );
    process.exitCode = 2;
  }
}
