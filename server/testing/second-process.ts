import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { SECRET, type World } from "./world.ts";

export interface SecondProcess {
  baseUrl: string;
  close(): Promise<void>;
  /** Ends it as a lost power supply would. */
  kill(): Promise<void>;
  /** Whether it has ended, by whatever hand. */
  hasEnded(): boolean;
}

/**
 * Another server on the world's database, in a process of its own; takes the tokens that the world's server gave. As a
 * worker it carries out jobs, too.
 */
export async function openSecondProcess(
  world: World,
  { role = "web" }: { role?: "web" | "worker" | "all" } = {},
): Promise<SecondProcess> {
  const child = fork(join(import.meta.dirname, "serve.ts"), {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      LOG_LEVEL: "silent",
      DATABASE_URL: world.services.config.databaseUrl,
      USHER_BASE_URL: world.baseUrl,
      USHER_SECRET: SECRET,
      USHER_ROLE: role,
      USHER_WEBHOOKS_TO_PRIVATE: String(world.services.config.sendsWebhooksToPrivate),
      USHER_TEST_SANDBOX: world.sandboxUrl,
    },
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  // The first message is the port; a process that dies before it says so by its exit code.
  const [message] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`The second process ended with ${code}.`))),
  ]);
  return {
    baseUrl: `http://127.0.0.1:${message.port}`,
    async close() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
