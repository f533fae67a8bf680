-- AlterEnum
ALTER TYPE "PlacementKind" ADD VALUE 'BALANCE';
