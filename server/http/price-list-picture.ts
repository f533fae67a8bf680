import type { IncomingMessage, ServerResponse } from "node:http";
import { LRUCache } from "lru-cache";
import { findPublicTenant, type PublicTenant } from "../domain/tenants/public-tenant.ts";
import { fairQueue } from "../platform/fair-queue.ts";
import { onThread } from "../platform/on-thread.ts";
import type { Services } from "../platform/scope.ts";
import type { DrawnTenant } from "./draw-price-list-picture.ts";
import { type PublicDocument, publicDocument } from "./public-document.ts";

/** Named as Next names such a picture. Next's own way would fetch fonts from elsewhere for names that its font cannot draw. */
const PATH = /^\/p\/([a-z0-9-]{1,64})\/pricing\/opengraph-image$/;
const CACHE_SECONDS = 3600;
/** Loading fonts on a busy machine takes seconds. */
const LIMITS = { withinMs: 30_000, heapMegabytes: 256 };
/** Some 30 kB each. */
const MAX_PICTURES = 200;

/**
 * Serves `/p/{slug}/pricing/opengraph-image`, the picture that chat programs and social networks show beside a link to a price list
 * (https://ogp.me): the tenant's name in its colour, or its slug where no font has the name. Each is drawn once, on a thread of its
 * own, and cached until name or colour change. Returns false for every other path, and where there is no such tenant.
 */
export function createPriceListPictures(services: Services) {
  const cached = new LRUCache<string, Promise<PublicDocument>>({ max: MAX_PICTURES });
  /** One picture after another: they use at most one core. */
  const runFairly = fairQueue();

  function pictureOf(tenant: PublicTenant): Promise<PublicDocument> {
    const { name, slug, brand } = tenant;
    const key = JSON.stringify([name, slug, brand]);
    const drawing = cached.get(key) ?? runFairly(tenant.id, () => drawOnThread(tenant));
    cached.set(key, drawing);
    drawing.catch(() => cached.delete(key));
    return drawing;
  }

  return async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    path: string,
  ): Promise<boolean> {
    const slug = PATH.exec(path)?.[1];
    const tenant = slug === undefined ? null : await findPublicTenant(services, slug);
    if (!tenant) return false;
    await (await pictureOf(tenant))(request, response);
    return true;
  };
}

/** Fonts are loaded and words measured without a pause, half a second for a long name, so that is left to another thread. */
async function drawOnThread({ name, slug, brand }: PublicTenant): Promise<PublicDocument> {
  const drawn: DrawnTenant = { name, slug, brand };
  const png = await onThread<Uint8Array>(
    new URL("./draw-price-list-picture.ts", import.meta.url),
    drawn,
    LIMITS,
  );
  return publicDocument("image/png", Buffer.from(png), CACHE_SECONDS);
}
