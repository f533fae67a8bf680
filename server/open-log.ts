import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { screen } from "../scripts/bootstrap/screen.mjs";
import type { Config } from "./platform/config.ts";
import { createLog, type Log } from "./platform/log.ts";
import { createTerminalLog } from "./platform/terminal-log.ts";

const FILE = "terminal.log";

/**
 * The log of this process: JSON on standard output, or, on a terminal where no level was asked for, warnings and errors in words. What
 * these leave out, as stacks, stands in `terminal.log` of the data folder, of the last such process.
 */
export function openLog({ logLevel, dataDir }: Pick<Config, "logLevel" | "dataDir">): Log {
  const { stdout } = process;
  if (!stdout.isTTY || logLevel !== undefined) return createLog(logLevel);
  const file = join(dataDir, FILE);
  let isNew = true;
  return createTerminalLog({
    print: (text) => screen.print(text, stdout),
    columns: () => stdout.columns,
    keep(line) {
      try {
        if (isNew) {
          mkdirSync(dataDir, { recursive: true });
          rmSync(file, { force: true });
        }
        isNew = false;
        appendFileSync(file, line, { mode: 0o600 });
      } catch {
        // The line was shown; a folder that cannot be written is reported by itself.
      }
    },
  });
}
