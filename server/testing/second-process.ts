import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { NODE_ENVIRONMENT, NODE_FLAGS } from "../../scripts/bootstrap/node-flags.mjs";
import { SECRET, type World } from "./world.ts";

export interface SecondProcess {
  baseUrl: string;
  pid: number;
  /** How many lines it has written. */
  lines(): number;
  /** Sends a message to a module of the process. */
  tell(message: object): void;
  close(): Promise<void>;
  /** Ends it by SIGTERM: it finishes what is under way. Returns its exit code. */
  terminate(): Promise<number | null>;
  /** Ends it as a lost power supply would. Throws with its last words when it had ended by itself. */
  kill(): Promise<void>;
}

/** What of a dying process's words is kept. */
const LAST_WORDS = 8_000;

/**
 * Another server on the world's database, in a process of its own; takes the tokens that the world's server gave. As a
 * worker it carries out jobs, too. modules are loaded before its own.
 */
export async function openSecondProcess(
  world: World,
  {
    role = "web",
    environment = {},
    modules = [],
  }: { role?: "web" | "worker" | "all"; environment?: Record<string, string>; modules?: string[] } = {},
): Promise<SecondProcess> {
  const child = fork(join(import.meta.dirname, "serve.ts"), {
    execArgv: [...NODE_FLAGS, ...modules.flatMap((path) => ["--import", path])],
    env: {
      ...NODE_ENVIRONMENT,
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      NODE_ENV: "test",
      LOG_LEVEL: "fatal",
      DATABASE_URL: world.services.config.databaseUrl,
      USHER_BASE_URL: world.baseUrl,
      USHER_SECRET: SECRET,
      USHER_ROLE: role,
      USHER_WEBHOOKS_TO_PRIVATE: String(world.services.config.sendsWebhooksToPrivate),
      USHER_TEST_SANDBOX: world.sandboxUrl,
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let words = "";
  let lines = 0;
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      const text = chunk.toString();
      lines += text.split("\n").length - 1;
      words = (words + text).slice(-LAST_WORDS);
    });
  const died = () =>
    new Error(
      `The second process ended by itself (code ${child.exitCode}, signal ${child.signalCode}):\n${words}`,
    );
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  // The first message is the port; a process that ends before has an exit code.
  const [message] = await Promise.race([
    once(child, "message"),
    once(child, "exit").then(() => Promise.reject(died())),
  ]);
  /** Tells it to end, which it must not have done before. */
  async function end(tell: () => void): Promise<number | null> {
    if (hasEnded()) throw died();
    const ended = once(child, "exit");
    tell();
    const [code] = await ended;
    return code;
  }
  return {
    baseUrl: `http://127.0.0.1:${message.port}`,
    pid: child.pid ?? 0,
    lines: () => lines,
    tell: (message) => void child.send(message),
    close: () => end(() => child.disconnect()).then(() => undefined),
    terminate: () => end(() => child.kill("SIGTERM")),
    kill: () => end(() => child.kill("SIGKILL")).then(() => undefined),
  };
}
