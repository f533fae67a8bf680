-- CreateEnum
CREATE TYPE "TenantMode" AS ENUM ('LIVE', 'TEST');

-- CreateEnum
CREATE TYPE "SignupPolicy" AS ENUM ('OPEN', 'INVITE_ONLY', 'WAITLIST');

-- CreateEnum
CREATE TYPE "TrialEndPolicy" AS ENUM ('CANCEL', 'PAUSE', 'FREE_PLAN');

-- CreateEnum
CREATE TYPE "DunningEndPolicy" AS ENUM ('UNPAID', 'CANCELED');

-- CreateEnum
CREATE TYPE "ApplicationKind" AS ENUM ('SERVER', 'BROWSER');

-- CreateEnum
CREATE TYPE "CredentialKind" AS ENUM ('IDENTIFIER', 'CLIENT_SECRET');

-- CreateEnum
CREATE TYPE "Role" AS ENUM ('OWNER', 'ADMIN', 'SUPPORT', 'VIEWER');

-- CreateEnum
CREATE TYPE "WaitlistStatus" AS ENUM ('PENDING', 'INVITED', 'REGISTERED', 'REJECTED');

-- CreateEnum
CREATE TYPE "UserTokenPurpose" AS ENUM ('PASSWORD_RESET', 'EMAIL_VERIFICATION');

-- CreateEnum
CREATE TYPE "Provider" AS ENUM ('PROVIDER_A', 'PROVIDER_B');

-- CreateEnum
CREATE TYPE "ProviderObjectKind" AS ENUM ('CUSTOMER', 'PRODUCT', 'PRICE');

-- CreateEnum
CREATE TYPE "Interval" AS ENUM ('DAY', 'WEEK', 'MONTH', 'YEAR');

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
CREATE TYPE "SubscriptionStatus" AS ENUM ('ACTIVE', 'TRIALING', 'PAST_DUE', 'CANCELED', 'UNPAID', 'PAUSED');

-- CreateEnum
CREATE TYPE "ProviderOperationKind" AS ENUM ('START', 'CHANGE_PLAN');

-- CreateEnum
CREATE TYPE "ProviderOperationStatus" AS ENUM ('PENDING', 'SUCCEEDED', 'FAILED');

-- CreateEnum
CREATE TYPE "CheckoutStatus" AS ENUM ('OPEN', 'COMPLETED', 'EXPIRED');

-- CreateEnum
CREATE TYPE "UsageStatus" AS ENUM ('OPEN', 'CLOSED', 'BILLED');

-- CreateEnum
CREATE TYPE "LedgerKind" AS ENUM ('RECORD', 'SET', 'CONFIRM', 'ROLLOVER');

-- CreateEnum
CREATE TYPE "ReservationStatus" AS ENUM ('HELD', 'CONFIRMED', 'RELEASED', 'EXPIRED');

-- CreateEnum
CREATE TYPE "MigrationEffect" AS ENUM ('NOW', 'PERIOD_END');

-- CreateEnum
CREATE TYPE "JobStatus" AS ENUM ('PENDING', 'RUNNING', 'DONE', 'ROLLED_BACK', 'FAILED');

-- CreateEnum
CREATE TYPE "InvoiceStatus" AS ENUM ('DRAFT', 'OPEN', 'PAID', 'VOID', 'UNCOLLECTIBLE');

-- CreateEnum
CREATE TYPE "DeliveryStatus" AS ENUM ('PENDING', 'DELIVERED', 'FAILED');

-- CreateEnum
CREATE TYPE "MailStatus" AS ENUM ('QUEUED', 'SENT', 'FAILED');

-- CreateEnum
CREATE TYPE "IdempotencyStatus" AS ENUM ('RUNNING', 'DONE');

