import { pageUrl } from "../page-url.ts";
import * as v from "valibot";
import type { SavedInsight } from "../../../lib/index.ts";
import { defineTool, field } from "../tool.ts";

export const insightCreate = defineTool({
  name: "insight-create",
  title: "Save an insight",
  description: "Saves a query node (as the query tools take it, with its kind) under a name, on dashboards if wanted.",
  effect: "writes",
  input: {
    name: field.text(),
    query: v.pipe(v.record(v.string(), v.unknown()), v.description('{kind: "TrendsQuery", series: …}')),
    description: v.exactOptional(field.text()),
    favorited: v.exactOptional(v.boolean()),
    tags: v.exactOptional(v.array(v.string())),
    dashboards: v.exactOptional(v.pipe(v.array(v.number()), v.description("Ids"))),
  },
  async run(call, input) {
    const { id, short_id, name, dashboards } = await call.api.post<SavedInsight>("/insights/", input);
    return {
      summary: `Saved as ${short_id}.`,
      results: [{ id, short_id, name, dashboards }],
      url: pageUrl(call, `/insights/${short_id}`),
    };
  },
});
