import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import getPort from "get-port";
import { afterAll, beforeAll, expect, it } from "vitest";
import { anEmptyDatabase } from "../../server/testing/own-database.ts";
import { buildImage, run, succeeds } from "./build.ts";

// The Dockerfile's steps, without Docker: what they make starts where there is nothing else.

let image: Awaited<ReturnType<typeof buildImage>>;

beforeAll(async () => {
  image = await buildImage(process.execPath);
  // A limit for what hangs: packages come from npm's cache, or over the network.
}, 1_200_000);

afterAll(() => image?.remove());

const inImage = (path: string) => join(image.root, path);

it("holds what a start needs, and nothing of the project that is secret or for tests alone", () => {
  expect(existsSync(inImage("usher/.next/BUILD_ID"))).toBe(true);
  for (const path of ["node_modules/vitest", "e2e", "long", ".git", ".usher", ".env"])
    expect(existsSync(inImage(`usher/${path}`)), path).toBe(false);
  expect(statSync(inImage("data")).uid).toBe(1000);
});

it("starts as the account node on an empty database, answers, is healthy, and ends when asked to", async () => {
  expect(image.user).toBe("node");
  const port = await getPort();
  const env = {
    // What compose.yaml gives a process.
    DATABASE_URL: await anEmptyDatabase(),
    USHER_SECRET: "s".repeat(32),
    USHER_DEMO: "false",
    USHER_SANDBOX_PORT: String(await getPort()),
    HOST: "127.0.0.1",
    PORT: String(port),
    LOG_LEVEL: "warn",
  };
  const usher = run(image, image.command, { env, stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(usher, "exit");
  try {
    const ask = (path: string) =>
      fetch(`http://127.0.0.1:${port}${path}`).then(
        async (answer) => ({ status: answer.status, text: await answer.text() }),
        () => null,
      );
    while ((await ask("/readyz"))?.status !== 200) {
      expect(usher.exitCode).toBeNull();
      await pause(200);
    }
    expect(await ask("/setup")).toMatchObject({ status: 200, text: expect.stringContaining("Set up Usher") });
    expect(await ask("/docs/quickstart")).toMatchObject({ status: 200 });
    await succeeds(image, image.healthCheck, { env });
  } finally {
    usher.kill("SIGTERM");
  }
  expect((await ended)[0]).toBe(0);
});