-- CreateEnum
CREATE TYPE "ActorType" AS ENUM ('APPLICATION', 'USER', 'SYSTEM');

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
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "suspended_at" TIMESTAMPTZ(3),

    CONSTRAINT "tenants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "application_directory" (
    "lookup" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "application_id" TEXT NOT NULL,

    CONSTRAINT "application_directory_pkey" PRIMARY KEY ("lookup")
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
CREATE TABLE "tenant_grants" (
    "tenant_id" TEXT NOT NULL,
    "granted_tenant_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tenant_grants_pkey" PRIMARY KEY ("tenant_id","granted_tenant_id")
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
CREATE TABLE "users" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT,
    "password_hash" TEXT,
    "email_verified_at" TIMESTAMPTZ(3),
    "customer_id" TEXT,
    "totp_sealed" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "users_pkey" PRIMARY KEY ("tenant_id","id")
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
    "redeemed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invitation_redemptions_pkey" PRIMARY KEY ("tenant_id","id")
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

    CONSTRAINT "pack_entitlements_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "pack_entitlement_prices" (
    "tenant_id" TEXT NOT NULL,
    "entitlement_id" TEXT NOT NULL,
    "currency" CHAR(3) NOT NULL,
    "pricing" "OveragePricing" NOT NULL DEFAULT 'FLAT',
    "unit_amount" DECIMAL(24,12),
    "tiers" JSONB,
    "overage_cap_amount" BIGINT,
    "driver_step_amount" BIGINT,

    CONSTRAINT "pack_entitlement_prices_pkey" PRIMARY KEY ("tenant_id","entitlement_id","currency")
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
    "rolled_back_at" TIMESTAMPTZ(3),

    CONSTRAINT "pack_migration_items_pkey" PRIMARY KEY ("tenant_id","migration_id","subscription_id")
);

-- CreateTable
CREATE TABLE "customers" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "external_id" TEXT NOT NULL,
    "email" TEXT,
    "name" TEXT,
    "metadata" JSONB NOT NULL DEFAULT '{}',
    "test_clock_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "erased_at" TIMESTAMPTZ(3),

    CONSTRAINT "customers_pkey" PRIMARY KEY ("tenant_id","id")
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
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_accounts_pkey" PRIMARY KEY ("tenant_id","provider")
);

-- CreateTable
CREATE TABLE "provider_references" (
    "tenant_id" TEXT NOT NULL,
    "provider" "Provider" NOT NULL,
    "kind" "ProviderObjectKind" NOT NULL,
    "object_id" TEXT NOT NULL,
    "provider_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_references_pkey" PRIMARY KEY ("tenant_id","provider","kind","object_id")
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

    CONSTRAINT "provider_events_pkey" PRIMARY KEY ("tenant_id","id")
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
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "provider_operations_pkey" PRIMARY KEY ("tenant_id","id")
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
    "canceled_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "past_due_since" TIMESTAMPTZ(3),
    "paused_at" TIMESTAMPTZ(3),
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
    "amount_due" BIGINT NOT NULL,
    "lines" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "quotes_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "checkout_sessions" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "plan_price_id" TEXT NOT NULL,
    "drivers" JSONB NOT NULL DEFAULT '[]',
    "status" "CheckoutStatus" NOT NULL DEFAULT 'OPEN',
    "provider_session_id" TEXT,
    "url" TEXT,
    "subscription_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "checkout_sessions_pkey" PRIMARY KEY ("tenant_id","id")
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
CREATE TABLE "usage_records" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "customer_id" TEXT NOT NULL,
    "subscription_id" TEXT,
    "feature_id" TEXT NOT NULL,
    "dimension" TEXT NOT NULL DEFAULT '',
    "value" DECIMAL(24,6) NOT NULL DEFAULT 0,
    "reserved" DECIMAL(24,6) NOT NULL DEFAULT 0,
    "rolled_over" DECIMAL(24,6) NOT NULL DEFAULT 0,
    "period_start" TIMESTAMPTZ(3) NOT NULL,
    "period_end" TIMESTAMPTZ(3) NOT NULL,
    "status" "UsageStatus" NOT NULL DEFAULT 'OPEN',
    "billed_amount" BIGINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "usage_records_pkey" PRIMARY KEY ("tenant_id","id")
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
    "is_late" BOOLEAN NOT NULL DEFAULT false,
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
    "status" "ReservationStatus" NOT NULL DEFAULT 'HELD',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "settled_at" TIMESTAMPTZ(3),

    CONSTRAINT "usage_reservations_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "invoices" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "number" INTEGER,
    "customer_id" TEXT NOT NULL,
    "subscription_id" TEXT,
    "status" "InvoiceStatus" NOT NULL DEFAULT 'DRAFT',
    "currency" CHAR(3) NOT NULL,
    "total" BIGINT NOT NULL,
    "amount_paid" BIGINT NOT NULL DEFAULT 0,
    "period_start" TIMESTAMPTZ(3),
    "period_end" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "invoices_pkey" PRIMARY KEY ("tenant_id","id")
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

    CONSTRAINT "invoice_lines_pkey" PRIMARY KEY ("tenant_id","id")
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
CREATE TABLE "webhook_endpoints" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "description" TEXT,
    "types" TEXT[],
    "secrets_sealed" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "disabled_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "endpoint_id" TEXT NOT NULL,
    "event_id" TEXT NOT NULL,
    "status" "DeliveryStatus" NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3),
    "response_status" INTEGER,
    "response_body" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("tenant_id","id")
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

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "tenant_id" TEXT NOT NULL,
    "application_id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "status" "IdempotencyStatus" NOT NULL DEFAULT 'RUNNING',
    "response_code" INTEGER,
    "response_body" TEXT,
    "lease_until" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("tenant_id","application_id","key")
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
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "sent_at" TIMESTAMPTZ(3),

    CONSTRAINT "mail_messages_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "test_clocks" (
    "tenant_id" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "now" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "test_clocks_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE UNIQUE INDEX "tenants_slug_key" ON "tenants"("slug");

