import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chromium } from "@playwright/test";

const [, , out, width, ...files] = process.argv;
const exe = execFileSync(process.execPath, ["scripts/find-chromium.mjs"], { encoding: "utf8" }).trim();
const b = await chromium.launch({ executablePath: exe, args: ["--no-sandbox"] });
const p = await b.newPage({
  viewport: { width: Number(width) * files.length + 10 * files.length, height: 900 },
});
await p.setContent(
  `<body style="margin:0;display:flex;gap:10px;background:#888;align-items:start">${files.map((f) => `<img style="width:${width}px" src="data:image/png;base64,${readFileSync("/tmp/dash-shots/" + f + ".png").toString("base64")}">`).join("")}</body>`,
);
await p.waitForTimeout(300);
await p.screenshot({ path: `/tmp/dash-shots/${out}.png` });
await b.close();
