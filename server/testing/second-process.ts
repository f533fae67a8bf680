import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { SECRET, type World } from "./world.ts";

/** Another server on the world's database, in a process of its own; takes the tokens that the world's server gave. */
export async function openSecondProcess(world: World): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const child = fork(join(import.meta.dirname, "serve.ts"), {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      LOG_LEVEL: "silent",
      DATABASE_URL: world.services.config.databaseUrl,
      USHER_BASE_URL: world.baseUrl,
      USHER_SECRET: SECRET,
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
  };
}