-- CreateIndex
CREATE INDEX "application_directory_tenant_id_application_id_idx" ON "application_directory"("tenant_id", "application_id");

-- CreateIndex
CREATE INDEX "application_credentials_tenant_id_application_id_kind_idx" ON "application_credentials"("tenant_id", "application_id", "kind");

-- CreateIndex
CREATE UNIQUE INDEX "application_credentials_tenant_id_kind_hash_key" ON "application_credentials"("tenant_id", "kind", "hash");

-- CreateIndex
CREATE INDEX "users_tenant_id_customer_id_idx" ON "users"("tenant_id", "customer_id");

-- CreateIndex
CREATE UNIQUE INDEX "users_tenant_id_email_key" ON "users"("tenant_id", "email");

-- CreateIndex
CREATE INDEX "memberships_tenant_id_target_tenant_id_idx" ON "memberships"("tenant_id", "target_tenant_id");

-- CreateIndex
CREATE INDEX "sessions_tenant_id_user_id_idx" ON "sessions"("tenant_id", "user_id");

-- CreateIndex
CREATE INDEX "sessions_tenant_id_application_id_idx" ON "sessions"("tenant_id", "application_id");

-- CreateIndex
CREATE INDEX "refresh_tokens_tenant_id_session_id_idx" ON "refresh_tokens"("tenant_id", "session_id");

-- CreateIndex
CREATE UNIQUE INDEX "refresh_tokens_tenant_id_hash_key" ON "refresh_tokens"("tenant_id", "hash");

-- CreateIndex
CREATE INDEX "user_tokens_tenant_id_user_id_idx" ON "user_tokens"("tenant_id", "user_id");

-- CreateIndex
CREATE UNIQUE INDEX "user_tokens_tenant_id_purpose_hash_key" ON "user_tokens"("tenant_id", "purpose", "hash");

-- CreateIndex
CREATE INDEX "waitlist_entries_tenant_id_created_at_id_idx" ON "waitlist_entries"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "waitlist_entries_tenant_id_status_created_at_id_idx" ON "waitlist_entries"("tenant_id", "status", "created_at", "id");

-- CreateIndex
CREATE INDEX "waitlist_entries_tenant_id_referred_by_id_idx" ON "waitlist_entries"("tenant_id", "referred_by_id");

-- CreateIndex
CREATE UNIQUE INDEX "waitlist_entries_tenant_id_email_key" ON "waitlist_entries"("tenant_id", "email");

-- CreateIndex
CREATE UNIQUE INDEX "waitlist_entries_tenant_id_referral_code_key" ON "waitlist_entries"("tenant_id", "referral_code");

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
CREATE UNIQUE INDEX "invitation_redemptions_tenant_id_code_id_subject_key" ON "invitation_redemptions"("tenant_id", "code_id", "subject");

-- CreateIndex
CREATE UNIQUE INDEX "invitation_redemptions_tenant_id_token_id_key" ON "invitation_redemptions"("tenant_id", "token_id");

-- CreateIndex
CREATE INDEX "products_tenant_id_free_plan_id_idx" ON "products"("tenant_id", "free_plan_id");

-- CreateIndex
CREATE UNIQUE INDEX "products_tenant_id_slug_key" ON "products"("tenant_id", "slug");

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
CREATE INDEX "pack_migrations_tenant_id_from_pack_id_idx" ON "pack_migrations"("tenant_id", "from_pack_id");

-- CreateIndex
CREATE INDEX "pack_migrations_tenant_id_to_pack_id_idx" ON "pack_migrations"("tenant_id", "to_pack_id");

