import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";

// The README's curls, as they stand there, in the shell that they are for.

/** Twenty seconds on a quiet machine; nothing waits in it. */
const LONGEST_SCRIPT = 120_000;

/** Runs bash blocks in one shell, each line as it stands; what they print, line by line. */
function pasted(blocks: string[]): string[] {
  const dataDir = process.env.E2E_DATA_DIR ?? ".usher";
  const script = blocks.join("\n").replaceAll("./.usher/demo.json", join(dataDir, "demo.json"));
  const output = execFileSync("bash", ["-euo", "pipefail", "-c", script], {
    encoding: "utf8",
    timeout: LONGEST_SCRIPT,
  });
  return output.split("\n").filter((line) => line !== "");
}

const bashOf = (path: string) =>
  [...readFileSync(join(import.meta.dirname, "..", path), "utf8").matchAll(/```bash\n([\s\S]*?)```/g)].map(
    ([, block]) => block ?? "",
  );

/** The line of the README's block that asks what Ada may do: its fourth request. */
const fourth = (block: string) => block.match(/^curl -s "\$USHER\/v1\/billing\/entitlements.*$/m)?.[0] ?? "";

test("the README's curls work when they are pasted, for a customer on trial and for one who has had it", () => {
  const [block = "", ...others] = bashOf("README.md");
  expect(others).toEqual([]);
  expect(block.match(/curl -s/g)).toHaveLength(5);
  const again = `${block}${fourth(block)}\n`;
  const [subscription, check, usage, past, second, allowed, set, billed] = pasted([again, again]).map(
    (line) => JSON.parse(line),
  );
  expect(subscription).toMatchObject({
    provider: "PROVIDER_A",
    status: "TRIALING",
    plan: { slug: "startup" },
  });
  expect(check).toMatchObject({ allowed: true, feature_key: "events", limit: 250_000, used: 0 });
  expect(usage).toMatchObject({ value: 260_000, status: "OPEN", subscription_id: subscription.id });
  expect(past).toMatchObject({ allowed: false, overage_behavior: "BLOCK", reason: "LIMIT_REACHED" });
  expect(second).toMatchObject({ status: "ACTIVE", plan: { slug: "startup" } });
  expect(allowed).toMatchObject({ allowed: true, used: 0 });
  expect(set).toMatchObject({ value: 260_000, subscription_id: second.id });
  expect(billed).toMatchObject({ allowed: true, overage_behavior: "BILL", billed_amount: 250 });
});

test("what README and quickstart promise of the time after the trial comes true, on a test clock", () => {
  const [block = ""] = bashOf("README.md");
  const credentials = bashOf("docs/quickstart.md").find((code) => code.includes("TEST_TOKEN=")) ?? "";
  const [, begin = "", sale = "", buy = "", check = "", set = ""] =
    /^([\s\S]*)(# 2\.[\s\S]*)(# 3\.[\s\S]*)(# 4\.[\s\S]*)(# 5\.[\s\S]*)$/.exec(block) ?? [];
  const ofTest = '-H "$APP" -H "$TOKEN" -H "$JSON"';
  const lines = pasted([
    `${begin}${credentials}APP=$TEST_APP; TOKEN=$TEST_TOKEN\n${sale}`,
    `CLOCK=$(curl -s $USHER/v1/test-clocks ${ofTest} -d '{}' | pick id)
advance() {
  curl -s $USHER/v1/test-clocks/$CLOCK/advance ${ofTest} -d '{"to": "'$1'"}' > /dev/null
  until [ "$(curl -s $USHER/v1/test-clocks/$CLOCK ${ofTest} | pick status)" = READY ]; do :; done
}
later() { node -p "new Date(Date.parse('$1') + $2 * 86_400_000).toISOString()"; }
NAME=ada-$RANDOM$RANDOM
curl -s $USHER/v1/test-clocks/$CLOCK/customers ${ofTest} -d '{"customer": "'$NAME'", "email": "'$NAME'@example.com"}'; echo`,
    // The README's own requests, but for the name: hers is on the clock.
    buy.replace("ada-'$RANDOM$RANDOM'", "'$NAME'").replace("ada'$RANDOM$RANDOM'", "'$NAME'"),
    `END=$(pick trial_end < /tmp/usher-subscription.json)\n${set}${check}`,
    `advance $(later $END 1)\n${check}${set}${check}`,
    `advance $(later $END 32)\n${check}`,
    'curl -s "$USHER/v1/billing/invoices?customer=$ADA" -H "$APP" -H "$TOKEN"; echo',
  ]);
  const [mode, ...answers] = lines;
  expect(mode).toBe("TEST");
  const [customer, bought, , inTrial, afterIt, , billed, nextMonth, invoices] = answers.map((line) =>
    JSON.parse(line),
  );
  expect(bought).toMatchObject({ status: "TRIALING", customer: { id: customer.id } });
  expect(inTrial).toMatchObject({ allowed: false, overage_behavior: "BLOCK", used: 260_000 });
  expect(afterIt).toMatchObject({ allowed: true, used: 0, overage_behavior: "BILL", billed_amount: 0 });
  expect(billed).toMatchObject({ allowed: true, used: 260_000, billed_amount: 250 });
  expect(nextMonth).toMatchObject({ allowed: true, used: 0, billed_amount: 0 });
  // Newest first: the renewal with the overage, the first month with nothing of the trial's, the start of the trial.
  expect(invoices.data).toMatchObject([
    { status: "PAID", total: 4_900 + 250 },
    { status: "PAID", total: 4_900 },
    { status: "PAID", total: 0 },
  ]);
});

test("docs/quickstart.md leads to a paying customer, and to one who may not have more", () => {
  const [first = "", ...blocks] = bashOf("docs/quickstart.md");
  const again = first.match(/^curl -s \$USHER\/v1\/billing\/cardprovider.*(?= \| tee)/m)?.[0];
  const [bought = "", status, ...others] = pasted([first, `${again} | pick status`, ...blocks]);
  // A card has one trial: who buys again with it pays at once.
  expect(status).toBe("ACTIVE");
  const lines = [bought, ...others];
  const [subscription, check, used, set, billed, joined, registered, own, feature, pack] = lines
    .slice(0, 10)
    .map((line) => JSON.parse(line));
  expect(subscription).toMatchObject({ status: "TRIALING", plan: { slug: "startup" } });
  expect(check).toMatchObject({ allowed: true, used: 0 });
  expect(used).toMatchObject({ feature_key: "events", event_id: expect.stringMatching(/^first-ada-/) });
  expect(set).toMatchObject({ value: 260_000 });
  // She is in a trial, in which nothing is billed for use.
  expect(billed).toMatchObject({ allowed: false, overage_behavior: "BLOCK", billed_amount: null });
  expect(joined).toEqual({ success: true });
  expect(registered).toMatchObject({
    status: "REGISTERED",
    user: { email: expect.stringContaining("grace-") },
  });
  expect(own).toMatchObject({ feature_key: "events" });
  expect(feature).toMatchObject({ type: "METERED", unit_label: "note" });
  expect(pack).toMatchObject({ status: "ACTIVE" });
  expect(lines.slice(10)).toEqual([
    "ACTIVE",
    "LIMIT_REACHED",
    "saas-with-seats api-with-overage freemium-with-waitlist",
    "Atlas",
    "TEST",
    "K7002",
  ]);
});

test("docs/test-cards.md makes a promotion code and a tax rate in the demo's sandbox", () => {
  expect(pasted(bashOf("docs/test-cards.md"))).toEqual(["WELCOME", expect.stringMatching(/^txr_/)]);
});
