import * as v from "valibot";
import { TakenOver } from "../replication/index.ts";
import type { TakeOverOptions } from "../replication/index.ts";
import { operation } from "./operation.ts";
import type { OperationsOf } from "./operation.ts";

export interface ReplicationHandle {
  /**
   * Makes this hoglet, which follows another, the first. The other steps down, and all that it has acknowledged arrives before.
   * @example
   * const { epoch, is_complete } = await hoglet.replication.promote();
   * @throws HogletError 409 when this hoglet follows none; 503 `first_unreachable` when the other does not answer, unless forced;
   * 503 `not_current` when its last commits do not arrive within 20 s: then it goes on
   */
  promote(input?: TakeOverOptions): Promise<TakenOver>;
}

/** The place of a hoglet among those that have its database; this path is hoglet's. */
export const replication = {
  promote: operation({
    summary: "Makes a hoglet that follows another the first: the other steps down, and its last commits arrive before.",
    http: ["POST", "/api/replication/promote"],
    scopes: ["*"],
    input: v.object({
      /** Also when the other does not answer: its last events may be missing. */
      force: v.optional(v.boolean(), false),
    }),
    response: TakenOver,
    errors: { conflict: { "": "This hoglet follows no other, or that one refuses." } },
    isLocal: true,
    run: (ctx, { input }) => ctx.takeOver(input),
  }),
} satisfies OperationsOf<ReplicationHandle>;