-- CreateIndex
CREATE INDEX "pack_migration_items_tenant_id_subscription_id_idx" ON "pack_migration_items"("tenant_id", "subscription_id");

-- CreateIndex
CREATE INDEX "customers_tenant_id_email_idx" ON "customers"("tenant_id", "email");

-- CreateIndex
CREATE INDEX "customers_tenant_id_created_at_id_idx" ON "customers"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "customers_tenant_id_test_clock_id_idx" ON "customers"("tenant_id", "test_clock_id");

-- CreateIndex
CREATE UNIQUE INDEX "customers_tenant_id_external_id_key" ON "customers"("tenant_id", "external_id");

-- CreateIndex
CREATE UNIQUE INDEX "provider_references_tenant_id_provider_kind_provider_id_key" ON "provider_references"("tenant_id", "provider", "kind", "provider_id");

-- CreateIndex
CREATE INDEX "provider_events_tenant_id_processed_at_idx" ON "provider_events"("tenant_id", "processed_at");

-- CreateIndex
CREATE UNIQUE INDEX "provider_events_tenant_id_provider_provider_event_id_key" ON "provider_events"("tenant_id", "provider", "provider_event_id");

-- CreateIndex
CREATE INDEX "provider_operations_tenant_id_customer_id_product_id_idx" ON "provider_operations"("tenant_id", "customer_id", "product_id");

-- CreateIndex
CREATE INDEX "provider_operations_tenant_id_product_id_idx" ON "provider_operations"("tenant_id", "product_id");

-- CreateIndex
CREATE INDEX "provider_operations_tenant_id_status_lease_until_idx" ON "provider_operations"("tenant_id", "status", "lease_until");

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
CREATE INDEX "subscriptions_tenant_id_current_period_end_idx" ON "subscriptions"("tenant_id", "current_period_end");

-- CreateIndex
CREATE UNIQUE INDEX "subscriptions_tenant_id_provider_provider_subscription_id_key" ON "subscriptions"("tenant_id", "provider", "provider_subscription_id");

-- CreateIndex
CREATE INDEX "subscription_drivers_tenant_id_feature_id_idx" ON "subscription_drivers"("tenant_id", "feature_id");

-- CreateIndex
CREATE INDEX "quotes_tenant_id_subscription_id_idx" ON "quotes"("tenant_id", "subscription_id");

-- CreateIndex
CREATE INDEX "quotes_tenant_id_plan_price_id_idx" ON "quotes"("tenant_id", "plan_price_id");

-- CreateIndex
CREATE INDEX "checkout_sessions_tenant_id_customer_id_idx" ON "checkout_sessions"("tenant_id", "customer_id");

-- CreateIndex
CREATE INDEX "checkout_sessions_tenant_id_plan_price_id_idx" ON "checkout_sessions"("tenant_id", "plan_price_id");

-- CreateIndex
CREATE UNIQUE INDEX "checkout_sessions_tenant_id_provider_session_id_key" ON "checkout_sessions"("tenant_id", "provider_session_id");

-- CreateIndex
CREATE INDEX "overrides_tenant_id_customer_id_feature_id_idx" ON "overrides"("tenant_id", "customer_id", "feature_id");

-- CreateIndex
CREATE INDEX "overrides_tenant_id_feature_id_idx" ON "overrides"("tenant_id", "feature_id");

-- CreateIndex
CREATE INDEX "usage_records_tenant_id_feature_id_idx" ON "usage_records"("tenant_id", "feature_id");

-- CreateIndex
CREATE INDEX "usage_records_tenant_id_subscription_id_idx" ON "usage_records"("tenant_id", "subscription_id");

-- CreateIndex
CREATE INDEX "usage_records_tenant_id_status_period_end_idx" ON "usage_records"("tenant_id", "status", "period_end");

-- CreateIndex
CREATE UNIQUE INDEX "usage_records_tenant_id_customer_id_feature_id_period_start_key" ON "usage_records"("tenant_id", "customer_id", "feature_id", "period_start", "dimension");

-- CreateIndex
CREATE INDEX "usage_ledger_tenant_id_record_id_idx" ON "usage_ledger"("tenant_id", "record_id");

-- CreateIndex
CREATE INDEX "usage_ledger_tenant_id_customer_id_created_at_idx" ON "usage_ledger"("tenant_id", "customer_id", "created_at");

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
CREATE INDEX "invoices_tenant_id_customer_id_idx" ON "invoices"("tenant_id", "customer_id");

