import { reading, writing } from "../meta.ts";

export const previewCopyMeta = reading(
  "/v1/catalog/copies/preview",
  "Preview a copy of the catalog",
  "What copying the catalog between a LIVE tenant and its sandbox would do to the caller's tenant: from the sandbox where the caller's tenant is LIVE, and the other way round.",
  { scope: "billing:admin", errors: ["K3001", "K5022"] },
);

export const createCopyMeta = writing(
  "POST",
  "/v1/catalog/copies",
  "Copy the catalog",
  "Copies the catalog of the sandbox to the caller's LIVE tenant, or the other way round: exactly what the preview of that version shows, all of it or nothing. It takes nothing away.",
  {
    status: 201,
    isAtomic: true,
    errors: ["K3001", "K5006", "K5008", "K5009", "K5020", "K5021", "K5022"],
  },
);
