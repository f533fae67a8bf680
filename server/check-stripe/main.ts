import { withServices } from "../with-services.ts";
import { checkAccounts } from "./check-accounts.ts";

// npm run check-stripe -- [slug]: asks Stripe whether sales will work, for every tenant with an account of its own or the one that is
// named, in DATABASE_URL or the embedded database. Usher should run meanwhile: it takes the callback. Exit 0: nothing has failed;
// 1: something has to be put right; 2: it could not look.

const [slug] = process.argv.slice(2);

try {
  const { text, failed } = await withServices("usher-check-stripe", (services) =>
    checkAccounts(services, { slug }),
  );
  process.stdout.write(text);
  process.exitCode = failed === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`Stripe was not checked: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
}
