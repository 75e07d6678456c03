import { pageUrl } from "../page-url.ts";
import * as v from "valibot";
import type { Dashboard, SavedInsight } from "../../../lib/index.ts";
import { defineTool, field } from "../tool.ts";

export const dashboardCreate = defineTool({
  name: "dashboard-create",
  title: "Make a dashboard",
  description: "Makes a dashboard, with saved insights on it if wanted.",
  effect: "writes",
  input: {
    name: field.text(),
    description: v.exactOptional(field.text()),
    pinned: v.exactOptional(v.boolean()),
    tags: v.exactOptional(v.array(v.string())),
    insights: v.optional(
      v.pipe(v.array(v.union([v.string(), v.number()])), v.maxLength(50), v.description("Ids or short ids")),
      [],
    ),
  },
  async run(call, { insights, ...input }) {
    const { api } = call;
    // All insights must exist before the dashboard is made.
    const found: SavedInsight[] = [];
    for (const id of insights) {
      found.push(await api.get<SavedInsight>(`/insights/${encodeURIComponent(id)}/`, { basic: true }));
    }
    const { id, name } = await api.post<Dashboard>("/dashboards/", input);
    for (const one of found) await api.patch(`/insights/${one.id}/`, { dashboards: [...one.dashboards, id] });
    return {
      summary: `Dashboard ${id} with ${found.length} insights.`,
      results: [{ id, name, insights: found.map(({ short_id }) => short_id) }],
      url: pageUrl(call, `/dashboards/${id}`),
    };
  },
});
