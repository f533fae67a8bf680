import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { SECRET, type World } from "./world.ts";

export interface SecondProcess {
  baseUrl: string;
  /** Ends it in good order. */
  close(): Promise<void>;
  /** Ends it as a crash would, in the middle of whatever it does. */
  kill(): Promise<void>;
}

/**
 * Another server on the world's database, in a process of its own, with the job worker where it is wanted; takes the tokens
 * that the world's server gave.
 */
export async function openSecondProcess(
  world: World,
  { isWorker = false }: { isWorker?: boolean } = {},
): Promise<SecondProcess> {
  const child = fork(join(import.meta.dirname, "serve.ts"), {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: "test",
      LOG_LEVEL: "silent",
      DATABASE_URL: world.services.config.databaseUrl,
      USHER_BASE_URL: world.baseUrl,
      USHER_SECRET: SECRET,
      USHER_TEST_SANDBOX: world.sandboxUrl,
      USHER_ROLE: isWorker ? "all" : "web",
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
    async kill() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
    },
  };
}
