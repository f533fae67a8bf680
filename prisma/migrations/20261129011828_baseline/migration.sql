-- CreateEnum
CREATE TYPE "WaitlistStatus" AS ENUM ('PENDING', 'INVITED', 'REGISTERED', 'REJECTED');

-- CreateEnum
CREATE TYPE "ApplicationKind" AS ENUM ('SERVER', 'BROWSER');

-- CreateEnum
CREATE TYPE "CredentialKind" AS ENUM ('IDENTIFIER', 'CLIENT_SECRET');

-- CreateEnum
CREATE TYPE "UserTokenPurpose" AS ENUM ('PASSWORD_RESET', 'EMAIL_VERIFICATION', 'MEMBER_INVITATION');

-- CreateEnum
CREATE TYPE "ReconciliationState" AS ENUM ('DONE', 'ANOTHER_ACCOUNT', 'TOO_MANY', 'FAILED');

-- CreateEnum
CREATE TYPE "ProviderObjectKind" AS ENUM ('CUSTOMER', 'PRODUCT', 'PRICE');

-- CreateEnum
CREATE TYPE "ChargeCause" AS ENUM ('COUNTER', 'PERIOD', 'CHANGE', 'CREDIT', 'CARRIED', 'ITEM', 'CORRECTION', 'PROVIDER_LINE', 'LEGACY');

-- CreateEnum
CREATE TYPE "PlacementKind" AS ENUM ('WAITING', 'INVOICE', 'HELD', 'WRITTEN_OFF', 'BALANCE');

-- CreateEnum
CREATE TYPE "JournalAccount" AS ENUM ('UNBILLED', 'RECEIVABLE', 'CREDIT', 'CASH', 'REVENUE', 'DISCOUNT', 'GIVEN_BACK', 'TAX', 'DISPUTED', 'WRITTEN_OFF', 'CANCELED');

-- CreateEnum
CREATE TYPE "CheckoutStatus" AS ENUM ('OPEN', 'COMPLETED', 'EXPIRED');

-- CreateEnum
CREATE TYPE "CorrectionKind" AS ENUM ('CREDIT_NOTE', 'REFUND', 'ONE_OFF');

-- CreateEnum
CREATE TYPE "CorrectionRequestStatus" AS ENUM ('REQUESTED', 'DONE', 'FAILED');

-- CreateEnum
CREATE TYPE "UsageStatus" AS ENUM ('OPEN', 'CLOSED', 'BILLED');

-- CreateEnum
CREATE TYPE "LedgerKind" AS ENUM ('RECORD', 'SET', 'CONFIRM', 'ROLLOVER');

-- CreateEnum
CREATE TYPE "ReservationStatus" AS ENUM ('HELD', 'CONFIRMED', 'RELEASED', 'EXPIRED');

-- CreateEnum
CREATE TYPE "CreditNoteStatus" AS ENUM ('ISSUED', 'VOID');

-- CreateEnum
CREATE TYPE "DisputeStatus" AS ENUM ('INQUIRY', 'NEEDS_RESPONSE', 'UNDER_REVIEW', 'WON', 'LOST', 'CLOSED');

-- CreateEnum
CREATE TYPE "InvoiceNoticeKind" AS ENUM ('NOT_ISSUED', 'TAX_NOT_COMPUTED', 'FRAUD_WARNING', 'DISPUTE');

-- CreateEnum
CREATE TYPE "InvoiceStatus" AS ENUM ('DRAFT', 'OPEN', 'PAID', 'VOID', 'UNCOLLECTIBLE');

-- CreateEnum
CREATE TYPE "MigrationEffect" AS ENUM ('NOW', 'PERIOD_END');

-- CreateEnum
CREATE TYPE "RefundStatus" AS ENUM ('PENDING', 'SUCCEEDED', 'FAILED', 'CANCELED');

-- CreateEnum
CREATE TYPE "SubscriptionStatus" AS ENUM ('ACTIVE', 'TRIALING', 'PAST_DUE', 'CANCELED', 'UNPAID', 'PAUSED');

-- CreateEnum
CREATE TYPE "ProviderOperationKind" AS ENUM ('START', 'CHANGE_PLAN', 'MOVE');

-- CreateEnum
CREATE TYPE "ProviderOperationStatus" AS ENUM ('PENDING', 'SUCCEEDED', 'FAILED');

-- CreateEnum
CREATE TYPE "Collecting" AS ENUM ('TRIAL', 'PAID', 'PAUSED');

-- CreateEnum
CREATE TYPE "Interval" AS ENUM ('DAY', 'WEEK', 'MONTH', 'YEAR');

-- CreateEnum
CREATE TYPE "ResetInterval" AS ENUM ('DAY', 'WEEK', 'MONTH', 'YEAR', 'BILLING');

-- CreateEnum
CREATE TYPE "FeatureType" AS ENUM ('BOOLEAN', 'METERED', 'ALLOCATED', 'STATIC');

-- CreateEnum
CREATE TYPE "StaticValueType" AS ENUM ('string', 'number', 'boolean', 'json');

-- CreateEnum
CREATE TYPE "PackStatus" AS ENUM ('DRAFT', 'ACTIVE', 'ARCHIVED');

-- CreateEnum
CREATE TYPE "Overage" AS ENUM ('BLOCK', 'ALLOW', 'BILL');

-- CreateEnum
CREATE TYPE "Binding" AS ENUM ('CUSTOMER', 'DIMENSION');

-- CreateEnum
CREATE TYPE "OveragePricing" AS ENUM ('FLAT', 'GRADUATED', 'VOLUME');

-- CreateEnum
CREATE TYPE "EmailOrigin" AS ENUM ('TENANT', 'VISITOR', 'END_USER');

-- CreateEnum
CREATE TYPE "MailStatus" AS ENUM ('QUEUED', 'SENT', 'FAILED');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('OWNER', 'ADMIN', 'SUPPORT', 'VIEWER');

-- CreateEnum
CREATE TYPE "ActorType" AS ENUM ('APPLICATION', 'USER', 'SYSTEM');

-- CreateEnum
CREATE TYPE "JobStatus" AS ENUM ('PENDING', 'RUNNING', 'DONE', 'ROLLED_BACK', 'FAILED');

-- CreateEnum
CREATE TYPE "IdempotencyStatus" AS ENUM ('RUNNING', 'DONE');

-- CreateEnum
CREATE TYPE "TenantMode" AS ENUM ('LIVE', 'TEST');

-- CreateEnum
CREATE TYPE "SignupPolicy" AS ENUM ('OPEN', 'INVITE_ONLY', 'WAITLIST');

-- CreateEnum
CREATE TYPE "TrialEndPolicy" AS ENUM ('CANCEL', 'PAUSE', 'FREE_PLAN');

-- CreateEnum
CREATE TYPE "TaxBehavior" AS ENUM ('INCLUSIVE', 'EXCLUSIVE');

-- CreateEnum
CREATE TYPE "DunningEndPolicy" AS ENUM ('UNPAID', 'CANCELED');

-- CreateEnum
CREATE TYPE "Provider" AS ENUM ('PROVIDER_A', 'PROVIDER_B');

-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('PENDING', 'DELIVERED', 'FAILED');

-- CreateTable
CREATE TABLE "waitlist_counts" (
    "tenant_id" TEXT NOT NULL,
    "status" "WaitlistStatus" NOT NULL,
    "part" SMALLINT NOT NULL,
    "entries" INTEGER NOT NULL,

    CONSTRAINT "waitlist_counts_pkey" PRIMARY KEY ("tenant_id","status","part")
);

-- CreateTable
CREATE TABLE "waitlist_entries" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "status" "WaitlistStatus" NOT NULL DEFAULT 'PENDING',
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "invited_at" TIMESTAMPTZ(3),
    "invited_by" TEXT,
    "registered_at" TIMESTAMPTZ(3),
    "referral_code" TEXT NOT NULL,
    "referred_by_id" TEXT,
    "referral_count" INTEGER NOT NULL DEFAULT 0,
    "confirmed_at" TIMESTAMPTZ(3),
    "referral_counted_at" TIMESTAMPTZ(3),
    "referral_mailbox" TEXT,

    CONSTRAINT "waitlist_entries_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invitation_tokens" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "token_sealed" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "lapsed_at" TIMESTAMPTZ(3),
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "waitlist_entry_id" TEXT,

    CONSTRAINT "invitation_tokens_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invitation_codes" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "code_hash" TEXT NOT NULL,
    "code_sealed" TEXT NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "max_uses" INTEGER NOT NULL DEFAULT 1,
    "used_count" INTEGER NOT NULL DEFAULT 0,
    "revoked_at" TIMESTAMPTZ(3),
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "grant_plan_price_id" TEXT,
    "grant_trial_days" INTEGER,
    "grant_pack_id" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitation_codes_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invitation_redemptions" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "code_id" TEXT,
    "token_id" TEXT,
    "subject" TEXT NOT NULL,
    "customer_id" TEXT,
    "redeemed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitation_redemptions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "applications" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" "ApplicationKind" NOT NULL,
    "allowed_origins" TEXT[],
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "applications_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "application_credentials" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "application_id" TEXT NOT NULL,
    "kind" "CredentialKind" NOT NULL,
    "hash" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "application_credentials_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "application_directory" (
    "lookup" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "application_id" TEXT NOT NULL,

    CONSTRAINT "application_directory_pkey" PRIMARY KEY ("lookup")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "actor_type" "ActorType" NOT NULL,
    "actor_id" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "object_type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "before" JSONB,
    "after" JSONB,
    "request_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "salt" UUID DEFAULT gen_random_uuid(),
    "position" INTEGER,
    "digest" BYTEA,
    "hash" BYTEA,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "audit_chains" (
    "tenant_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,

    CONSTRAINT "audit_chains_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "user_identities" (
    "tenant_id" TEXT NOT NULL,
    "issuer" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "user_identities_pkey" PRIMARY KEY ("tenant_id","issuer","subject")
);

-- CreateTable
CREATE TABLE "sessions" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "application_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "revoke_reason" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "refresh_tokens" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "session_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "next_salt" TEXT,

    CONSTRAINT "refresh_tokens_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "user_tokens" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "purpose" "UserTokenPurpose" NOT NULL,
    "hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "user_tokens_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "registrations" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "token_hash" TEXT NOT NULL,
    "code_id" TEXT,
    "customer" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "registrations_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "provider_references" (
    "tenant_id" TEXT NOT NULL,
    "provider" "Provider" NOT NULL,
    "environment" TEXT NOT NULL DEFAULT '',
    "kind" "ProviderObjectKind" NOT NULL,
    "object_id" TEXT NOT NULL,
    "currency" TEXT NOT NULL DEFAULT '',
    "provider_id" TEXT NOT NULL,
    "tax_ids" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_references_pkey" PRIMARY KEY ("tenant_id","provider","environment","kind","object_id","currency")
);

-- CreateTable
CREATE TABLE "provider_price_aliases" (
    "tenant_id" TEXT NOT NULL,
    "provider" "Provider" NOT NULL,
    "environment" TEXT NOT NULL DEFAULT '',
    "provider_id" TEXT NOT NULL,
    "plan_price_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_price_aliases_pkey" PRIMARY KEY ("tenant_id","provider","environment","provider_id")
);

