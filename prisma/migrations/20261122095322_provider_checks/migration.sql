-- AlterTable
ALTER TABLE "provider_accounts" ADD COLUMN     "callbacks_awaited_until" TIMESTAMPTZ(3),
ADD COLUMN     "callbacks_proven_at" TIMESTAMPTZ(3),
ADD COLUMN     "key_accepted_at" TIMESTAMPTZ(3);

-- A callback that came by the present registration has proven it.
UPDATE "provider_accounts" account SET "callbacks_proven_at" = proof.at
FROM (SELECT tenant_id, provider, max(received_at) AS at FROM "provider_events" GROUP BY tenant_id, provider) proof
WHERE proof.tenant_id = account.tenant_id AND proof.provider = account.provider
  AND account.webhook_url IS NOT NULL AND proof.at >= account.updated_at;
