import { options } from "./options.ts";
import { rowLevelSecurity, scale } from "./parts/installations.ts";
import { memory } from "./parts/memory.ts";
import { pages } from "./parts/pages.ts";
import { rivals } from "./parts/rivals.ts";
import { start } from "./parts/start.ts";
import { two } from "./parts/two.ts";

// npm run bench [-- --only=rivals,two,start,memory,pages,scale,rls,<part of a case's name>]; options.ts lists the other options.
// Measures everything in docs/performance.md; very many customers and row-level security only where they are named. Prints tables
// and writes bench/results.json; `node bench/report.ts` puts them into the documentation.

const always = { rivals, two, start, memory, pages };
const parts = { ...always, scale, rls: rowLevelSecurity };
const names = options.words.filter((word) => Object.hasOwn(parts, word));
const cases = options.words.filter((word) => !names.includes(word));
/** Parts that measure cases: what is no part's name chooses among these, of all of them where no such part is named. */
if (cases.length > 0 && !names.includes("rls")) names.push("rivals");
const wanted = options.words.length > 0 ? names : Object.keys(always);
for (const [name, measurePart] of Object.entries(parts)) if (wanted.includes(name)) await measurePart(cases);
