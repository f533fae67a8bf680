import "vitest";

declare module "vitest" {
  interface ProvidedContext {
    /** The migrated database that the tests of a run share, as Usher's own role. */
    databaseUrl: string;
    /** The maintenance database as superuser: for `create database x template usher_template owner usher`. */
    adminDatabaseUrl: string;
    /** The name of the migrated, empty database that others are copied from. */
    templateDatabase: string;
    /** For the last lines of a run, which say what was tested. */
    postgresVersion: string;
  }
}
