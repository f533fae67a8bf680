import type { z } from "zod";
import { redraw } from "../../../platform/pictures/redraw.ts";
import type { Scope } from "../../../platform/scope.ts";
import type { CheckedLogo } from "./check-logo-schema.ts";
import { readLogoAt } from "./load-logo.ts";
import { pictureProblem, UNDRAWABLE } from "./picture.ts";

/** Reads and draws the picture of the setting `logo_url` as a paper does, and says in words why papers go without it. */
export async function checkLogo(scope: Scope): Promise<z.output<typeof CheckedLogo>> {
  const { logoUrl } = await scope.db.tenant.findUniqueOrThrow({
    where: { id: scope.tenantId },
    select: { logoUrl: true },
  });
  if (logoUrl === null) return { problem: null };
  const file = await readLogoAt(scope, logoUrl);
  if ("problem" in file) return file;
  const flaw =
    pictureProblem(file.bytes) ??
    ((await redraw({ file: file.bytes, owner: scope.tenantId })) === null ? UNDRAWABLE : null);
  return { problem: flaw && `The file ${flaw}.` };
}
