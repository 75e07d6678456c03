import * as v from "valibot";
import { jsonReply } from "../reply.ts";
import type { Route } from "../route.ts";

/**
 * The description of the whole HTTP surface. It is public, as in PostHog, and reveals no stored data.
 * @param all the route table, which contains this row; read when the document is requested
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
        // Loaded on demand: few clients request it, and loading the converter of schemas would delay every start.
        const { toOpenApi } = await import("../openapi.ts");
        text ??= JSON.stringify(toOpenApi(all()));
        return { ...jsonReply(200, null), body: text };
      },
    },
  ];
}
