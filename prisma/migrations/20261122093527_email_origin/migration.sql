-- CreateEnum
CREATE TYPE "EmailOrigin" AS ENUM ('TENANT', 'VISITOR', 'END_USER');

-- AlterTable
ALTER TABLE "customers" ADD COLUMN     "email_from" "EmailOrigin" NOT NULL DEFAULT 'TENANT';

-- Customers that the public pages made: "visitor_" and the suffix of an id of ours.
update "customers" set "email_from" = 'VISITOR' where "external_id" ~ '^visitor_[0-7][0-9a-hjkmnp-tv-z]{25}$';

-- What the hourly sweep looks for.
create index "customers_unpaid_visitors" on "customers" ("created_at") where "email_from" = 'VISITOR';
