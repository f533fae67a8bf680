import { ApiError } from "../../errors/api-error.ts";
import { Prisma } from "../../platform/database/client/client.ts";

/** Runs a write with a unique key; catalog_value_taken names the field and the value when another row has it, and the remedy. */
export async function refuseDuplicate<T>(
  field: string,
  value: string,
  work: () => Promise<T>,
  remedy = "Choose another.",
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTaken = error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";
    throw isTaken
      ? new ApiError("catalog_value_taken", { details: { field, value, remedy }, cause: error })
      : error;
  }
}
