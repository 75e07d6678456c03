import * as v from "valibot";
import { jsonReply } from "../reply.ts";
import type { Route } from "../route.ts";

/**
 * The description of the whole HTTP surface. Anybody may read it, as in the real service; it tells nothing of what is stored.
 * @param all the route table, of which this row is one itself: asked for when the document is
 */
export function schemaRoutes(all: () => readonly Route[]): readonly Route[] {
  let text: string | undefined;
  return [
    {
      access: "public",
      methods: ["GET"],
      path: "/api/schema",
      summary: "This document: OpenAPI 3.1 as JSON.",
      response: v.record(v.string(), v.unknown()),
      async run() {
        // Few ask for it, and whoever starts a hoglet would wait for the converter of schemas.
        const { toOpenApi } = await import("../openapi.ts");
        text ??= JSON.stringify(toOpenApi(all()));
        return { ...jsonReply(200, null), body: text };
      },
    },
  ];
}
