import type { EmbedName, FrameEvent, HostMessage } from "../../server/http/embed-protocol.ts";

/** Sends messages to the page that embeds this one and receives its messages. */
export interface FramePort {
  send(event: FrameEvent): void;
  /** Subscribes to messages; returns the function that unsubscribes. */
  onMessage(handle: (message: HostMessage) => void): () => void;
}

/** The port to the embedding page at `origin`; accepts messages only from it. */
export function openFramePort(name: EmbedName, origin: string): FramePort {
  return {
    send: (event) => window.parent.postMessage({ usher: name, ...event }, origin),
    onMessage(handle) {
      const receive = (event: MessageEvent<HostMessage | undefined>) => {
        const isHost = event.origin === origin && event.source === window.parent;
        if (isHost && event.data?.usher === name) handle(event.data);
      };
      window.addEventListener("message", receive);
      return () => window.removeEventListener("message", receive);
    },
  };
}

/** Height in pixels for an overlay of the provider's script, such as 3-D Secure. */
const OVERLAY_HEIGHT = 560;

/** Sends the height of the content now and after each change; at least OVERLAY_HEIGHT while an overlay is open. */
export function reportHeight(port: FramePort, content: HTMLElement): () => void {
  const measure = () => {
    const hasOverlay = [...document.body.children].some(
      (child) =>
        child instanceof HTMLElement &&
        getComputedStyle(child).position === "fixed" &&
        child.offsetHeight > 1,
    );
    const height = Math.ceil(content.getBoundingClientRect().height);
    port.send({ type: "resize", height: hasOverlay ? Math.max(height, OVERLAY_HEIGHT) : height });
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
