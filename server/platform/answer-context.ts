/** The context with which the stored answer to an Idempotency-Key is sealed (platform/crypto.ts). */
export function answerContext(of: { tenantId: string; applicationId: string; key: string }): string {
  return `idempotency:${of.tenantId}:${of.applicationId}:${of.key}`;
}