-- CreateTable
CREATE TABLE "reconciliation_runs" (
    "tenant_id" TEXT NOT NULL,
    "state" "ReconciliationState" NOT NULL,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "ours" INTEGER NOT NULL,
    "theirs" INTEGER NOT NULL,
    "differences" INTEGER NOT NULL,
    "mended" INTEGER NOT NULL,
    "failed" INTEGER NOT NULL,
    "key_account_id" TEXT,
    "failure_code" TEXT,

    CONSTRAINT "reconciliation_runs_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "drift_mends" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subscription_id" TEXT,
    "provider_subscription_id" TEXT NOT NULL,
    "theirs" TEXT,
    "before" JSONB NOT NULL,
    "after" JSONB,
    "actor_type" "ActorType" NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "undone_at" TIMESTAMPTZ(3),
    "undone_by" TEXT,

    CONSTRAINT "drift_mends_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "import_claims" (
    "tenant_id" TEXT NOT NULL,
    "run_id" TEXT NOT NULL,
    "external_id_hash" TEXT NOT NULL,
    "provider_customer_id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "currency" TEXT NOT NULL DEFAULT '',
    "provider_subscription_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "import_claims_pkey" PRIMARY KEY ("tenant_id","run_id","external_id_hash","product_id")
);

-- CreateTable
CREATE TABLE "charges" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "subscription_id" TEXT,
    "provider" "Provider" NOT NULL,
    "cause" "ChargeCause" NOT NULL,
    "key" TEXT NOT NULL,
    "source_id" TEXT,
    "corrects" TEXT,
    "amount" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "unit" TEXT,
    "grant_id" TEXT,
    "item" TEXT,
    "price" BIGINT,
    "description" TEXT NOT NULL,
    "is_proration" BOOLEAN NOT NULL DEFAULT false,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "period_end" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "charges_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "charge_placements" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "charge_id" TEXT NOT NULL,
    "kind" "PlacementKind" NOT NULL,
    "invoice_id" TEXT,
    "line_id" TEXT,
    "provider_key" TEXT,
    "provider_item_id" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "code" TEXT,
    "reason" TEXT,
    "actor_type" "ActorType" NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "placed_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "end_code" TEXT,

    CONSTRAINT "charge_placements_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "balance_transactions" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount" BIGINT NOT NULL,
    "ending_balance" BIGINT NOT NULL,
    "type" TEXT NOT NULL,
    "provider_invoice_id" TEXT,
    "key" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "balance_transactions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "journal_transfers" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "unit" TEXT,
    "debit_account" "JournalAccount" NOT NULL,
    "debit_provider" "Provider" NOT NULL,
    "credit_account" "JournalAccount" NOT NULL,
    "credit_provider" "Provider" NOT NULL,
    "amount" BIGINT NOT NULL,
    "kind" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "charge_id" TEXT,
    "invoice_id" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "journal_transfers_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "checkout_sessions" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "plan_price_id" TEXT NOT NULL,
    "drivers" JSONB NOT NULL DEFAULT '[]',
    "pack_id" TEXT,
    "grant_id" TEXT,
    "trial_days" INTEGER,
    "status" "CheckoutStatus" NOT NULL DEFAULT 'OPEN',
    "provider_session_id" TEXT,
    "url" TEXT,
    "subscription_id" TEXT NOT NULL,
    "return_url" TEXT,
    "superseded_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "checkout_sessions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "provider_events" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "provider" "Provider" NOT NULL,
    "provider_event_id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "processed_at" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "retry_at" TIMESTAMPTZ(3),
    "given_up_at" TIMESTAMPTZ(3),

    CONSTRAINT "provider_events_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "correction_requests" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" "CorrectionKind" NOT NULL,
    "status" "CorrectionRequestStatus" NOT NULL,
    "invoice_id" TEXT,
    "customer_id" TEXT,
    "plan" JSONB NOT NULL,
    "result_id" TEXT,
    "failure" TEXT,
    "request_key" TEXT,
    "actor_type" "ActorType" NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "correction_requests_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "usage_records" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "subscription_id" TEXT,
    "feature_id" TEXT NOT NULL,
    "dimension" TEXT NOT NULL DEFAULT '',
    "source_id" TEXT NOT NULL DEFAULT '',
    "terms_id" TEXT,
    "value" DECIMAL(24,6) NOT NULL DEFAULT 0,
    "reserved" DECIMAL(24,6) NOT NULL DEFAULT 0,
    "rolled_over" DECIMAL(24,6) NOT NULL DEFAULT 0,
    "carried" DECIMAL(24,6) NOT NULL DEFAULT 0,
    "over_before" DECIMAL(24,6) NOT NULL DEFAULT 0,
    "billed_before" BIGINT NOT NULL DEFAULT 0,
    "included" DECIMAL(24,6),
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "period_end" TIMESTAMPTZ(3) NOT NULL,
    "allowance_start" TIMESTAMPTZ(3),
    "allowance_end" TIMESTAMPTZ(3),
    "status" "UsageStatus" NOT NULL DEFAULT 'OPEN',
    "billed_amount" BIGINT NOT NULL DEFAULT 0,
    "settled_at" TIMESTAMPTZ(3),
    "invoice_due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "usage_records_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "usage_terms" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "terms" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "usage_terms_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "usage_ledger" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "record_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "kind" "LedgerKind" NOT NULL,
    "delta" DECIMAL(24,6) NOT NULL,
    "event_id" TEXT,
    "requested" DECIMAL(24,6),
    "used_after" DECIMAL(24,6),
    "limit_after" DECIMAL(24,6),
    "remaining_after" DECIMAL(24,6),
    "is_late" BOOLEAN NOT NULL DEFAULT false,
    "part_of" TEXT,
    "actor_type" "ActorType" NOT NULL,
    "actor_id" TEXT NOT NULL,
    "reason" TEXT,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "usage_ledger_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "usage_reservations" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "record_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "feature_id" TEXT NOT NULL,
    "quantity" DECIMAL(24,6) NOT NULL,
    "confirmed" DECIMAL(24,6),
    "ledger_id" TEXT,
    "part_of" TEXT,
    "status" "ReservationStatus" NOT NULL DEFAULT 'HELD',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "usage_reservations_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "credit_notes" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "provider" "Provider" NOT NULL,
    "provider_credit_note_id" TEXT,
    "number" INTEGER,
    "display_number" TEXT,
    "invoice_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "subscription_id" TEXT,
    "status" "CreditNoteStatus" NOT NULL DEFAULT 'ISSUED',
    "currency" CHAR(3) NOT NULL,
    "amount" BIGINT NOT NULL,
    "off_due" BIGINT NOT NULL,
    "to_balance" BIGINT NOT NULL,
    "to_refund" BIGINT NOT NULL,
    "tax" BIGINT NOT NULL DEFAULT 0,
    "reason" TEXT,
    "letterhead" JSONB,
    "actor_type" "ActorType" NOT NULL,
    "actor_id" TEXT NOT NULL,
    "issued_at" TIMESTAMPTZ(3) NOT NULL,
    "voided_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "credit_notes_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "credit_note_lines" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "credit_note_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "invoice_line_id" TEXT,
    "description" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,

    CONSTRAINT "credit_note_lines_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "disputes" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "provider" "Provider" NOT NULL,
    "provider_dispute_id" TEXT NOT NULL,
    "invoice_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "status" "DisputeStatus" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount" BIGINT NOT NULL,
    "withdrawn" BIGINT NOT NULL,
    "reason" TEXT NOT NULL,
    "evidence_due_at" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "disputes_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invoice_notices" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" "InvoiceNoticeKind" NOT NULL,
    "provider_object_id" TEXT NOT NULL,
    "invoice_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "code" TEXT,
    "message" TEXT,
    "due_at" TIMESTAMPTZ(3),
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),
    "is_dismissed" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoice_notices_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invoices" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "provider" "Provider" NOT NULL DEFAULT 'PROVIDER_B',
    "provider_invoice_id" TEXT,
    "number" INTEGER,
    "display_number" TEXT,
    "customer_id" TEXT NOT NULL,
    "subscription_id" TEXT,
    "reason" TEXT NOT NULL DEFAULT 'manual',
    "status" "InvoiceStatus" NOT NULL DEFAULT 'DRAFT',
    "currency" CHAR(3) NOT NULL,
    "subtotal" BIGINT NOT NULL DEFAULT 0,
    "discount" BIGINT NOT NULL DEFAULT 0,
    "tax" BIGINT NOT NULL DEFAULT 0,
    "total" BIGINT NOT NULL,
    "credit_notes" BIGINT,
    "amount_credited" BIGINT NOT NULL DEFAULT 0,
    "amount_refunded" BIGINT NOT NULL DEFAULT 0,
    "amount_disputed" BIGINT NOT NULL DEFAULT 0,
    "amount_due" BIGINT NOT NULL DEFAULT 0,
    "amount_paid" BIGINT NOT NULL DEFAULT 0,
    "amount_surplus" BIGINT NOT NULL DEFAULT 0,
    "period_start" TIMESTAMPTZ(3),
    "period_end" TIMESTAMPTZ(3),
    "issued_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "paid_at" TIMESTAMPTZ(3),
    "voided_at" TIMESTAMPTZ(3),
    "attempt_count" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),
    "sync_version" INTEGER NOT NULL DEFAULT 0,
    "corrections_version" INTEGER NOT NULL DEFAULT 0,
    "reminders" INTEGER NOT NULL DEFAULT 0,
    "reminders_stopped_at" TIMESTAMPTZ(3),
    "hosted_url" TEXT,
    "pdf_url" TEXT,
    "letterhead" JSONB,
    "replaces_id" TEXT,
    "replaced_by_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invoice_payments" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "invoice_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "surplus" BIGINT NOT NULL DEFAULT 0,
    "reference" TEXT,
    "paid_at" TIMESTAMPTZ(3) NOT NULL,
    "actor_type" "ActorType" NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "taken_back_at" TIMESTAMPTZ(3),
    "taken_back_reason" TEXT,
    "taken_back_by_type" "ActorType",
    "taken_back_by_id" TEXT,

    CONSTRAINT "invoice_payments_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invoice_decisions" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "invoice_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT,
    "actor_type" "ActorType" NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoice_decisions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invoice_lines" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "invoice_id" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "description" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "quantity" DECIMAL(24,6) NOT NULL DEFAULT 1,
    "is_proration" BOOLEAN NOT NULL DEFAULT false,
    "period_start" TIMESTAMPTZ(3),
    "period_end" TIMESTAMPTZ(3),
    "provider_line_id" TEXT,
    "provider_item_id" TEXT,
    "provider_key" TEXT,
    "credited_line_ids" TEXT[] DEFAULT ARRAY[]::TEXT[],

    CONSTRAINT "invoice_lines_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "overrides" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "feature_id" TEXT NOT NULL,
    "enabled" BOOLEAN,
    "limit_set" DECIMAL(24,6),
    "limit_add" DECIMAL(24,6),
    "unlimited" BOOLEAN NOT NULL DEFAULT false,
    "value" JSONB,
    "overage" "Overage",
    "overage_ceiling" DECIMAL(24,6),
    "overage_cap_amount" BIGINT,
    "reason" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "starts_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "overrides_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "pack_migrations" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "from_pack_id" TEXT NOT NULL,
    "to_pack_id" TEXT NOT NULL,
    "effect" "MigrationEffect" NOT NULL,
    "status" "JobStatus" NOT NULL DEFAULT 'PENDING',
    "total" INTEGER NOT NULL DEFAULT 0,
    "moved" INTEGER NOT NULL DEFAULT 0,
    "rolled_back" INTEGER NOT NULL DEFAULT 0,
    "skipped" INTEGER NOT NULL DEFAULT 0,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pack_migrations_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "pack_migration_items" (
    "tenant_id" TEXT NOT NULL,
    "migration_id" TEXT NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "moved_at" TIMESTAMPTZ(3),
    "skipped_at" TIMESTAMPTZ(3),
    "rolled_back_at" TIMESTAMPTZ(3),

    CONSTRAINT "pack_migration_items_pkey" PRIMARY KEY ("tenant_id","migration_id","subscription_id")
);

