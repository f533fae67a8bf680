import type { PictureType } from "../../../platform/pictures/header.ts";

const PATH = /^\/logos\/([a-z0-9_]{1,64})\/([0-9a-f]{64})\.(?:png|jpg)$/;

/** Which stored logo an address names. */
export interface LogoKey {
  tenantId: string;
  hash: string;
}

/** The public address of a stored logo. */
export function logoAddress(baseUrl: string, logo: LogoKey & { mediaType: PictureType }): string {
  return `${baseUrl}/logos/${logo.tenantId}/${logo.hash}.${logo.mediaType === "image/png" ? "png" : "jpg"}`;
}

/** The stored logo that a path is for; null for every other path. */
export function logoOfPath(path: string): LogoKey | null {
  const [, tenantId, hash] = PATH.exec(path) ?? [];
  return tenantId && hash ? { tenantId, hash } : null;
}

/** Whether the path is that of a stored logo. */
export const isLogoPath = (path: string): boolean => PATH.test(path);
