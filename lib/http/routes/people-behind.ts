import * as v from "valibot";
import { insightKinds } from "../../questions/index.ts";
import { defineRoute } from "../route.ts";
import type { Route } from "../route.ts";

const PERSONS = "/api/projects/:project_id/persons";

// The questions parse the fields themselves, since the handle calls them too.
const Fields = v.record(v.string(), v.unknown());

/**
 * People behind a number of an answer (reference/insights.md 13). The links `persons_urls`, `persons` and `people_url`
 * of answers lead here, with all parameters. In a GET, lists and objects are JSON text.
 */
export const peopleBehindRoutes: readonly Route[] = insightKinds.map(
  ({ people: { path, verbs, summary, fields, response, example, ask, pages, pageFields } }) =>
    defineRoute({
      methods: verbs,
      path: `${PERSONS}/${path}`,
      summary,
      scopes: ["person:read"],
      input: Fields,
      fields,
      status: 200,
      response,
      example,
      ...(pageFields !== undefined && { pageFields }),
      csv: (ctx, { project, input }) => pages(ctx, project, input),
      run: (ctx, { project, input, target }) => ask(ctx, project, input, target.origin),
    }),
);