-- CreateTable
CREATE TABLE "refunds" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "provider" "Provider" NOT NULL,
    "provider_refund_id" TEXT,
    "invoice_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "credit_note_id" TEXT,
    "is_of_credit" BOOLEAN NOT NULL DEFAULT false,
    "status" "RefundStatus" NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "amount" BIGINT NOT NULL,
    "reason" TEXT,
    "reference" TEXT,
    "refunded_at" TIMESTAMPTZ(3) NOT NULL,
    "actor_type" "ActorType" NOT NULL,
    "actor_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "taken_back_at" TIMESTAMPTZ(3),
    "taken_back_reason" TEXT,
    "taken_back_by_type" "ActorType",
    "taken_back_by_id" TEXT,

    CONSTRAINT "refunds_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "subscriptions" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,
    "plan_price_id" TEXT NOT NULL,
    "pack_id" TEXT,
    "pending_plan_price_id" TEXT,
    "pending_pack_id" TEXT,
    "pending_pack_at" TIMESTAMPTZ(3),
    "pending_change_at" TIMESTAMPTZ(3),
    "pending_drivers" JSONB,
    "provider" "Provider" NOT NULL,
    "provider_subscription_id" TEXT,
    "provider_customer_id" TEXT,
    "status" "SubscriptionStatus" NOT NULL,
    "current_period_start" TIMESTAMPTZ(3),
    "current_period_end" TIMESTAMPTZ(3),
    "period_anchor" TIMESTAMPTZ(3) NOT NULL,
    "trial_start" TIMESTAMPTZ(3),
    "trial_end" TIMESTAMPTZ(3),
    "cancel_at_period_end" BOOLEAN NOT NULL DEFAULT false,
    "cancel_at" TIMESTAMPTZ(3),
    "canceled_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "past_due_since" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
    "unpaid_since" TIMESTAMPTZ(3),
    "invoice_due_days" INTEGER,
    "tax_behavior" "TaxBehavior",
    "sync_version" INTEGER NOT NULL DEFAULT 0,
    "held_billed_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscriptions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "subscription_drivers" (
    "tenant_id" TEXT NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "feature_id" TEXT NOT NULL,
    "steps" INTEGER NOT NULL,

    CONSTRAINT "subscription_drivers_pkey" PRIMARY KEY ("tenant_id","subscription_id","feature_id")
);

-- CreateTable
CREATE TABLE "customer_grants" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "plan_price_id" TEXT,
    "trial_days" INTEGER,
    "pack_id" TEXT,
    "source_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),
    "subscription_id" TEXT,

    CONSTRAINT "customer_grants_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "trial_uses" (
    "tenant_id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "trait" TEXT NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "trial_uses_pkey" PRIMARY KEY ("tenant_id","product_id","trait")
);

-- CreateTable
CREATE TABLE "quotes" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "plan_price_id" TEXT NOT NULL,
    "proration_date" TIMESTAMPTZ(3) NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "total" BIGINT NOT NULL,
    "amount_due" BIGINT NOT NULL,
    "drivers" JSONB NOT NULL DEFAULT '[]',
    "promotion_code_id" TEXT,
    "lines" JSONB NOT NULL,
    "effective" "MigrationEffect" NOT NULL DEFAULT 'NOW',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "quotes_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "provider_operations" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "kind" "ProviderOperationKind" NOT NULL,
    "status" "ProviderOperationStatus" NOT NULL DEFAULT 'PENDING',
    "customer_id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "input" JSONB NOT NULL,
    "failure_code" TEXT,
    "failure_details" JSONB,
    "request_key" TEXT,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "lease_holder" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_operations_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "surplus_subscriptions" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "status" "JobStatus" NOT NULL DEFAULT 'PENDING',
    "customer_id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "provider_subscription_id" TEXT NOT NULL,
    "refunded_amount" BIGINT,
    "currency" CHAR(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "surplus_subscriptions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "subscription_terms" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "subscription_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "from_at" TIMESTAMPTZ(3) NOT NULL,
    "to_at" TIMESTAMPTZ(3),
    "plan_id" TEXT NOT NULL,
    "plan_price_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "interval" "Interval" NOT NULL,
    "anchor" TIMESTAMPTZ(3) NOT NULL,
    "pack_id" TEXT,
    "drivers" JSONB NOT NULL,
    "provider" "Provider" NOT NULL,
    "collecting" "Collecting" NOT NULL,

    CONSTRAINT "subscription_terms_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "products" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "free_plan_id" TEXT,
    "translations" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "products_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "plans" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "product_id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "position" INTEGER NOT NULL DEFAULT 0,
    "is_public" BOOLEAN NOT NULL DEFAULT true,
    "is_highlighted" BOOLEAN NOT NULL DEFAULT false,
    "includes_plan_id" TEXT,
    "contact_url" TEXT,
    "translations" JSONB NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "plans_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "plan_prices" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,
    "amount" BIGINT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "interval" "Interval" NOT NULL,
    "label_name" TEXT NOT NULL,
    "label_slug" TEXT NOT NULL,
    "trial_days" INTEGER NOT NULL DEFAULT 0,
    "trial_needs_card" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "plan_prices_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "features" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "type" "FeatureType" NOT NULL,
    "unit_label" TEXT,
    "value_type" "StaticValueType",
    "translations" JSONB NOT NULL DEFAULT '{}',
    "position" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "features_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "packs" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "plan_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "status" "PackStatus" NOT NULL DEFAULT 'DRAFT',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "published_at" TIMESTAMPTZ(3),
    "archived_at" TIMESTAMPTZ(3),

    CONSTRAINT "packs_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "pack_entitlements" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "pack_id" TEXT NOT NULL,
    "feature_id" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "limit" DECIMAL(24,6),
    "value" JSONB,
    "overage" "Overage" NOT NULL DEFAULT 'BLOCK',
    "limit_binding" "Binding" NOT NULL DEFAULT 'CUSTOMER',
    "cap_binding" "Binding" NOT NULL DEFAULT 'CUSTOMER',
    "max_dimensions" INTEGER,
    "overage_ceiling" DECIMAL(24,6),
    "overage_step" DECIMAL(24,6) NOT NULL DEFAULT 1,
    "rollover_max" DECIMAL(24,6),
    "driver_step_size" DECIMAL(24,6),
    "driver_max_steps" INTEGER,
    "reset_interval" "ResetInterval" NOT NULL DEFAULT 'BILLING',

    CONSTRAINT "pack_entitlements_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "pack_entitlement_prices" (
    "tenant_id" TEXT NOT NULL,
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "entitlement_id" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "interval" "Interval",
    "pricing" "OveragePricing" NOT NULL DEFAULT 'FLAT',
    "unit_amount" DECIMAL(24,12),
    "tiers" JSONB,
    "overage_cap_amount" BIGINT,
    "driver_step_amount" BIGINT,

    CONSTRAINT "pack_entitlement_prices_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "customers" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "email" TEXT,
    "email_from" "EmailOrigin" NOT NULL DEFAULT 'TENANT',
    "name" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "test_clock_id" TEXT,
    "invoice_address" TEXT,
    "tax_ids" JSONB NOT NULL DEFAULT '[]',
    "terms_version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "erased_at" TIMESTAMPTZ(3),

    CONSTRAINT "customers_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "customer_notes" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "customer_notes_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "tax_id_syncs" (
    "tenant_id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "wanted" JSONB,
    "is_stale" BOOLEAN NOT NULL DEFAULT false,
    "sends_email" BOOLEAN NOT NULL DEFAULT false,
    "sends_name" BOOLEAN NOT NULL DEFAULT false,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "lease_holder" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tax_id_syncs_pkey" PRIMARY KEY ("tenant_id","customer_id")
);

-- CreateTable
CREATE TABLE "events" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "object_type" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "data" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "events_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "object_sequences" (
    "tenant_id" TEXT NOT NULL,
    "object_id" TEXT NOT NULL,
    "last" INTEGER NOT NULL,

    CONSTRAINT "object_sequences_pkey" PRIMARY KEY ("tenant_id","object_id")
);

-- CreateTable
CREATE TABLE "mail_messages" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "to" TEXT NOT NULL,
    "template" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "dedupe_key" TEXT NOT NULL,
    "status" "MailStatus" NOT NULL DEFAULT 'QUEUED',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_messages_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "memberships" (
    "tenant_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "target_tenant_id" TEXT NOT NULL,
    "role" "Role" NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "memberships_pkey" PRIMARY KEY ("tenant_id","user_id","target_tenant_id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "tenant_id" TEXT NOT NULL,
    "application_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "request_id" TEXT,
    "status" "IdempotencyStatus" NOT NULL DEFAULT 'RUNNING',
    "choice" TEXT,
    "response_code" INTEGER,
    "response_body" TEXT,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("tenant_id","application_id","key")
);

-- CreateTable
CREATE TABLE "signing_keys" (
    "kid" TEXT NOT NULL,
    "public_jwk" JSONB NOT NULL,
    "private_sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "retired_at" TIMESTAMPTZ(3),

    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("kid")
);

-- CreateTable
CREATE TABLE "throttle_buckets" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "throttle_buckets_pkey" PRIMARY KEY ("key")
);

-- CreateTable
CREATE TABLE "erasures" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "status" "JobStatus" NOT NULL DEFAULT 'PENDING',
    "customer_ids" TEXT[],
    "user_ids" TEXT[],
    "waitlist_entry_ids" TEXT[],
    "subject_sealed" TEXT,
    "cancels" BOOLEAN NOT NULL DEFAULT false,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "last_error" TEXT,
    "created_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "completed_at" TIMESTAMPTZ(3),

    CONSTRAINT "erasures_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "tenants" (
    "id" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "mode" "TenantMode" NOT NULL DEFAULT 'LIVE',
    "parent_id" TEXT,
    "grace_period_days" INTEGER NOT NULL DEFAULT 7,
    "trial_end_policy" "TrialEndPolicy" NOT NULL DEFAULT 'CANCEL',
    "dunning_end_policy" "DunningEndPolicy" NOT NULL DEFAULT 'UNPAID',
    "signup_policy" "SignupPolicy" NOT NULL DEFAULT 'OPEN',
    "waitlist_referrals" BOOLEAN NOT NULL DEFAULT false,
    "brand_color" TEXT NOT NULL DEFAULT '#4f46e5',
    "logo_url" TEXT,
    "website_url" TEXT,
    "support_email" TEXT,
    "next_invoice_number" INTEGER NOT NULL DEFAULT 1,
    "invoice_number_prefix" TEXT NOT NULL DEFAULT 'INV-',
    "next_credit_note_number" INTEGER NOT NULL DEFAULT 1,
    "credit_note_number_prefix" TEXT NOT NULL DEFAULT 'CN-',
    "invoice_due_days" INTEGER NOT NULL DEFAULT 30,
    "unpaid_after_days" INTEGER NOT NULL DEFAULT 30,
    "reminder_days" INTEGER[] DEFAULT ARRAY[3, 10, 20]::INTEGER[],
    "invoice_seller" TEXT,
    "invoice_payment" TEXT,
    "automatic_tax" BOOLEAN NOT NULL DEFAULT false,
    "tax_behavior" "TaxBehavior",
    "reporting_currency" CHAR(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "suspended_at" TIMESTAMPTZ(3),

    CONSTRAINT "tenants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "tenant_grants" (
    "tenant_id" TEXT NOT NULL,
    "granted_tenant_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tenant_grants_pkey" PRIMARY KEY ("tenant_id","granted_tenant_id")
);

-- CreateTable
CREATE TABLE "provider_accounts" (
    "tenant_id" TEXT NOT NULL,
    "provider" "Provider" NOT NULL,
    "endpoint" TEXT NOT NULL,
    "secret_key_sealed" TEXT,
    "publishable_key" TEXT,
    "webhook_secrets_sealed" TEXT[],
    "webhook_endpoint_id" TEXT,
    "webhook_url" TEXT,
    "webhook_version" INTEGER NOT NULL DEFAULT 1,
    "account_id" TEXT,
    "environment" TEXT NOT NULL DEFAULT '',
    "key_accepted_at" TIMESTAMPTZ(3),
    "callbacks_proven_at" TIMESTAMPTZ(3),
    "callbacks_awaited_until" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_accounts_pkey" PRIMARY KEY ("tenant_id","provider")
);

