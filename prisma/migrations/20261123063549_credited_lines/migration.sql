-- AlterTable
ALTER TABLE "invoice_lines" ADD COLUMN     "credited_line_ids" TEXT[] DEFAULT ARRAY[]::TEXT[];
