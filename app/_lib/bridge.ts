import type { PagesBridge, PagesBridgeKey } from "../../server/http/pages-contract.ts";

const KEY: PagesBridgeKey = "usher.pages";

/** What the server of this process handed to the pages. Throws when the pages run without it. */
export function pagesBridge(): PagesBridge {
  // server/http/pages-bridge.ts puts exactly this type there; nothing else writes under that symbol.
  const bridge = Reflect.get(globalThis, Symbol.for(KEY)) as PagesBridge | undefined;
  if (!bridge) throw new Error("The pages are served by Usher's own server: start it with npm start.");
  return bridge;
}
