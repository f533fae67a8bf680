import { migrateDatabase } from "../server/platform/database/migrate.ts";

// One instance that starts: brings the database named first to the present migrations, and ends.
await migrateDatabase({ connectionString: process.argv[2] ?? "" });
