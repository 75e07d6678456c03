import { HogletError } from "../../lib/base/errors.ts";

/** The error with which hoglet refuses some work. @throws the error of any other kind, or one when nothing was refused */
export async function refusal(work: Promise<unknown>): Promise<HogletError> {
  try {
    await work;
  } catch (error) {
    if (error instanceof HogletError) return error;
    throw error;
  }
  throw new Error("It was not refused.");
}
