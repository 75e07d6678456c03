import { createDispatch, routes } from "../../../../lib/http/index.ts";
import type { Context } from "../../../../lib/handle/context.ts";
import { toFetch } from "../../../../lib/http/fetch.ts";
import type { Fetch } from "../../../../lib/http/fetch.ts";
import { openContext } from "../../../../lib/handle/open-context.ts";
import { parseOptions } from "../../../../lib/handle/options.ts";
import type { HogletOptions } from "../../../../lib/handle/options.ts";
import { firstProject } from "../../../../lib/admin/projects/index.ts";
import { exportLines } from "../../../../lib/transfer/index.ts";

/** Where its clock stands. */
export const NOW = "2024-06-10T12:00:00.000Z";
/** The token of the server's first project. */
export const TOKEN = "phc_demo";

export type Fields = Record<string, unknown>;

export interface Server {
  ctx: Context;
  fetch: Fetch;
  /** Exported lines of these kinds, parsed. */
  lines(...kinds: ("event" | "person" | "group")[]): Promise<Fields[]>;
}

/** The whole HTTP surface over a database in memory whose clock stands still. */
export function openServer(options: HogletOptions = {}): Server {
  const { ctx } = openContext(parseOptions({ now: NOW, projectToken: TOKEN, ...options }));
  return {
    ctx,
    fetch: toFetch(createDispatch(ctx, routes)),
    async lines(...kinds) {
      const found: Fields[] = [];
      for await (const line of exportLines(ctx, firstProject(ctx).id, { kinds })) {
        found.push(JSON.parse(line) as Fields);
      }
      return found;
    },
  };
}
