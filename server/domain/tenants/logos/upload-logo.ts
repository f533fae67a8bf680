import { createHash } from "node:crypto";
import type { z } from "zod";
import { ApiError } from "../../../errors/api-error.ts";
import { redraw } from "../../../platform/pictures/redraw.ts";
import type { Scope } from "../../../platform/scope.ts";
import { logoAddress } from "./address.ts";
import { logoProblem, UNDRAWABLE } from "./picture.ts";
import type { LogoForm, UploadedLogo } from "./upload-logo-schema.ts";

/** How many a tenant keeps: none is deleted, because invoices and mails name it. */
const MAX_LOGOS = 100;

/**
 * Draws a picture anew, stores that, and gives it an address of this server; the setting `logo_url` is changed by itself. The same picture
 * has the same address. fields_invalid for what is no PNG or JPEG, is too large, or cannot be drawn.
 */
export async function uploadLogo(
  scope: Scope,
  { file }: z.output<typeof LogoForm>,
): Promise<z.output<typeof UploadedLogo>> {
  const { tenantId, clock } = scope;
  const given = new Uint8Array(await file.arrayBuffer());
  const problem = logoProblem(given);
  if (problem !== null) throw refused(problem);
  const drawn = await redraw({ file: given, owner: tenantId });
  if (drawn === null) throw refused(UNDRAWABLE);
  const bytes = new Uint8Array(drawn);
  const mediaType = "image/png";
  const hash = createHash("sha256").update(bytes).digest("hex");
  const key = { tenantId, hash };
  await scope.db.$transaction(async (tx) => {
    // One at a time, so that concurrent calls cannot exceed the limit.
    await tx.$queryRaw`select 1 from tenants where id = ${tenantId} for no key update`;
    if (await tx.tenantLogo.findUnique({ where: { tenantId_hash: key }, select: { hash: true } })) return;
    if ((await tx.tenantLogo.count({ where: { tenantId } })) >= MAX_LOGOS)
      throw refused(
        `would be the ${MAX_LOGOS + 1}st: all are kept, because invoices and mails show them. Give the address of a picture instead`,
      );
    await tx.tenantLogo.create({ data: { ...key, mediaType, bytes, createdAt: clock.now() } });
  });
  return { logo_url: logoAddress(scope.baseUrl, { tenantId, hash, mediaType }) };
}

const refused = (message: string) => new ApiError("fields_invalid", { issues: [{ path: "file", message }] });
