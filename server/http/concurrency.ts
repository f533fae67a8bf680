import { ApiError } from "../errors/api-error.ts";

/** Runs work of an owner within the owner's limit, or refuses it. */
export type Hold = <T>(owner: string, work: () => Promise<T>) => Promise<T>;

/** Limits how much work of each owner this process runs at the same time. `refuse` makes the error beyond. */
export function limitEach(max: number, refuse: () => ApiError): Hold {
  const running = new Map<string, number>();
  return async (owner, work) => {
    const mine = running.get(owner) ?? 0;
    if (mine >= max) throw refuse();
    running.set(owner, mine + 1);
    try {
      return await work();
    } finally {
      const left = (running.get(owner) ?? 1) - 1;
      if (left > 0) running.set(owner, left);
      else running.delete(owner);
    }
  };
}

/** Uploads that are open at the same time: each is a temporary file, and a slow one stays open for minutes. */
export const OPEN_UPLOADS = { application: 4, tenant: 8 } as const;
const UPLOAD_RETRY_SECONDS = 5;

/** Limits the open uploads of an application, and of a tenant. Throws too_many_requests. */
export function limitUploads() {
  const refuse = () =>
    new ApiError("too_many_requests", {
      retryAfter: UPLOAD_RETRY_SECONDS,
      details: { limit: OPEN_UPLOADS.application, retry_after: UPLOAD_RETRY_SECONDS },
    });
  const ofTenant = limitEach(OPEN_UPLOADS.tenant, refuse);
  const ofApplication = limitEach(OPEN_UPLOADS.application, refuse);
  return <T>(owner: { tenantId: string; applicationId: string | null }, work: () => Promise<T>) =>
    ofApplication(owner.applicationId ?? "", () => ofTenant(owner.tenantId, work));
}
