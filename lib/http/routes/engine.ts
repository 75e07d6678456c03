import * as v from "valibot";
import { toIso } from "../../base/clock.ts";
import { engineStatus } from "../../operations/index.ts";
import { EngineState } from "../responses/engine.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

/** The engine that answers questions; this path is hoglet's. */
export const engineRoutes: readonly Route[] = [
  defineRoute({
    methods: ["GET"],
    path: "/api/projects/:project_id/engine",
    summary: "How far the engine that answers questions is behind the events of the database.",
    scopes: ["query:read"],
    input: v.object({}),
    status: 200,
    response: EngineState,
    async run(ctx) {
      const { currentMs, propertyColumns = [], ...status } = await engineStatus(ctx);
      return {
        ...status,
        property_columns: [...propertyColumns],
        current_at: currentMs === null ? null : toIso(currentMs),
      };
    },
  }),
];
