import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** Ends a data folder's server as `pg_ctl stop -m immediate` does: no session is finished, nothing is written in order. */
export async function crash(dataDir: string): Promise<void> {
  const serverId = async () => {
    const text = await readFile(join(dataDir, "data", "postmaster.pid"), "utf8").catch(() => "");
    return Number(text.split("\n")[0]);
  };
  const pid = await serverId();
  process.kill(pid, "SIGQUIT");
  // It removes its file last; whether its process id is free depends on who reaps ended processes here.
  while ((await serverId()) === pid) await pause(5);
}