-- CreateIndex
CREATE INDEX "invoices_tenant_id_subscription_id_idx" ON "invoices"("tenant_id", "subscription_id");

-- CreateIndex
CREATE INDEX "invoices_tenant_id_status_due_at_idx" ON "invoices"("tenant_id", "status", "due_at");

-- CreateIndex
CREATE UNIQUE INDEX "invoices_tenant_id_number_key" ON "invoices"("tenant_id", "number");

-- CreateIndex
CREATE UNIQUE INDEX "invoice_lines_tenant_id_invoice_id_position_key" ON "invoice_lines"("tenant_id", "invoice_id", "position");

-- CreateIndex
CREATE INDEX "events_tenant_id_type_created_at_idx" ON "events"("tenant_id", "type", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "events_tenant_id_object_id_sequence_key" ON "events"("tenant_id", "object_id", "sequence");

-- CreateIndex
CREATE INDEX "webhook_deliveries_tenant_id_endpoint_id_created_at_idx" ON "webhook_deliveries"("tenant_id", "endpoint_id", "created_at");

-- CreateIndex
CREATE INDEX "webhook_deliveries_tenant_id_event_id_idx" ON "webhook_deliveries"("tenant_id", "event_id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_tenant_id_status_next_attempt_at_idx" ON "webhook_deliveries"("tenant_id", "status", "next_attempt_at");

-- CreateIndex
CREATE INDEX "audit_entries_tenant_id_created_at_id_idx" ON "audit_entries"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "audit_entries_tenant_id_object_id_idx" ON "audit_entries"("tenant_id", "object_id");

-- CreateIndex
CREATE INDEX "idempotency_keys_tenant_id_expires_at_idx" ON "idempotency_keys"("tenant_id", "expires_at");

-- CreateIndex
CREATE INDEX "mail_messages_tenant_id_created_at_id_idx" ON "mail_messages"("tenant_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "mail_messages_tenant_id_status_idx" ON "mail_messages"("tenant_id", "status");

-- CreateIndex
CREATE UNIQUE INDEX "mail_messages_tenant_id_dedupe_key_key" ON "mail_messages"("tenant_id", "dedupe_key");

-- AddForeignKey
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_parent_id_fkey" FOREIGN KEY ("parent_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "application_directory" ADD CONSTRAINT "application_directory_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "application_directory" ADD CONSTRAINT "application_directory_tenant_id_application_id_fkey" FOREIGN KEY ("tenant_id", "application_id") REFERENCES "applications"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tenant_grants" ADD CONSTRAINT "tenant_grants_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "tenant_grants" ADD CONSTRAINT "tenant_grants_granted_tenant_id_fkey" FOREIGN KEY ("granted_tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "applications" ADD CONSTRAINT "applications_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "application_credentials" ADD CONSTRAINT "application_credentials_tenant_id_application_id_fkey" FOREIGN KEY ("tenant_id", "application_id") REFERENCES "applications"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "users" ADD CONSTRAINT "users_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_target_tenant_id_fkey" FOREIGN KEY ("target_tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tenant_id_application_id_fkey" FOREIGN KEY ("tenant_id", "application_id") REFERENCES "applications"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_tenant_id_session_id_fkey" FOREIGN KEY ("tenant_id", "session_id") REFERENCES "sessions"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "user_tokens" ADD CONSTRAINT "user_tokens_tenant_id_user_id_fkey" FOREIGN KEY ("tenant_id", "user_id") REFERENCES "users"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "waitlist_entries" ADD CONSTRAINT "waitlist_entries_tenant_id_referred_by_id_fkey" FOREIGN KEY ("tenant_id", "referred_by_id") REFERENCES "waitlist_entries"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation_tokens" ADD CONSTRAINT "invitation_tokens_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation_tokens" ADD CONSTRAINT "invitation_tokens_tenant_id_waitlist_entry_id_fkey" FOREIGN KEY ("tenant_id", "waitlist_entry_id") REFERENCES "waitlist_entries"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation_codes" ADD CONSTRAINT "invitation_codes_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation_codes" ADD CONSTRAINT "invitation_codes_tenant_id_grant_plan_price_id_fkey" FOREIGN KEY ("tenant_id", "grant_plan_price_id") REFERENCES "plan_prices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation_codes" ADD CONSTRAINT "invitation_codes_tenant_id_grant_pack_id_fkey" FOREIGN KEY ("tenant_id", "grant_pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation_redemptions" ADD CONSTRAINT "invitation_redemptions_tenant_id_code_id_fkey" FOREIGN KEY ("tenant_id", "code_id") REFERENCES "invitation_codes"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invitation_redemptions" ADD CONSTRAINT "invitation_redemptions_tenant_id_token_id_fkey" FOREIGN KEY ("tenant_id", "token_id") REFERENCES "invitation_tokens"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "products" ADD CONSTRAINT "products_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "products" ADD CONSTRAINT "products_tenant_id_free_plan_id_fkey" FOREIGN KEY ("tenant_id", "free_plan_id") REFERENCES "plans"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plans" ADD CONSTRAINT "plans_tenant_id_product_id_fkey" FOREIGN KEY ("tenant_id", "product_id") REFERENCES "products"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "plan_prices" ADD CONSTRAINT "plan_prices_tenant_id_plan_id_fkey" FOREIGN KEY ("tenant_id", "plan_id") REFERENCES "plans"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "features" ADD CONSTRAINT "features_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "packs" ADD CONSTRAINT "packs_tenant_id_plan_id_fkey" FOREIGN KEY ("tenant_id", "plan_id") REFERENCES "plans"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pack_entitlements" ADD CONSTRAINT "pack_entitlements_tenant_id_pack_id_fkey" FOREIGN KEY ("tenant_id", "pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pack_entitlements" ADD CONSTRAINT "pack_entitlements_tenant_id_feature_id_fkey" FOREIGN KEY ("tenant_id", "feature_id") REFERENCES "features"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pack_entitlement_prices" ADD CONSTRAINT "pack_entitlement_prices_tenant_id_entitlement_id_fkey" FOREIGN KEY ("tenant_id", "entitlement_id") REFERENCES "pack_entitlements"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pack_migrations" ADD CONSTRAINT "pack_migrations_tenant_id_from_pack_id_fkey" FOREIGN KEY ("tenant_id", "from_pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pack_migrations" ADD CONSTRAINT "pack_migrations_tenant_id_to_pack_id_fkey" FOREIGN KEY ("tenant_id", "to_pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pack_migration_items" ADD CONSTRAINT "pack_migration_items_tenant_id_migration_id_fkey" FOREIGN KEY ("tenant_id", "migration_id") REFERENCES "pack_migrations"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pack_migration_items" ADD CONSTRAINT "pack_migration_items_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "subscriptions"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customers" ADD CONSTRAINT "customers_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "customers" ADD CONSTRAINT "customers_tenant_id_test_clock_id_fkey" FOREIGN KEY ("tenant_id", "test_clock_id") REFERENCES "test_clocks"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_accounts" ADD CONSTRAINT "provider_accounts_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_references" ADD CONSTRAINT "provider_references_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_events" ADD CONSTRAINT "provider_events_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_operations" ADD CONSTRAINT "provider_operations_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "provider_operations" ADD CONSTRAINT "provider_operations_tenant_id_product_id_fkey" FOREIGN KEY ("tenant_id", "product_id") REFERENCES "products"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_product_id_fkey" FOREIGN KEY ("tenant_id", "product_id") REFERENCES "products"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_plan_id_fkey" FOREIGN KEY ("tenant_id", "plan_id") REFERENCES "plans"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_plan_price_id_fkey" FOREIGN KEY ("tenant_id", "plan_price_id") REFERENCES "plan_prices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_pack_id_fkey" FOREIGN KEY ("tenant_id", "pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_pending_plan_price_id_fkey" FOREIGN KEY ("tenant_id", "pending_plan_price_id") REFERENCES "plan_prices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_tenant_id_pending_pack_id_fkey" FOREIGN KEY ("tenant_id", "pending_pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_drivers" ADD CONSTRAINT "subscription_drivers_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "subscriptions"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "subscription_drivers" ADD CONSTRAINT "subscription_drivers_tenant_id_feature_id_fkey" FOREIGN KEY ("tenant_id", "feature_id") REFERENCES "features"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "trial_uses" ADD CONSTRAINT "trial_uses_tenant_id_product_id_fkey" FOREIGN KEY ("tenant_id", "product_id") REFERENCES "products"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "subscriptions"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_tenant_id_plan_price_id_fkey" FOREIGN KEY ("tenant_id", "plan_price_id") REFERENCES "plan_prices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "checkout_sessions" ADD CONSTRAINT "checkout_sessions_tenant_id_plan_price_id_fkey" FOREIGN KEY ("tenant_id", "plan_price_id") REFERENCES "plan_prices"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "overrides" ADD CONSTRAINT "overrides_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "overrides" ADD CONSTRAINT "overrides_tenant_id_feature_id_fkey" FOREIGN KEY ("tenant_id", "feature_id") REFERENCES "features"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_records" ADD CONSTRAINT "usage_records_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_records" ADD CONSTRAINT "usage_records_tenant_id_feature_id_fkey" FOREIGN KEY ("tenant_id", "feature_id") REFERENCES "features"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_records" ADD CONSTRAINT "usage_records_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "subscriptions"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_ledger" ADD CONSTRAINT "usage_ledger_tenant_id_record_id_fkey" FOREIGN KEY ("tenant_id", "record_id") REFERENCES "usage_records"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_ledger" ADD CONSTRAINT "usage_ledger_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_reservations" ADD CONSTRAINT "usage_reservations_tenant_id_record_id_fkey" FOREIGN KEY ("tenant_id", "record_id") REFERENCES "usage_records"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_reservations" ADD CONSTRAINT "usage_reservations_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "usage_reservations" ADD CONSTRAINT "usage_reservations_tenant_id_feature_id_fkey" FOREIGN KEY ("tenant_id", "feature_id") REFERENCES "features"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_tenant_id_subscription_id_fkey" FOREIGN KEY ("tenant_id", "subscription_id") REFERENCES "subscriptions"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "invoice_lines" ADD CONSTRAINT "invoice_lines_tenant_id_invoice_id_fkey" FOREIGN KEY ("tenant_id", "invoice_id") REFERENCES "invoices"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "events" ADD CONSTRAINT "events_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "object_sequences" ADD CONSTRAINT "object_sequences_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_tenant_id_endpoint_id_fkey" FOREIGN KEY ("tenant_id", "endpoint_id") REFERENCES "webhook_endpoints"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_tenant_id_event_id_fkey" FOREIGN KEY ("tenant_id", "event_id") REFERENCES "events"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_tenant_id_application_id_fkey" FOREIGN KEY ("tenant_id", "application_id") REFERENCES "applications"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "mail_messages" ADD CONSTRAINT "mail_messages_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_clocks" ADD CONSTRAINT "test_clocks_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- ── What Prisma's schema cannot say ────────────────────────────────────────────────────────────────────────────────

-- One of each.
create unique index "subscriptions_one_live" on "subscriptions" ("tenant_id", "customer_id", "product_id") where "status" <> 'CANCELED';
create unique index "plan_prices_one_on_sale" on "plan_prices" ("tenant_id", "plan_id", "label_slug", "currency", "interval") where "archived_at" is null;
create unique index "packs_one_active" on "packs" ("tenant_id", "plan_id") where "status" = 'ACTIVE';
create unique index "usage_records_one_open" on "usage_records" ("tenant_id", "customer_id", "feature_id", "dimension") where "status" = 'OPEN';
create unique index "provider_operations_one_pending" on "provider_operations" ("tenant_id", "customer_id", "product_id") where "status" = 'PENDING';

-- Counters and money never go where they make no sense.
alter table "usage_records"
  add constraint "usage_records_value_not_negative" check ("value" >= 0),
  add constraint "usage_records_reserved_not_negative" check ("reserved" >= 0),
  add constraint "usage_records_rolled_over_not_negative" check ("rolled_over" >= 0),
  add constraint "usage_records_billed_not_negative" check ("billed_amount" >= 0),
  add constraint "usage_records_period" check ("period_end" > "period_start");
alter table "usage_reservations" add constraint "usage_reservations_quantity_positive" check ("quantity" > 0);
alter table "invitation_codes"
  add constraint "invitation_codes_max_uses" check ("max_uses" between 1 and 1000),
  add constraint "invitation_codes_used_count" check ("used_count" between 0 and "max_uses"),
  add constraint "invitation_codes_trial_days" check ("grant_trial_days" >= 0);
alter table "invitation_redemptions"
  add constraint "invitation_redemptions_of_one" check (("code_id" is null) <> ("token_id" is null));
alter table "plan_prices"
  add constraint "plan_prices_amount_not_negative" check ("amount" >= 0),
  add constraint "plan_prices_currency" check ("currency" ~ '^[A-Z]{3}$'),
  add constraint "plan_prices_trial_days" check ("trial_days" >= 0);
alter table "packs" add constraint "packs_version" check ("version" >= 1);
alter table "pack_entitlements"
  add constraint "pack_entitlements_limit" check ("limit" >= 0),
  add constraint "pack_entitlements_ceiling" check ("overage_ceiling" >= 0),
  add constraint "pack_entitlements_step" check ("overage_step" > 0),
  add constraint "pack_entitlements_rollover" check ("rollover_max" >= 0),
  add constraint "pack_entitlements_dimensions" check ("max_dimensions" >= 1),
  add constraint "pack_entitlements_driver" check ("driver_step_size" > 0 and ("driver_max_steps" is null or "driver_max_steps" >= 1));
alter table "pack_entitlement_prices"
  add constraint "pack_entitlement_prices_currency" check ("currency" ~ '^[A-Z]{3}$'),
  add constraint "pack_entitlement_prices_unit" check ("unit_amount" >= 0),
  add constraint "pack_entitlement_prices_cap" check ("overage_cap_amount" >= 0),
  add constraint "pack_entitlement_prices_driver" check ("driver_step_amount" >= 0);
alter table "overrides"
  add constraint "overrides_limit" check ("limit_set" >= 0),
  add constraint "overrides_ceiling" check ("overage_ceiling" >= 0),
  add constraint "overrides_cap" check ("overage_cap_amount" >= 0),
  add constraint "overrides_period" check ("ends_at" > "starts_at");
alter table "subscription_drivers" add constraint "subscription_drivers_steps" check ("steps" > 0);
alter table "subscriptions"
  add constraint "subscriptions_ended" check ("status" <> 'CANCELED' or "ended_at" is not null),
  add constraint "subscriptions_period" check ("current_period_end" >= "current_period_start");
alter table "invoices"
  add constraint "invoices_paid" check ("amount_paid" >= 0),
  add constraint "invoices_currency" check ("currency" ~ '^[A-Z]{3}$'),
  add constraint "invoices_number" check ("number" >= 1);
alter table "tenants"
  add constraint "tenants_parent" check ("parent_id" is null or "mode" = 'TEST'),
  add constraint "tenants_grace" check ("grace_period_days" between 0 and 365),
  add constraint "tenants_slug" check ("slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  add constraint "tenants_next_invoice" check ("next_invoice_number" >= 1);
alter table "waitlist_entries"
  add constraint "waitlist_entries_email" check ("email" = lower(btrim("email")) and "email" <> ''),
  add constraint "waitlist_entries_referrals" check ("referral_count" >= 0);
alter table "users" add constraint "users_email" check ("email" = lower(btrim("email")) and "email" <> '');
alter table "events" add constraint "events_sequence" check ("sequence" >= 1);
alter table "idempotency_keys"
  add constraint "idempotency_keys_answered" check ("status" = 'RUNNING' or ("response_code" is not null and "response_body" is not null));

-- History is never rewritten.
create function "usher_refuse_rewrite"() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger "usage_ledger_append_only" before update or delete on "usage_ledger"
  for each row execute function "usher_refuse_rewrite"();
create trigger "audit_entries_append_only" before update or delete on "audit_entries"
  for each row execute function "usher_refuse_rewrite"();
create trigger "events_append_only" before update or delete on "events"
  for each row execute function "usher_refuse_rewrite"();

-- What a published pack grants never changes.
create function "usher_refuse_published_pack"() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if exists (select 1 from "packs" p where p."tenant_id" = changed."tenant_id" and p."id" = changed."pack_id" and p."status" <> 'DRAFT') then
    raise exception 'pack % is published and cannot be changed', changed."pack_id" using errcode = 'restrict_violation';
  end if;
  return changed;
end $$;
create trigger "pack_entitlements_draft_only" before insert or update or delete on "pack_entitlements"
  for each row execute function "usher_refuse_published_pack"();

create function "usher_refuse_published_price"() returns trigger language plpgsql as $$
declare
  changed record;
begin
  if tg_op = 'DELETE' then changed := old; else changed := new; end if;
  if exists (
    select 1 from "pack_entitlements" e join "packs" p on p."tenant_id" = e."tenant_id" and p."id" = e."pack_id"
    where e."tenant_id" = changed."tenant_id" and e."id" = changed."entitlement_id" and p."status" <> 'DRAFT'
  ) then
    raise exception 'the prices of a published pack cannot be changed' using errcode = 'restrict_violation';
  end if;
  return changed;
end $$;
create trigger "pack_entitlement_prices_draft_only" before insert or update or delete on "pack_entitlement_prices"
  for each row execute function "usher_refuse_published_price"();
