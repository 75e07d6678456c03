import { annotations } from "./annotations.ts";
import type { Operation } from "./operation.ts";

/** All operations, area by area. */
export const operations: readonly Operation[] = [annotations].flatMap((area) => Object.values<Operation>(area));
