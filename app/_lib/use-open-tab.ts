"use client";

import type { Api } from "./api.ts";
import { useAction } from "./use-loaded.ts";

/**
 * Opens an address that `link` asks for, in a tab of its own. The tab opens at once and is filled later: browsers block one that opens
 * after a request. Where they block it all the same, the address opens in this tab.
 */
export function useOpenTab(link: (api: Api) => Promise<{ url: string }>) {
  const ask = useAction(link, { leaves: true });
  function openTab() {
    const tab = window.open("about:blank", "_blank");
    if (tab) tab.opener = null;
    ask.mutate(undefined, {
      onSuccess: ({ url }) => (tab ?? window).location.assign(url),
      onError: () => tab?.close(),
    });
  }
  return { openTab, isPending: ask.isPending };
}
