import { defineConfig } from "prisma/config";

export default defineConfig({
  schema: "prisma/schema",
  migrations: { path: "prisma/migrations" },
  // For `npx prisma migrate deploy` and `npx prisma studio`; Usher itself needs neither.
  ...(process.env.DATABASE_URL && { datasource: { url: process.env.DATABASE_URL } }),
});
