import type { EmbedName, FrameEvent, HostMessage } from "../../server/http/embed-protocol.ts";

/** The other side of an embedded page: the page around it, at the one origin it was opened for. */
export interface FramePort {
  tell(event: FrameEvent): void;
  /** Returns what ends the listening. */
  listen(hear: (message: HostMessage) => void): () => void;
}

/** Talks to the page around this one, and believes none but that. */
export function openFramePort(name: EmbedName, origin: string): FramePort {
  return {
    tell: (event) => window.parent.postMessage({ usher: name, ...event }, origin),
    listen(hear) {
      const take = (event: MessageEvent<HostMessage | undefined>) => {
        const isHost = event.origin === origin && event.source === window.parent;
        if (isHost && event.data?.usher === name) hear(event.data);
      };
      window.addEventListener("message", take);
      return () => window.removeEventListener("message", take);
    },
  };
}

/** What the provider's script lays over the form, a bank's question say, needs about this much room. */
const OVERLAY_HEIGHT = 560;

/** Tells how high the content is, now and whenever it changes; more while something is laid over it. */
export function tellHeight(port: FramePort, content: HTMLElement): () => void {
  const measure = () => {
    const hasOverlay = [...document.body.children].some(
      (child) =>
        child instanceof HTMLElement &&
        getComputedStyle(child).position === "fixed" &&
        child.offsetHeight > 1,
    );
    const height = Math.ceil(content.getBoundingClientRect().height);
    port.tell({ type: "resize", height: hasOverlay ? Math.max(height, OVERLAY_HEIGHT) : height });
  };
  const sizes = new ResizeObserver(measure);
  sizes.observe(content);
  const children = new MutationObserver(measure);
  children.observe(document.body, { childList: true });
  return () => {
    sizes.disconnect();
    children.disconnect();
  };
}