-- CreateTable
CREATE TABLE "exchange_rates" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "into_currency" CHAR(3) NOT NULL,
    "rate" DECIMAL(24,12) NOT NULL,
    "valid_from" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "exchange_rates_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "tenant_logos" (
    "tenant_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "bytes" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tenant_logos_pkey" PRIMARY KEY ("tenant_id","hash")
);

-- CreateTable
CREATE TABLE "test_clocks" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "provider_clock_id" TEXT,
    "advancing_to" TIMESTAMPTZ(3),
    "now" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "test_clocks_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "users" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "password_hash" TEXT,
    "email_verified_at" TIMESTAMPTZ(3),
    "customer_id" TEXT,
    "totp_sealed" TEXT,
    "totp_last_step" INTEGER,
    "recovery_hashes" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "types" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "failing_since" TIMESTAMPTZ(3),
    "last_failed_at" TIMESTAMPTZ(3),
    "disabled_at" TIMESTAMPTZ(3),
    "disabled_reason" TEXT,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "webhook_secrets" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_secrets_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "tenant_id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "status" "DeliveryStatus" NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "response_status" INTEGER,
    "last_error" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("tenant_id","endpoint_id","event_id")
);

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "url" TEXT NOT NULL,
    "request_headers" JSONB NOT NULL,
    "response_status" INTEGER,
    "response_headers" JSONB,
    "response_body" TEXT,
    "error" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "waitlist_entries_tenant_id_created_at_id_idx" ON "waitlist_entries"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "waitlist_entries_tenant_id_status_created_at_id_idx" ON "waitlist_entries"("tenant_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "waitlist_entries_tenant_id_status_referral_count_created_at_idx" ON "waitlist_entries"("tenant_id", "status", "referral_count" DESC, "created_at", "id");

-- CreateIndex
CREATE INDEX "waitlist_entries_tenant_id_referred_by_id_idx" ON "waitlist_entries"("tenant_id", "referred_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "waitlist_entries_tenant_id_email_key" ON "waitlist_entries"("tenant_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "waitlist_entries_tenant_id_referral_code_key" ON "waitlist_entries"("tenant_id", "referral_code");

-- CreateIndex
CREATE UNIQUE INDEX "waitlist_entries_tenant_id_referral_mailbox_key" ON "waitlist_entries"("tenant_id", "referral_mailbox");

-- CreateIndex
CREATE INDEX "invitation_tokens_tenant_id_created_at_id_idx" ON "invitation_tokens"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "invitation_tokens_tenant_id_email_idx" ON "invitation_tokens"("tenant_id", "email");

-- CreateIndex
CREATE INDEX "invitation_tokens_tenant_id_waitlist_entry_id_idx" ON "invitation_tokens"("tenant_id", "waitlist_entry_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_tokens_tenant_id_token_hash_key" ON "invitation_tokens"("tenant_id", "token_hash");

-- CreateIndex
CREATE INDEX "invitation_codes_tenant_id_created_at_id_idx" ON "invitation_codes"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "invitation_codes_tenant_id_grant_plan_price_id_idx" ON "invitation_codes"("tenant_id", "grant_plan_price_id");

-- CreateIndex
CREATE INDEX "invitation_codes_tenant_id_grant_pack_id_idx" ON "invitation_codes"("tenant_id", "grant_pack_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_codes_tenant_id_code_hash_key" ON "invitation_codes"("tenant_id", "code_hash");

-- CreateIndex
CREATE INDEX "invitation_redemptions_tenant_id_customer_id_idx" ON "invitation_redemptions"("tenant_id", "customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_redemptions_tenant_id_code_id_subject_key" ON "invitation_redemptions"("tenant_id", "code_id", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_redemptions_tenant_id_token_id_key" ON "invitation_redemptions"("tenant_id", "token_id");

-- CreateIndex
CREATE INDEX "application_credentials_tenant_id_application_id_kind_idx" ON "application_credentials"("tenant_id", "application_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "application_credentials_tenant_id_kind_hash_key" ON "application_credentials"("tenant_id", "kind", "hash");

-- CreateIndex
CREATE INDEX "application_directory_tenant_id_application_id_idx" ON "application_directory"("tenant_id", "application_id");

-- CreateIndex
CREATE INDEX "audit_entries_tenant_id_created_at_id_idx" ON "audit_entries"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "audit_entries_tenant_id_object_id_idx" ON "audit_entries"("tenant_id", "object_id");

-- CreateIndex
CREATE UNIQUE INDEX "audit_entries_tenant_id_position_key" ON "audit_entries"("tenant_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "user_identities_tenant_id_user_id_issuer_key" ON "user_identities"("tenant_id", "user_id", "issuer");

-- CreateIndex
CREATE INDEX "sessions_tenant_id_user_id_idx" ON "sessions"("tenant_id", "user_id");

-- CreateIndex
CREATE INDEX "sessions_tenant_id_application_id_idx" ON "sessions"("tenant_id", "application_id");

-- CreateIndex
CREATE INDEX "sessions_tenant_id_expires_at_idx" ON "sessions"("tenant_id", "expires_at");

-- CreateIndex
CREATE INDEX "refresh_tokens_tenant_id_session_id_idx" ON "refresh_tokens"("tenant_id", "session_id");

-- CreateIndex
CREATE UNIQUE INDEX "refresh_tokens_tenant_id_hash_key" ON "refresh_tokens"("tenant_id", "hash");

-- CreateIndex
CREATE INDEX "user_tokens_tenant_id_user_id_idx" ON "user_tokens"("tenant_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_tokens_tenant_id_purpose_hash_key" ON "user_tokens"("tenant_id", "purpose", "hash");

-- CreateIndex
CREATE INDEX "registrations_tenant_id_email_idx" ON "registrations"("tenant_id", "email");

-- CreateIndex
CREATE INDEX "registrations_tenant_id_code_id_idx" ON "registrations"("tenant_id", "code_id");

-- CreateIndex
CREATE INDEX "registrations_tenant_id_expires_at_idx" ON "registrations"("tenant_id", "expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "registrations_tenant_id_token_hash_key" ON "registrations"("tenant_id", "token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "provider_references_tenant_id_provider_environment_kind_pro_key" ON "provider_references"("tenant_id", "provider", "environment", "kind", "provider_id");

-- CreateIndex
CREATE INDEX "provider_price_aliases_tenant_id_plan_price_id_idx" ON "provider_price_aliases"("tenant_id", "plan_price_id");

-- CreateIndex
CREATE INDEX "drift_mends_tenant_id_subscription_id_idx" ON "drift_mends"("tenant_id", "subscription_id");

-- CreateIndex
CREATE INDEX "charges_tenant_id_customer_id_id_idx" ON "charges"("tenant_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "charges_tenant_id_subscription_id_id_idx" ON "charges"("tenant_id", "subscription_id", "id");

-- CreateIndex
CREATE INDEX "charges_tenant_id_corrects_idx" ON "charges"("tenant_id", "corrects");

-- CreateIndex
CREATE UNIQUE INDEX "charges_tenant_id_key_key" ON "charges"("tenant_id", "key");

-- CreateIndex
CREATE INDEX "charge_placements_tenant_id_charge_id_idx" ON "charge_placements"("tenant_id", "charge_id");

-- CreateIndex
CREATE INDEX "charge_placements_tenant_id_invoice_id_idx" ON "charge_placements"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "charge_placements_tenant_id_line_id_idx" ON "charge_placements"("tenant_id", "line_id");

-- CreateIndex
CREATE INDEX "charge_placements_tenant_id_provider_key_idx" ON "charge_placements"("tenant_id", "provider_key");

-- CreateIndex
CREATE INDEX "charge_placements_tenant_id_provider_item_id_idx" ON "charge_placements"("tenant_id", "provider_item_id");

-- CreateIndex
CREATE INDEX "balance_transactions_tenant_id_customer_id_created_at_idx" ON "balance_transactions"("tenant_id", "customer_id", "created_at");

-- CreateIndex
CREATE INDEX "journal_transfers_tenant_id_customer_id_id_idx" ON "journal_transfers"("tenant_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "journal_transfers_tenant_id_charge_id_idx" ON "journal_transfers"("tenant_id", "charge_id");

-- CreateIndex
CREATE INDEX "journal_transfers_tenant_id_at_id_idx" ON "journal_transfers"("tenant_id", "at", "id");

-- CreateIndex
CREATE INDEX "journal_transfers_tenant_id_invoice_id_idx" ON "journal_transfers"("tenant_id", "invoice_id");

-- CreateIndex
CREATE UNIQUE INDEX "journal_transfers_tenant_id_key_key" ON "journal_transfers"("tenant_id", "key");

-- CreateIndex
CREATE INDEX "checkout_sessions_tenant_id_subscription_id_idx" ON "checkout_sessions"("tenant_id", "subscription_id");

-- CreateIndex
CREATE INDEX "checkout_sessions_tenant_id_pack_id_idx" ON "checkout_sessions"("tenant_id", "pack_id");

-- CreateIndex
CREATE INDEX "checkout_sessions_tenant_id_grant_id_idx" ON "checkout_sessions"("tenant_id", "grant_id");

-- CreateIndex
CREATE INDEX "checkout_sessions_tenant_id_status_superseded_at_idx" ON "checkout_sessions"("tenant_id", "status", "superseded_at");

-- CreateIndex
CREATE INDEX "checkout_sessions_tenant_id_customer_id_idx" ON "checkout_sessions"("tenant_id", "customer_id");

-- CreateIndex
CREATE INDEX "checkout_sessions_tenant_id_plan_price_id_idx" ON "checkout_sessions"("tenant_id", "plan_price_id");

-- CreateIndex
CREATE UNIQUE INDEX "checkout_sessions_tenant_id_provider_session_id_key" ON "checkout_sessions"("tenant_id", "provider_session_id");

-- CreateIndex
CREATE INDEX "provider_events_tenant_id_processed_at_idx" ON "provider_events"("tenant_id", "processed_at");

-- CreateIndex
CREATE UNIQUE INDEX "provider_events_tenant_id_provider_provider_event_id_key" ON "provider_events"("tenant_id", "provider", "provider_event_id");

-- CreateIndex
CREATE INDEX "correction_requests_tenant_id_invoice_id_idx" ON "correction_requests"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "correction_requests_tenant_id_customer_id_idx" ON "correction_requests"("tenant_id", "customer_id");

-- CreateIndex
CREATE INDEX "correction_requests_tenant_id_request_key_idx" ON "correction_requests"("tenant_id", "request_key");

-- CreateIndex
CREATE INDEX "correction_requests_tenant_id_status_updated_at_idx" ON "correction_requests"("tenant_id", "status", "updated_at");

-- CreateIndex
CREATE INDEX "usage_records_tenant_id_feature_id_customer_id_dimension_idx" ON "usage_records"("tenant_id", "feature_id", "customer_id", "dimension");

-- CreateIndex
CREATE INDEX "usage_records_tenant_id_subscription_id_idx" ON "usage_records"("tenant_id", "subscription_id");

-- CreateIndex
CREATE INDEX "usage_ledger_tenant_id_record_id_idx" ON "usage_ledger"("tenant_id", "record_id");

-- CreateIndex
CREATE INDEX "usage_ledger_tenant_id_customer_id_id_idx" ON "usage_ledger"("tenant_id", "customer_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "usage_ledger_tenant_id_event_id_key" ON "usage_ledger"("tenant_id", "event_id");

-- CreateIndex
CREATE INDEX "usage_reservations_tenant_id_record_id_idx" ON "usage_reservations"("tenant_id", "record_id");

-- CreateIndex
CREATE INDEX "usage_reservations_tenant_id_customer_id_idx" ON "usage_reservations"("tenant_id", "customer_id");

-- CreateIndex
CREATE INDEX "usage_reservations_tenant_id_feature_id_idx" ON "usage_reservations"("tenant_id", "feature_id");

-- CreateIndex
CREATE INDEX "usage_reservations_tenant_id_status_expires_at_idx" ON "usage_reservations"("tenant_id", "status", "expires_at");

-- CreateIndex
CREATE INDEX "usage_reservations_tenant_id_part_of_idx" ON "usage_reservations"("tenant_id", "part_of");

-- CreateIndex
CREATE INDEX "credit_notes_tenant_id_invoice_id_idx" ON "credit_notes"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "credit_notes_tenant_id_customer_id_id_idx" ON "credit_notes"("tenant_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "credit_notes_tenant_id_issued_at_id_idx" ON "credit_notes"("tenant_id", "issued_at", "id");

-- CreateIndex
CREATE INDEX "credit_notes_tenant_id_subscription_id_id_idx" ON "credit_notes"("tenant_id", "subscription_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "credit_notes_tenant_id_number_key" ON "credit_notes"("tenant_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "credit_notes_tenant_id_provider_provider_credit_note_id_key" ON "credit_notes"("tenant_id", "provider", "provider_credit_note_id");

-- CreateIndex
CREATE UNIQUE INDEX "credit_note_lines_tenant_id_credit_note_id_position_key" ON "credit_note_lines"("tenant_id", "credit_note_id", "position");

-- CreateIndex
CREATE INDEX "disputes_tenant_id_invoice_id_idx" ON "disputes"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "disputes_tenant_id_customer_id_id_idx" ON "disputes"("tenant_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "disputes_tenant_id_status_idx" ON "disputes"("tenant_id", "status");

-- CreateIndex
CREATE UNIQUE INDEX "disputes_tenant_id_provider_provider_dispute_id_key" ON "disputes"("tenant_id", "provider", "provider_dispute_id");

-- CreateIndex
CREATE INDEX "invoice_notices_tenant_id_invoice_id_idx" ON "invoice_notices"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "invoice_notices_tenant_id_customer_id_idx" ON "invoice_notices"("tenant_id", "customer_id");

-- CreateIndex
CREATE INDEX "invoice_notices_tenant_id_closed_at_id_idx" ON "invoice_notices"("tenant_id", "closed_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_notices_tenant_id_kind_provider_object_id_key" ON "invoice_notices"("tenant_id", "kind", "provider_object_id");

-- CreateIndex
CREATE INDEX "invoices_tenant_id_customer_id_id_idx" ON "invoices"("tenant_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "invoices_tenant_id_display_number_idx" ON "invoices"("tenant_id", "display_number");

-- CreateIndex
CREATE INDEX "invoices_tenant_id_subscription_id_id_idx" ON "invoices"("tenant_id", "subscription_id", "id");

-- CreateIndex
CREATE INDEX "invoices_tenant_id_status_due_at_idx" ON "invoices"("tenant_id", "status", "due_at");

-- CreateIndex
CREATE INDEX "invoices_tenant_id_issued_at_id_idx" ON "invoices"("tenant_id", "issued_at", "id");

-- CreateIndex
CREATE INDEX "invoices_tenant_id_created_at_id_idx" ON "invoices"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_tenant_id_number_key" ON "invoices"("tenant_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_tenant_id_provider_provider_invoice_id_key" ON "invoices"("tenant_id", "provider", "provider_invoice_id");

-- CreateIndex
CREATE INDEX "invoice_payments_tenant_id_invoice_id_idx" ON "invoice_payments"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "invoice_decisions_tenant_id_invoice_id_id_idx" ON "invoice_decisions"("tenant_id", "invoice_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_lines_tenant_id_invoice_id_position_key" ON "invoice_lines"("tenant_id", "invoice_id", "position");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_lines_tenant_id_invoice_id_provider_line_id_key" ON "invoice_lines"("tenant_id", "invoice_id", "provider_line_id");

-- CreateIndex
CREATE INDEX "overrides_tenant_id_customer_id_feature_id_idx" ON "overrides"("tenant_id", "customer_id", "feature_id");

-- CreateIndex
CREATE INDEX "overrides_tenant_id_feature_id_idx" ON "overrides"("tenant_id", "feature_id");

-- CreateIndex
CREATE INDEX "pack_migrations_tenant_id_from_pack_id_idx" ON "pack_migrations"("tenant_id", "from_pack_id");

-- CreateIndex
CREATE INDEX "pack_migrations_tenant_id_to_pack_id_idx" ON "pack_migrations"("tenant_id", "to_pack_id");

-- CreateIndex
CREATE INDEX "pack_migrations_tenant_id_status_idx" ON "pack_migrations"("tenant_id", "status");

-- CreateIndex
CREATE INDEX "pack_migration_items_tenant_id_subscription_id_idx" ON "pack_migration_items"("tenant_id", "subscription_id");

-- CreateIndex
CREATE INDEX "refunds_tenant_id_invoice_id_idx" ON "refunds"("tenant_id", "invoice_id");

-- CreateIndex
CREATE INDEX "refunds_tenant_id_customer_id_id_idx" ON "refunds"("tenant_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "refunds_tenant_id_created_at_id_idx" ON "refunds"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "refunds_tenant_id_credit_note_id_idx" ON "refunds"("tenant_id", "credit_note_id");

-- CreateIndex
CREATE UNIQUE INDEX "refunds_tenant_id_provider_provider_refund_id_key" ON "refunds"("tenant_id", "provider", "provider_refund_id");

-- CreateIndex
CREATE INDEX "subscriptions_tenant_id_customer_id_idx" ON "subscriptions"("tenant_id", "customer_id");

-- CreateIndex
CREATE INDEX "subscriptions_tenant_id_product_id_idx" ON "subscriptions"("tenant_id", "product_id");

-- CreateIndex
CREATE INDEX "subscriptions_tenant_id_plan_id_idx" ON "subscriptions"("tenant_id", "plan_id");

-- CreateIndex
CREATE INDEX "subscriptions_tenant_id_plan_price_id_idx" ON "subscriptions"("tenant_id", "plan_price_id");

-- CreateIndex
CREATE INDEX "subscriptions_tenant_id_pack_id_idx" ON "subscriptions"("tenant_id", "pack_id");

-- CreateIndex
CREATE INDEX "subscriptions_tenant_id_pending_plan_price_id_idx" ON "subscriptions"("tenant_id", "pending_plan_price_id");

-- CreateIndex
CREATE INDEX "subscriptions_tenant_id_pending_pack_id_idx" ON "subscriptions"("tenant_id", "pending_pack_id");

-- CreateIndex
CREATE INDEX "subscriptions_tenant_id_status_created_at_id_idx" ON "subscriptions"("tenant_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "subscriptions_tenant_id_created_at_id_idx" ON "subscriptions"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "subscriptions_tenant_id_current_period_end_idx" ON "subscriptions"("tenant_id", "current_period_end");

-- CreateIndex
CREATE INDEX "subscriptions_tenant_id_pending_pack_at_idx" ON "subscriptions"("tenant_id", "pending_pack_at");

-- CreateIndex
CREATE INDEX "subscriptions_tenant_id_pending_change_at_idx" ON "subscriptions"("tenant_id", "pending_change_at");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_tenant_id_provider_provider_subscription_id_key" ON "subscriptions"("tenant_id", "provider", "provider_subscription_id");

-- CreateIndex
CREATE INDEX "subscription_drivers_tenant_id_feature_id_idx" ON "subscription_drivers"("tenant_id", "feature_id");

-- CreateIndex
CREATE INDEX "customer_grants_tenant_id_subscription_id_idx" ON "customer_grants"("tenant_id", "subscription_id");

-- CreateIndex
CREATE INDEX "customer_grants_tenant_id_plan_price_id_idx" ON "customer_grants"("tenant_id", "plan_price_id");

-- CreateIndex
CREATE INDEX "customer_grants_tenant_id_pack_id_idx" ON "customer_grants"("tenant_id", "pack_id");

-- CreateIndex
CREATE UNIQUE INDEX "customer_grants_tenant_id_customer_id_source_id_key" ON "customer_grants"("tenant_id", "customer_id", "source_id");

-- CreateIndex
CREATE INDEX "quotes_tenant_id_subscription_id_idx" ON "quotes"("tenant_id", "subscription_id");

-- CreateIndex
CREATE INDEX "quotes_tenant_id_plan_price_id_idx" ON "quotes"("tenant_id", "plan_price_id");

-- CreateIndex
CREATE INDEX "provider_operations_tenant_id_customer_id_product_id_idx" ON "provider_operations"("tenant_id", "customer_id", "product_id");

-- CreateIndex
CREATE INDEX "provider_operations_tenant_id_product_id_idx" ON "provider_operations"("tenant_id", "product_id");

-- CreateIndex
CREATE INDEX "provider_operations_tenant_id_status_lease_until_idx" ON "provider_operations"("tenant_id", "status", "lease_until");

-- CreateIndex
CREATE INDEX "provider_operations_tenant_id_request_key_idx" ON "provider_operations"("tenant_id", "request_key");

-- CreateIndex
CREATE INDEX "surplus_subscriptions_tenant_id_customer_id_idx" ON "surplus_subscriptions"("tenant_id", "customer_id");

-- CreateIndex
CREATE INDEX "surplus_subscriptions_tenant_id_product_id_idx" ON "surplus_subscriptions"("tenant_id", "product_id");

-- CreateIndex
CREATE INDEX "surplus_subscriptions_tenant_id_status_idx" ON "surplus_subscriptions"("tenant_id", "status");

-- CreateIndex
CREATE UNIQUE INDEX "surplus_subscriptions_tenant_id_provider_subscription_id_key" ON "surplus_subscriptions"("tenant_id", "provider_subscription_id");

-- CreateIndex
CREATE INDEX "subscription_terms_tenant_id_customer_id_idx" ON "subscription_terms"("tenant_id", "customer_id");

-- CreateIndex
CREATE INDEX "subscription_terms_tenant_id_plan_price_id_idx" ON "subscription_terms"("tenant_id", "plan_price_id");

-- CreateIndex
CREATE INDEX "subscription_terms_tenant_id_pack_id_idx" ON "subscription_terms"("tenant_id", "pack_id");

-- CreateIndex
CREATE UNIQUE INDEX "subscription_terms_tenant_id_subscription_id_from_at_key" ON "subscription_terms"("tenant_id", "subscription_id", "from_at");

-- CreateIndex
CREATE INDEX "products_tenant_id_free_plan_id_idx" ON "products"("tenant_id", "free_plan_id");

-- CreateIndex
CREATE UNIQUE INDEX "products_tenant_id_slug_key" ON "products"("tenant_id", "slug");

-- CreateIndex
CREATE INDEX "plans_tenant_id_includes_plan_id_idx" ON "plans"("tenant_id", "includes_plan_id");

-- CreateIndex
CREATE UNIQUE INDEX "plans_tenant_id_product_id_slug_key" ON "plans"("tenant_id", "product_id", "slug");

-- CreateIndex
CREATE INDEX "plan_prices_tenant_id_plan_id_idx" ON "plan_prices"("tenant_id", "plan_id");

-- CreateIndex
CREATE UNIQUE INDEX "features_tenant_id_key_key" ON "features"("tenant_id", "key");

-- CreateIndex
CREATE UNIQUE INDEX "packs_tenant_id_plan_id_version_key" ON "packs"("tenant_id", "plan_id", "version");

-- CreateIndex
CREATE INDEX "pack_entitlements_tenant_id_feature_id_idx" ON "pack_entitlements"("tenant_id", "feature_id");

-- CreateIndex
CREATE UNIQUE INDEX "pack_entitlements_tenant_id_pack_id_feature_id_key" ON "pack_entitlements"("tenant_id", "pack_id", "feature_id");

-- CreateIndex
CREATE INDEX "customers_tenant_id_email_idx" ON "customers"("tenant_id", "email");

-- CreateIndex
CREATE INDEX "customers_tenant_id_created_at_id_idx" ON "customers"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "customers_tenant_id_test_clock_id_idx" ON "customers"("tenant_id", "test_clock_id");

-- CreateIndex
CREATE UNIQUE INDEX "customers_tenant_id_external_id_key" ON "customers"("tenant_id", "external_id");

-- CreateIndex
CREATE INDEX "customer_notes_tenant_id_customer_id_id_idx" ON "customer_notes"("tenant_id", "customer_id", "id");

-- CreateIndex
CREATE INDEX "events_tenant_id_created_at_id_idx" ON "events"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "events_tenant_id_type_created_at_idx" ON "events"("tenant_id", "type", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "events_tenant_id_object_id_sequence_key" ON "events"("tenant_id", "object_id", "sequence");

-- CreateIndex
CREATE INDEX "mail_messages_tenant_id_status_id_idx" ON "mail_messages"("tenant_id", "status", "id");

-- CreateIndex
CREATE INDEX "mail_messages_tenant_id_to_id_idx" ON "mail_messages"("tenant_id", "to", "id");

-- CreateIndex
CREATE UNIQUE INDEX "mail_messages_tenant_id_dedupe_key_key" ON "mail_messages"("tenant_id", "dedupe_key");

-- CreateIndex
CREATE INDEX "memberships_tenant_id_target_tenant_id_idx" ON "memberships"("tenant_id", "target_tenant_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_tenant_id_expires_at_idx" ON "idempotency_keys"("tenant_id", "expires_at");

-- CreateIndex
CREATE INDEX "throttle_buckets_expire_idx" ON "throttle_buckets"("expire");

-- CreateIndex
CREATE INDEX "erasures_tenant_id_status_idx" ON "erasures"("tenant_id", "status");

-- CreateIndex
CREATE UNIQUE INDEX "tenants_slug_key" ON "tenants"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "exchange_rates_tenant_id_into_currency_currency_valid_from_key" ON "exchange_rates"("tenant_id", "into_currency", "currency", "valid_from");

-- CreateIndex
CREATE INDEX "users_tenant_id_customer_id_idx" ON "users"("tenant_id", "customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_tenant_id_email_key" ON "users"("tenant_id", "email");

-- CreateIndex
CREATE INDEX "webhook_secrets_tenant_id_endpoint_id_idx" ON "webhook_secrets"("tenant_id", "endpoint_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_tenant_id_event_id_idx" ON "webhook_deliveries"("tenant_id", "event_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_tenant_id_endpoint_id_status_next_attemp_idx" ON "webhook_deliveries"("tenant_id", "endpoint_id", "status", "next_attempt_at");

-- CreateIndex
CREATE INDEX "webhook_attempts_tenant_id_endpoint_id_event_id_idx" ON "webhook_attempts"("tenant_id", "endpoint_id", "event_id");

-- CreateIndex
CREATE INDEX "webhook_attempts_tenant_id_started_at_idx" ON "webhook_attempts"("tenant_id", "started_at");

-- AddForeignKey
ALTER TABLE "waitlist_counts" ADD CONSTRAINT "waitlist_counts_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_tenant_id_referred_by_id_fkey" FOREIGN KEY ("tenant_id", "referred_by_id") REFERENCES "waitlist_entries"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invitation_tokens" ADD CONSTRAINT "invitation_tokens_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invitation_tokens" ADD CONSTRAINT "invitation_tokens_tenant_id_waitlist_entry_id_fkey" FOREIGN KEY ("tenant_id", "waitlist_entry_id") REFERENCES "waitlist_entries"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invitation_codes" ADD CONSTRAINT "invitation_codes_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invitation_codes" ADD CONSTRAINT "invitation_codes_tenant_id_grant_plan_price_id_fkey" FOREIGN KEY ("tenant_id", "grant_plan_price_id") REFERENCES "plan_prices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invitation_codes" ADD CONSTRAINT "invitation_codes_tenant_id_grant_pack_id_fkey" FOREIGN KEY ("tenant_id", "grant_pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invitation_redemptions" ADD CONSTRAINT "invitation_redemptions_tenant_id_code_id_fkey" FOREIGN KEY ("tenant_id", "code_id") REFERENCES "invitation_codes"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invitation_redemptions" ADD CONSTRAINT "invitation_redemptions_tenant_id_token_id_fkey" FOREIGN KEY ("tenant_id", "token_id") REFERENCES "invitation_tokens"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invitation_redemptions" ADD CONSTRAINT "invitation_redemptions_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "applications" ADD CONSTRAINT "applications_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "application_credentials" ADD CONSTRAINT "application_credentials_tenant_id_application_id_fkey" FOREIGN KEY ("tenant_id", "application_id") REFERENCES "applications"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "application_directory" ADD CONSTRAINT "application_directory_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "application_directory" ADD CONSTRAINT "application_directory_tenant_id_application_id_fkey" FOREIGN KEY ("tenant_id", "application_id") REFERENCES "applications"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "audit_chains" ADD CONSTRAINT "audit_chains_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "user_identities" ADD CONSTRAINT "user_identities_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tenant_id_application_id_fkey" FOREIGN KEY ("tenant_id", "application_id") REFERENCES "applications"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_tenant_id_session_id_fkey" FOREIGN KEY ("tenant_id", "session_id") REFERENCES "sessions"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "user_tokens" ADD CONSTRAINT "user_tokens_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "registrations" ADD CONSTRAINT "registrations_tenant_id_code_id_fkey" FOREIGN KEY ("tenant_id", "code_id") REFERENCES "invitation_codes"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "provider_references" ADD CONSTRAINT "provider_references_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "provider_price_aliases" ADD CONSTRAINT "provider_price_aliases_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "provider_price_aliases" ADD CONSTRAINT "provider_price_aliases_tenant_id_plan_price_id_fkey" FOREIGN KEY ("tenant_id", "plan_price_id") REFERENCES "plan_prices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "reconciliation_runs" ADD CONSTRAINT "reconciliation_runs_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "drift_mends" ADD CONSTRAINT "drift_mends_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "import_claims" ADD CONSTRAINT "import_claims_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "subscriptions"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "charges" ADD CONSTRAINT "charges_tenant_id_corrects_fkey" FOREIGN KEY ("tenant_id", "corrects") REFERENCES "charges"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "charge_placements" ADD CONSTRAINT "charge_placements_tenant_id_charge_id_fkey" FOREIGN KEY ("tenant_id", "charge_id") REFERENCES "charges"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "charge_placements" ADD CONSTRAINT "charge_placements_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "balance_transactions" ADD CONSTRAINT "balance_transactions_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "journal_transfers" ADD CONSTRAINT "journal_transfers_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_tenant_id_plan_price_id_fkey" FOREIGN KEY ("tenant_id", "plan_price_id") REFERENCES "plan_prices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_tenant_id_pack_id_fkey" FOREIGN KEY ("tenant_id", "pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_tenant_id_grant_id_fkey" FOREIGN KEY ("tenant_id", "grant_id") REFERENCES "customer_grants"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "correction_requests" ADD CONSTRAINT "correction_requests_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "correction_requests" ADD CONSTRAINT "correction_requests_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "usage_records" ADD CONSTRAINT "usage_records_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "usage_records" ADD CONSTRAINT "usage_records_tenant_id_feature_id_fkey" FOREIGN KEY ("tenant_id", "feature_id") REFERENCES "features"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "usage_records" ADD CONSTRAINT "usage_records_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "subscriptions"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "usage_ledger" ADD CONSTRAINT "usage_ledger_tenant_id_record_id_fkey" FOREIGN KEY ("tenant_id", "record_id") REFERENCES "usage_records"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "usage_ledger" ADD CONSTRAINT "usage_ledger_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "usage_reservations" ADD CONSTRAINT "usage_reservations_tenant_id_record_id_fkey" FOREIGN KEY ("tenant_id", "record_id") REFERENCES "usage_records"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "usage_reservations" ADD CONSTRAINT "usage_reservations_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "usage_reservations" ADD CONSTRAINT "usage_reservations_tenant_id_feature_id_fkey" FOREIGN KEY ("tenant_id", "feature_id") REFERENCES "features"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "credit_notes" ADD CONSTRAINT "credit_notes_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "subscriptions"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "credit_note_lines" ADD CONSTRAINT "credit_note_lines_tenant_id_credit_note_id_fkey" FOREIGN KEY ("tenant_id", "credit_note_id") REFERENCES "credit_notes"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice_notices" ADD CONSTRAINT "invoice_notices_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice_notices" ADD CONSTRAINT "invoice_notices_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "subscriptions"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice_payments" ADD CONSTRAINT "invoice_payments_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice_decisions" ADD CONSTRAINT "invoice_decisions_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "overrides" ADD CONSTRAINT "overrides_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "overrides" ADD CONSTRAINT "overrides_tenant_id_feature_id_fkey" FOREIGN KEY ("tenant_id", "feature_id") REFERENCES "features"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "pack_migrations" ADD CONSTRAINT "pack_migrations_tenant_id_from_pack_id_fkey" FOREIGN KEY ("tenant_id", "from_pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "pack_migrations" ADD CONSTRAINT "pack_migrations_tenant_id_to_pack_id_fkey" FOREIGN KEY ("tenant_id", "to_pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "pack_migration_items" ADD CONSTRAINT "pack_migration_items_tenant_id_migration_id_fkey" FOREIGN KEY ("tenant_id", "migration_id") REFERENCES "pack_migrations"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "pack_migration_items" ADD CONSTRAINT "pack_migration_items_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "subscriptions"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_tenant_id_credit_note_id_fkey" FOREIGN KEY ("tenant_id", "credit_note_id") REFERENCES "credit_notes"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_product_id_fkey" FOREIGN KEY ("tenant_id", "product_id") REFERENCES "products"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_plan_id_fkey" FOREIGN KEY ("tenant_id", "plan_id") REFERENCES "plans"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_plan_price_id_fkey" FOREIGN KEY ("tenant_id", "plan_price_id") REFERENCES "plan_prices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_pack_id_fkey" FOREIGN KEY ("tenant_id", "pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_pending_plan_price_id_fkey" FOREIGN KEY ("tenant_id", "pending_plan_price_id") REFERENCES "plan_prices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_pending_pack_id_fkey" FOREIGN KEY ("tenant_id", "pending_pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscription_drivers" ADD CONSTRAINT "subscription_drivers_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "subscriptions"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscription_drivers" ADD CONSTRAINT "subscription_drivers_tenant_id_feature_id_fkey" FOREIGN KEY ("tenant_id", "feature_id") REFERENCES "features"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "customer_grants" ADD CONSTRAINT "customer_grants_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "customer_grants" ADD CONSTRAINT "customer_grants_tenant_id_plan_price_id_fkey" FOREIGN KEY ("tenant_id", "plan_price_id") REFERENCES "plan_prices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "customer_grants" ADD CONSTRAINT "customer_grants_tenant_id_pack_id_fkey" FOREIGN KEY ("tenant_id", "pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "trial_uses" ADD CONSTRAINT "trial_uses_tenant_id_product_id_fkey" FOREIGN KEY ("tenant_id", "product_id") REFERENCES "products"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "subscriptions"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_tenant_id_plan_price_id_fkey" FOREIGN KEY ("tenant_id", "plan_price_id") REFERENCES "plan_prices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "provider_operations" ADD CONSTRAINT "provider_operations_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "provider_operations" ADD CONSTRAINT "provider_operations_tenant_id_product_id_fkey" FOREIGN KEY ("tenant_id", "product_id") REFERENCES "products"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "surplus_subscriptions" ADD CONSTRAINT "surplus_subscriptions_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "surplus_subscriptions" ADD CONSTRAINT "surplus_subscriptions_tenant_id_product_id_fkey" FOREIGN KEY ("tenant_id", "product_id") REFERENCES "products"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscription_terms" ADD CONSTRAINT "subscription_terms_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "subscriptions"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscription_terms" ADD CONSTRAINT "subscription_terms_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscription_terms" ADD CONSTRAINT "subscription_terms_tenant_id_plan_price_id_fkey" FOREIGN KEY ("tenant_id", "plan_price_id") REFERENCES "plan_prices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "subscription_terms" ADD CONSTRAINT "subscription_terms_tenant_id_pack_id_fkey" FOREIGN KEY ("tenant_id", "pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "products" ADD CONSTRAINT "products_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "products" ADD CONSTRAINT "products_tenant_id_free_plan_id_fkey" FOREIGN KEY ("tenant_id", "free_plan_id") REFERENCES "plans"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "plans" ADD CONSTRAINT "plans_tenant_id_product_id_fkey" FOREIGN KEY ("tenant_id", "product_id") REFERENCES "products"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "plans" ADD CONSTRAINT "plans_tenant_id_includes_plan_id_fkey" FOREIGN KEY ("tenant_id", "includes_plan_id") REFERENCES "plans"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "plan_prices" ADD CONSTRAINT "plan_prices_tenant_id_plan_id_fkey" FOREIGN KEY ("tenant_id", "plan_id") REFERENCES "plans"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "features" ADD CONSTRAINT "features_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "packs" ADD CONSTRAINT "packs_tenant_id_plan_id_fkey" FOREIGN KEY ("tenant_id", "plan_id") REFERENCES "plans"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "pack_entitlements" ADD CONSTRAINT "pack_entitlements_tenant_id_pack_id_fkey" FOREIGN KEY ("tenant_id", "pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "pack_entitlements" ADD CONSTRAINT "pack_entitlements_tenant_id_feature_id_fkey" FOREIGN KEY ("tenant_id", "feature_id") REFERENCES "features"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "pack_entitlement_prices" ADD CONSTRAINT "pack_entitlement_prices_tenant_id_entitlement_id_fkey" FOREIGN KEY ("tenant_id", "entitlement_id") REFERENCES "pack_entitlements"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "customers" ADD CONSTRAINT "customers_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "customers" ADD CONSTRAINT "customers_tenant_id_test_clock_id_fkey" FOREIGN KEY ("tenant_id", "test_clock_id") REFERENCES "test_clocks"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "customer_notes" ADD CONSTRAINT "customer_notes_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tax_id_syncs" ADD CONSTRAINT "tax_id_syncs_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "object_sequences" ADD CONSTRAINT "object_sequences_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_target_tenant_id_fkey" FOREIGN KEY ("target_tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_tenant_id_application_id_fkey" FOREIGN KEY ("tenant_id", "application_id") REFERENCES "applications"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "erasures" ADD CONSTRAINT "erasures_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tenant_grants" ADD CONSTRAINT "tenant_grants_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tenant_grants" ADD CONSTRAINT "tenant_grants_granted_tenant_id_fkey" FOREIGN KEY ("granted_tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "provider_accounts" ADD CONSTRAINT "provider_accounts_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "exchange_rates" ADD CONSTRAINT "exchange_rates_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "tenant_logos" ADD CONSTRAINT "tenant_logos_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "test_clocks" ADD CONSTRAINT "test_clocks_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_secrets" ADD CONSTRAINT "webhook_secrets_tenant_id_endpoint_id_fkey" FOREIGN KEY ("tenant_id", "endpoint_id") REFERENCES "webhook_endpoints"("tenant_id", "id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "events"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "webhook_attempts" ADD CONSTRAINT "webhook_attempts_tenant_id_endpoint_id_event_id_fkey" FOREIGN KEY ("tenant_id", "endpoint_id", "event_id") REFERENCES "webhook_deliveries"("tenant_id", "endpoint_id", "event_id") ON DELETE CASCADE ON UPDATE NO ACTION;

alter table "waitlist_counts" enable row level security;
create policy "own_tenant" on "waitlist_counts" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "waitlist_entries" enable row level security;
create policy "own_tenant" on "waitlist_entries" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "invitation_tokens" enable row level security;
create policy "own_tenant" on "invitation_tokens" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "invitation_codes" enable row level security;
create policy "own_tenant" on "invitation_codes" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "invitation_redemptions" enable row level security;
create policy "own_tenant" on "invitation_redemptions" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "applications" enable row level security;
create policy "own_tenant" on "applications" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "application_credentials" enable row level security;
create policy "own_tenant" on "application_credentials" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "audit_entries" enable row level security;
create policy "own_tenant" on "audit_entries" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "audit_chains" enable row level security;
create policy "own_tenant" on "audit_chains" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "user_identities" enable row level security;
create policy "own_tenant" on "user_identities" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "sessions" enable row level security;
create policy "own_tenant" on "sessions" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "refresh_tokens" enable row level security;
create policy "own_tenant" on "refresh_tokens" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "user_tokens" enable row level security;
create policy "own_tenant" on "user_tokens" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "registrations" enable row level security;
create policy "own_tenant" on "registrations" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "provider_references" enable row level security;
create policy "own_tenant" on "provider_references" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "provider_price_aliases" enable row level security;
create policy "own_tenant" on "provider_price_aliases" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "reconciliation_runs" enable row level security;
create policy "own_tenant" on "reconciliation_runs" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "drift_mends" enable row level security;
create policy "own_tenant" on "drift_mends" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "import_claims" enable row level security;
create policy "own_tenant" on "import_claims" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "charges" enable row level security;
create policy "own_tenant" on "charges" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "charge_placements" enable row level security;
create policy "own_tenant" on "charge_placements" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "balance_transactions" enable row level security;
create policy "own_tenant" on "balance_transactions" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "journal_transfers" enable row level security;
create policy "own_tenant" on "journal_transfers" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "checkout_sessions" enable row level security;
create policy "own_tenant" on "checkout_sessions" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "provider_events" enable row level security;
create policy "own_tenant" on "provider_events" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "correction_requests" enable row level security;
create policy "own_tenant" on "correction_requests" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "usage_records" enable row level security;
create policy "own_tenant" on "usage_records" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "usage_terms" enable row level security;
create policy "own_tenant" on "usage_terms" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "usage_ledger" enable row level security;
create policy "own_tenant" on "usage_ledger" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "usage_reservations" enable row level security;
create policy "own_tenant" on "usage_reservations" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "credit_notes" enable row level security;
create policy "own_tenant" on "credit_notes" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "credit_note_lines" enable row level security;
create policy "own_tenant" on "credit_note_lines" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "disputes" enable row level security;
create policy "own_tenant" on "disputes" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "invoice_notices" enable row level security;
create policy "own_tenant" on "invoice_notices" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "invoices" enable row level security;
create policy "own_tenant" on "invoices" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "invoice_payments" enable row level security;
create policy "own_tenant" on "invoice_payments" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "invoice_decisions" enable row level security;
create policy "own_tenant" on "invoice_decisions" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "invoice_lines" enable row level security;
create policy "own_tenant" on "invoice_lines" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "overrides" enable row level security;
create policy "own_tenant" on "overrides" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "pack_migrations" enable row level security;
create policy "own_tenant" on "pack_migrations" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "pack_migration_items" enable row level security;
create policy "own_tenant" on "pack_migration_items" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "refunds" enable row level security;
create policy "own_tenant" on "refunds" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "subscriptions" enable row level security;
create policy "own_tenant" on "subscriptions" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "subscription_drivers" enable row level security;
create policy "own_tenant" on "subscription_drivers" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "customer_grants" enable row level security;
create policy "own_tenant" on "customer_grants" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "trial_uses" enable row level security;
create policy "own_tenant" on "trial_uses" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "quotes" enable row level security;
create policy "own_tenant" on "quotes" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "provider_operations" enable row level security;
create policy "own_tenant" on "provider_operations" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "surplus_subscriptions" enable row level security;
create policy "own_tenant" on "surplus_subscriptions" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "subscription_terms" enable row level security;
create policy "own_tenant" on "subscription_terms" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "products" enable row level security;
create policy "own_tenant" on "products" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "plans" enable row level security;
create policy "own_tenant" on "plans" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "plan_prices" enable row level security;
create policy "own_tenant" on "plan_prices" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "features" enable row level security;
create policy "own_tenant" on "features" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "packs" enable row level security;
create policy "own_tenant" on "packs" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "pack_entitlements" enable row level security;
create policy "own_tenant" on "pack_entitlements" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "pack_entitlement_prices" enable row level security;
create policy "own_tenant" on "pack_entitlement_prices" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "customers" enable row level security;
create policy "own_tenant" on "customers" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "customer_notes" enable row level security;
create policy "own_tenant" on "customer_notes" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "tax_id_syncs" enable row level security;
create policy "own_tenant" on "tax_id_syncs" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "events" enable row level security;
create policy "own_tenant" on "events" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "object_sequences" enable row level security;
create policy "own_tenant" on "object_sequences" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "mail_messages" enable row level security;
create policy "own_tenant" on "mail_messages" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "memberships" enable row level security;
create policy "own_tenant" on "memberships" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "idempotency_keys" enable row level security;
create policy "own_tenant" on "idempotency_keys" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "erasures" enable row level security;
create policy "own_tenant" on "erasures" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "tenant_grants" enable row level security;
create policy "own_tenant" on "tenant_grants" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "provider_accounts" enable row level security;
create policy "own_tenant" on "provider_accounts" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "exchange_rates" enable row level security;
create policy "own_tenant" on "exchange_rates" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "tenant_logos" enable row level security;
create policy "own_tenant" on "tenant_logos" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "test_clocks" enable row level security;
create policy "own_tenant" on "test_clocks" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "users" enable row level security;
create policy "own_tenant" on "users" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "webhook_endpoints" enable row level security;
create policy "own_tenant" on "webhook_endpoints" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "webhook_secrets" enable row level security;
create policy "own_tenant" on "webhook_secrets" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "webhook_deliveries" enable row level security;
create policy "own_tenant" on "webhook_deliveries" using ("tenant_id" = current_setting('usher.tenant_id', true));

alter table "webhook_attempts" enable row level security;
create policy "own_tenant" on "webhook_attempts" using ("tenant_id" = current_setting('usher.tenant_id', true));

-- What follows is written by hand: Prisma's schema has no words for it. Checks and indexes, by table.

alter table "audit_entries" add constraint "audit_entries_sealed" check (num_nonnulls("position", digest, hash) in (0, 3));
create index "audit_entries_unsealed" on "audit_entries" (tenant_id, created_at, id)
  where "position" is null;

-- Charges that were sent to the card provider and are on no invoice, by when they are due (periods/due-work.ts).
create index "charge_placements_due" on "charge_placements" (tenant_id, due_at)
  where kind = 'INVOICE' and ended_at is null and invoice_id is null;
-- A charge is in one place.
create unique index "charge_placements_one_live" on "charge_placements" (tenant_id, charge_id)
  where ended_at is null;
-- What jobs look for: charges that wait, are held, or were sent and have not come back.
create index "charge_placements_open" on "charge_placements" (tenant_id, kind, id)
  where ended_at is null and invoice_id is null and kind <> 'WRITTEN_OFF';
-- Items that the card provider has, as far as we know, and that are on no invoice yet: the one that was not asked about longest first.
create index "charge_placements_to_check" on "charge_placements" (tenant_id, checked_at nulls first, id)
  where kind = 'INVOICE' and ended_at is null and invoice_id is null and provider_item_id is not null;

alter table "charges"
  add constraint "charges_correct_another" check (corrects <> id),
  add constraint "charges_not_zero" check (amount <> 0);
-- What customers' balances with the card provider were in an account and mode that their tenant left, by the account.
create index "charges_left" on "charges" (tenant_id, source_id)
  where cause = 'CREDIT' and starts_with(key, 'balance:left:');

-- Open pages, for the jobs that close those which were not completed in time.
create index "checkout_sessions_open" on "checkout_sessions" (tenant_id, updated_at)
  where status = 'OPEN';

-- Each is of an invoice, or for a customer.
alter table "correction_requests" add constraint "correction_requests_of_one" check (num_nonnulls(invoice_id, customer_id) = 1);
-- Two at once of one invoice: the first one counts.
create unique index "correction_requests_one_running" on "correction_requests" (tenant_id, invoice_id)
  where status = 'REQUESTED';
-- Two at once for one customer: the first one counts.
create unique index "correction_requests_one_running_for_customer" on "correction_requests" (tenant_id, customer_id)
  where status = 'REQUESTED';

alter table "customer_grants" add constraint "customer_grants_trial_days" check (trial_days >= 0);

-- Who was erased stays so: whoever read the row before, and writes it afterwards, is refused.
alter table "customers"
  add constraint "customers_email" check (email = lower(btrim(email)) and email <> ''),
  add constraint "customers_erased" check (erased_at is null or (email is null and name is null and invoice_address is null and metadata = '{}' and tax_ids = '[]'));
-- The orders in which the dashboard lists; expressions, which schema.prisma cannot say.
create index "customers_tenant_id_email_order_idx" on "customers" (tenant_id, coalesce(email, ''), id);
-- What the hourly sweep looks for.
create index "customers_unpaid_visitors" on "customers" (tenant_id, created_at)
  where email_from = 'VISITOR';

alter table "erasures" add constraint "erasures_forgotten" check ((status = 'DONE') <= (subject_sealed is null));

alter table "events" add constraint "events_sequence" check (sequence >= 1);

alter table "exchange_rates"
  add constraint "exchange_rates_differ" check (currency <> into_currency),
  add constraint "exchange_rates_positive" check (rate > 0);

alter table "idempotency_keys" add constraint "idempotency_keys_answered" check (status = 'RUNNING' or (response_code is not null and response_body is not null));

alter table "invitation_codes"
  add constraint "invitation_codes_max_uses" check (max_uses >= 1 and max_uses <= 1000),
  add constraint "invitation_codes_trial_days" check (grant_trial_days >= 0),
  add constraint "invitation_codes_used_count" check (used_count >= 0 and used_count <= max_uses);

alter table "invitation_redemptions" add constraint "invitation_redemptions_of_one" check ((code_id is null) <> (token_id is null));

alter table "invitation_tokens" add constraint "invitation_tokens_email" check (email = lower(btrim(email)) and email <> '');
-- Invitations that may run out, for the job that looks for them.
create index "invitation_tokens_open" on "invitation_tokens" (tenant_id, expires_at)
  where used_at is null and revoked_at is null and lapsed_at is null;

alter table "invoice_payments" add constraint "invoice_payments_are_money" check (amount > 0);

alter table "invoices"
  add constraint "invoices_currency" check (currency ~ '^[A-Z]{3}$'),
  add constraint "invoices_issued_have_numbers" check (provider = 'PROVIDER_A' or status = 'DRAFT' or number is not null),
  add constraint "invoices_number" check (number >= 1),
  add constraint "invoices_paid" check (amount_paid >= 0),
  add constraint "invoices_paid_at_most_what_is_due" check (amount_paid >= 0 and amount_due >= 0 and (provider = 'PROVIDER_A' or amount_paid <= amount_due));
-- What the worker looks for every minute, in all tenants.
create index "invoices_overdue" on "invoices" (tenant_id, due_at)
  where status = 'OPEN' and provider = 'PROVIDER_B';
-- Invoices that the hourly check reads at the card provider, the least recently checked first (invoices/recheck-invoices.ts).
create index "invoices_to_recheck" on "invoices" (tenant_id, checked_at nulls first, id)
  where provider = 'PROVIDER_A' and provider_invoice_id is not null and (status in ('DRAFT', 'OPEN', 'UNCOLLECTIBLE') or (credit_notes is null and amount_due <> total));

alter table "journal_transfers"
  add constraint "journal_transfers_move" check (debit_account <> credit_account or debit_provider <> credit_provider),
  add constraint "journal_transfers_positive" check (amount > 0);

alter table "mail_messages"
  add constraint "mail_messages_attempts" check (attempts >= 0),
  add constraint "mail_messages_sent" check ((status = 'SENT') = (sent_at is not null));
-- What the worker looks for, most urgent first: as small as the queue, however many mails there have been.
create index "mail_messages_due" on "mail_messages" (tenant_id, expires_at, next_attempt_at)
  where status = 'QUEUED';

alter table "overrides"
  add constraint "overrides_cap" check (overage_cap_amount >= 0),
  add constraint "overrides_ceiling" check (overage_ceiling >= 0),
  add constraint "overrides_limit" check (limit_set >= 0),
  add constraint "overrides_period" check (ends_at > starts_at);

alter table "pack_entitlement_prices"
  add constraint "pack_entitlement_prices_cap" check (overage_cap_amount >= 0),
  add constraint "pack_entitlement_prices_currency" check (currency ~ '^[A-Z]{3}$'),
  add constraint "pack_entitlement_prices_driver" check (driver_step_amount >= 0),
  add constraint "pack_entitlement_prices_unit" check (unit_amount >= 0);
create unique index "pack_entitlement_prices_tenant_id_entitlement_id_currency_i_key" on "pack_entitlement_prices" (tenant_id, entitlement_id, currency, "interval") nulls not distinct;

alter table "pack_entitlements"
  add constraint "pack_entitlements_ceiling" check (overage_ceiling >= 0),
  add constraint "pack_entitlements_dimensions" check (max_dimensions >= 1),
  add constraint "pack_entitlements_driver" check (driver_step_size > 0 and (driver_max_steps is null or driver_max_steps >= 1)),
  add constraint "pack_entitlements_limit" check ("limit" >= 0),
  add constraint "pack_entitlements_rollover" check (rollover_max >= 0),
  add constraint "pack_entitlements_step" check (overage_step > 0);

alter table "pack_migrations" add constraint "pack_migrations_counts" check ((moved >= 0 and moved <= total) and (rolled_back >= 0 and rolled_back <= moved));

alter table "packs" add constraint "packs_version" check (version >= 1);
create unique index "packs_one_active" on "packs" (tenant_id, plan_id)
  where status = 'ACTIVE';

alter table "plan_prices"
  add constraint "plan_prices_amount_not_negative" check (amount >= 0),
  add constraint "plan_prices_currency" check (currency ~ '^[A-Z]{3}$'),
  add constraint "plan_prices_trial_days" check (trial_days >= 0);
create unique index "plan_prices_one_on_sale" on "plan_prices" (tenant_id, plan_id, label_slug, currency, "interval")
  where archived_at is null;

create index "provider_events_payment_failed" on "provider_events" (tenant_id, received_at)
  where type = 'invoice.payment_failed';

create unique index "provider_operations_one_pending" on "provider_operations" (tenant_id, customer_id, product_id)
  where status = 'PENDING';
-- Starts that wait for their cardholder, or that were left with their account, for the job that ends them: it gives back what they had
-- claimed.
create index "provider_operations_unconfirmed_starts" on "provider_operations" (tenant_id, updated_at)
  where kind = 'START' and status = 'FAILED' and failure_code in ('K7002', 'LEFT');

alter table "registrations" add constraint "registrations_email" check (email = lower(btrim(email)) and email <> '');

alter table "subscription_drivers" add constraint "subscription_drivers_steps" check (steps > 0);

alter table "subscription_terms"
  add constraint "subscription_terms_drivers" check (jsonb_typeof(drivers) = 'array'),
  add constraint "subscription_terms_end_after_start" check (to_at > from_at);
create unique index "subscription_terms_one_open" on "subscription_terms" (tenant_id, subscription_id)
  where to_at is null;

alter table "subscriptions"
  add constraint "subscriptions_ended" check (status <> 'CANCELED' or ended_at is not null),
  add constraint "subscriptions_period" check (current_period_end >= current_period_start);
create index "subscriptions_of_ours_due" on "subscriptions" (tenant_id, current_period_end)
  where provider = 'PROVIDER_B' and status <> 'CANCELED';
-- One live subscription of a product.
create unique index "subscriptions_one_live" on "subscriptions" (tenant_id, customer_id, product_id)
  where status <> 'CANCELED';
create index "subscriptions_tenant_id_period_end_order_idx" on "subscriptions" (tenant_id, coalesce(current_period_end, '-infinity'::timestamptz), id);
-- The worker's question: whose unpaid time is to be settled. Few rows have one.
create index "subscriptions_unpaid" on "subscriptions" (tenant_id, id)
  where unpaid_since is not null;

alter table "tenants"
  add constraint "tenants_grace" check (grace_period_days >= 0 and grace_period_days <= 365),
  add constraint "tenants_next_invoice" check (next_invoice_number >= 1),
  add constraint "tenants_parent" check (parent_id is null or mode = 'TEST'),
  add constraint "tenants_slug" check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$');

create index "usage_ledger_parts" on "usage_ledger" (tenant_id, part_of)
  where part_of is not null;

-- Counters and money never go where they make no sense.
alter table "usage_records"
  add constraint "usage_records_billed_not_negative" check (billed_amount >= 0),
  add constraint "usage_records_carried_not_negative" check (carried >= 0 and over_before >= 0 and billed_before >= 0),
  add constraint "usage_records_period" check (period_end > period_start),
  add constraint "usage_records_reserved_not_negative" check (reserved >= 0),
  add constraint "usage_records_rolled_over_not_negative" check (rolled_over >= 0),
  add constraint "usage_records_value_not_negative" check (value >= 0);
-- What the dashboard's figures look for among very many: what was billed past limits, and tries to collect that failed.
create index "usage_records_billed" on "usage_records" (tenant_id, settled_at)
  where billed_amount > 0;
-- The worker's question: whose overage is due.
create index "usage_records_invoice_due" on "usage_records" (tenant_id, invoice_due_at)
  where invoice_due_at is not null;
create unique index "usage_records_open_key" on "usage_records" (tenant_id, customer_id, feature_id, dimension, source_id)
  where status = 'OPEN';
-- One counter for each period of each subscription, and of the free plan's: a period of the free plan can begin at the very
-- moment at which that of a subscription began that has ended since (the customer was made with it).
create unique index "usage_records_period_key" on "usage_records" (tenant_id, customer_id, feature_id, period_start, dimension, subscription_id, source_id) nulls not distinct;
-- Counters that nobody has settled yet, for the job that does.
create index "usage_records_unsettled" on "usage_records" (tenant_id, period_end)
  where settled_at is null;

alter table "usage_reservations" add constraint "usage_reservations_quantity_positive" check (quantity > 0);

alter table "users" add constraint "users_email" check (email = lower(btrim(email)) and email <> '');

alter table "waitlist_entries"
  add constraint "waitlist_entries_email" check (email = lower(btrim(email)) and email <> ''),
  add constraint "waitlist_entries_referrals" check (referral_count >= 0);

-- What is due, endpoint by endpoint; what was delivered weighs nothing here.
create index "webhook_deliveries_due" on "webhook_deliveries" (tenant_id, endpoint_id, next_attempt_at)
  where status = 'PENDING';

alter table "webhook_endpoints" add constraint "webhook_endpoints_types" check (cardinality(types) > 0);

-- Counters are updated in place, without a new entry in each index.
alter table "usage_records" set (fillfactor = 80);

-- Tables of a tenant whose key is another column, or that have no tenant_id in front.
alter table "tenants" enable row level security;
create policy "own_tenant" on "tenants" using ("id" = current_setting('usher.tenant_id', true));
alter table "application_directory" enable row level security;
create policy "own_tenant" on "application_directory" using ("tenant_id" = current_setting('usher.tenant_id', true));
