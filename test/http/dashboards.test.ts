import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createHoglet } from "../../lib/index.ts";
import type { Dashboard, SavedInsight } from "../../lib/query/saved/index.ts";
import { openRest } from "./ask.ts";

const P = "/api/projects/1";

async function open() {
  const rest = openRest();
  const insight = async (name: string) => {
    const filters = { insight: "TRENDS", events: [{ id: name }] };
    const { id } = (await rest.ask<SavedInsight>("POST", `${P}/insights`, { body: { name, filters } })).body;
    const { results } = (await rest.ask<{ results: SavedInsight[] }>("GET", `${P}/insights`)).body;
    const found = results.find((each) => each.id === id);
    if (found === undefined) throw new Error("An insight that was saved is listed.");
    return found;
  };
  const [a, b] = [await insight("a"), await insight("b")];
  const create = async (body: object) => (await rest.ask<Dashboard>("POST", `${P}/dashboards`, { body })).body;
  const patch = async (body: object, id = 1) => await rest.ask<Dashboard>("PATCH", `${P}/dashboards/${id}`, { body });
  const tiles = async (id = 1) => shown((await rest.ask<Dashboard>("GET", `${P}/dashboards/${id}`)).body);
  return { ...rest, a, b, create, patch, tiles };
}

const shown = (board: Dashboard) => board.tiles.map(({ id, insight, width }) => `${id}:${insight?.name}:${width}`);

const routes = suite("dashboardRoutes");

routes("creates one with tiles in their order, each with its insight", async () => {
  const { a, b, create, ask } = await open();
  const made = await create({ name: " Growth ", tiles: [{ insight: b.short_id, width: 12 }, { insight: a.id }] });
  const { tiles, ...rest } = made;
  assert.equal(rest, {
    id: 1,
    name: "Growth",
    description: "",
    pinned: false,
    tags: [],
    filters: {},
    is_shared: false,
    deleted: false,
    created_at: "2024-06-10T12:00:00Z",
    created_by: { first_name: "first key", email: null },
    last_modified_at: "2024-06-10T12:00:00Z",
  });
  assert.equal(shown(made), ["1:b:12", "2:a:6"]);
  assert.equal(tiles[1]?.insight, {
    ...a,
    dashboards: [1],
    dashboard_tiles: [{ id: 2, dashboard_id: 1, deleted: false }],
  });
  assert.equal((await ask<Dashboard>("GET", `${P}/dashboards/1`)).body, made);
});

routes("arranges, resizes, adds and removes tiles by one list; a tile keeps its id", async () => {
  const { a, b, create, patch, tiles } = await open();
  const { tiles: made } = await create({ name: "x", tiles: [{ insight: a.id }, { insight: b.id }] });
  const [first, second] = made;
  await patch({ tiles: [{ ...second, width: 4 }, first] });
  assert.equal(await tiles(), ["2:b:4", "1:a:6"]);
  await patch({ tiles: [first, { insight: b, width: 8 }, { insight: a.id }] });
  assert.equal(await tiles(), ["1:a:6", "3:b:8", "4:a:6"]);
  await patch({ name: "y" });
  assert.equal(await tiles(), ["1:a:6", "3:b:8", "4:a:6"]);
  await patch({ tiles: [] });
  assert.equal(await tiles(), []);
});

routes("refuses tiles that are not there, and changes nothing then", async () => {
  const { a, create, patch, tiles } = await open();
  await create({ name: "x", tiles: [{ insight: a.id }] });
  await create({ name: "other", tiles: [{ insight: a.id }] });
  const wrong: [object, string][] = [
    [{ tiles: [{ insight: 77 }] }, "tiles__0__insight"],
    [{ tiles: [{ insight: a.id }, { insight: "none" }] }, "tiles__1__insight"],
    [{ tiles: [{ id: 2, insight: a.id }] }, "tiles__0__id"],
    [
      {
        tiles: [
          { id: 1, insight: a.id },
          { id: 1, insight: a.id },
        ],
      },
      "tiles__1__id",
    ],
    [{ tiles: [{ insight: a.id, width: 13 }] }, "tiles__0__width"],
    [{ name: " " }, "name"],
    [{ description: "x".repeat(10_001) }, "description"],
    [{ filters: { date_from: "x".repeat(101) } }, "filters__date_from"],
  ];
  for (const [body, attr] of wrong) {
    const { status, body: answer } = await patch(body);
    assert.equal([status, (answer as unknown as { attr: string }).attr], [400, attr]);
  }
  assert.equal(await tiles(), ["1:a:6"]);
});

routes("a deleted insight is on no dashboard until it comes back, whatever was arranged meanwhile", async () => {
  const { a, b, create, patch, tiles, ask } = await open();
  await create({ name: "x", tiles: [{ insight: a.id }, { insight: b.id }] });
  await ask("DELETE", `${P}/insights/${a.id}`);
  assert.equal(await tiles(), ["2:b:6"]);
  await patch({ tiles: [{ id: 2, insight: b.id, width: 12 }] });
  await ask("PATCH", `${P}/insights/${a.id}`, { body: { deleted: false } });
  assert.equal(await tiles(), ["2:b:12", "1:a:6"], "at the end");
});

routes("an insight says on which dashboards it is, at their end, and is put on others", async () => {
  const { a, b, create, tiles, ask, patch } = await open();
  const twice = [
    { insight: b.id, width: 3 },
    { insight: b.id, width: 4 },
  ];
  await create({ name: "one", tiles: twice });
  await create({ name: "two", tiles: [{ insight: a.id }] });
  const [first, second] = (await ask<Dashboard>("GET", `${P}/dashboards/1`)).body.tiles;
  await patch({ tiles: [second, first] });
  await create({ name: "gone" });
  await ask("DELETE", `${P}/dashboards/3`);
  const put = (dashboards: number[]) => ask("PATCH", `${P}/insights/${a.id}`, { body: { dashboards } });
  assert.equal((await put([1, 1])).body["dashboards"], [1]);
  assert.equal([await tiles(1), await tiles(2)], [["2:b:4", "1:b:3", "4:a:6"], []]);
  assert.equal((await put([2, 1])).body["dashboards"], [1, 2]);
  assert.equal(await tiles(1), ["2:b:4", "1:b:3", "4:a:6"]);
  assert.is((await put([3])).status, 400);
});

routes("lists pinned ones first, then newest first, by a part of the name, without deleted ones", async () => {
  const { create, ask, patch } = await open();
  for (const name of ["One", "two", "three"]) await create({ name });
  const names = async (query = "") =>
    (await ask("GET", `${P}/dashboards${query}`)).body.results.map((board) => board["name"]);
  await patch({ pinned: true, description: "about cats" });
  assert.equal(await names(), ["One", "three", "two"]);
  assert.equal(await names("?search=ONE"), ["One"]);
  assert.equal(await names("?search=cats"), ["One"]);
  await ask("DELETE", `${P}/dashboards/1`);
  assert.equal(await names(), ["three", "two"]);
  await patch({ deleted: false });
  assert.equal(await names(), ["One", "three", "two"]);
});

routes("keeps dates for all of its insights, and forgets them", async () => {
  const { create, patch } = await open();
  const { filters } = await create({ name: "x", filters: { date_from: "-30d", date_to: null } });
  assert.equal(filters, { date_from: "-30d" });
  assert.equal((await patch({ filters: { date_from: "" } })).body.filters, {});
});

routes("tells the activity log what happened", async () => {
  const { a, create, patch, ask } = await open();
  await create({ name: "x" });
  await patch({ name: "y", tiles: [{ insight: a.id }] });
  await patch({ name: "y" });
  await ask("DELETE", `${P}/dashboards/1`);
  await patch({ deleted: false });
  const { body } = await ask("GET", `${P}/activity_log?scope=Dashboard`);
  assert.equal(
    body.results.map((entry) => entry["activity"]),
    ["restored", "deleted", "updated", "created"],
  );
  const { changes } = (body.results[2]?.["detail"] ?? { changes: [] }) as { changes: { field: string }[] };
  assert.equal(
    changes.map(({ field }) => field),
    ["name", "tiles"],
  );
});

routes("are of one project", async () => {
  const { create, ask } = await open();
  await create({ name: "x" });
  for (const method of ["GET", "PATCH", "DELETE"]) {
    assert.is((await ask(method, "/api/projects/2/dashboards/1")).status, 404, method);
  }
  assert.equal((await ask("GET", "/api/projects/2/dashboards")).body.results, []);
});

routes("holds texts and places in a grid, in the real service's shapes", async () => {
  const { a, create, patch } = await open();
  const sm = { x: 6, y: 0, w: 4, h: 3 };
  const { tiles } = await create({ tiles: [{ text: { body: "# Goals" } }, { insight: a.id, layouts: { sm } }] });
  const [text, chart] = tiles;
  assert.equal(text, {
    id: 1,
    insight: null,
    text: {
      id: 1,
      body: "# Goals",
      created_by: { first_name: "first key", email: null },
      last_modified_at: "2024-06-10T12:00:00Z",
      last_modified_by: null,
    },
    width: 6,
    order: 0,
    filters_overrides: {},
    layouts: {},
    color: null,
  });
  assert.equal([chart?.layouts, chart?.width, chart?.text], [{ sm }, 4, null]);
  // As they were read; a place stays where it is absent.
  const { layouts: _, ...rest } = chart ?? {};
  const { body } = await patch({ tiles: [{ ...text, text: { body: "New" } }, rest] });
  assert.equal(
    body.tiles.map(({ id, text: part, layouts }) => [id, part?.body, layouts]),
    [
      [1, "New", {}],
      [2, undefined, { sm }],
    ],
  );
});

routes("refuses tiles that are both or neither, and places beyond the grid", async () => {
  const { a, create, patch } = await open();
  await create({ tiles: [] });
  const refused: [tile: object, attr: string][] = [
    [{}, "tiles__0"],
    [{ insight: a.id, text: { body: "x" } }, "tiles__0"],
    [{ text: { body: "" } }, "tiles__0__text__body"],
    [{ text: { body: "x".repeat(4001) } }, "tiles__0__text__body"],
    [{ insight: a.id, layouts: { sm: { x: 12, y: 0, w: 1, h: 1 } } }, "tiles__0__layouts__sm__x"],
    [{ insight: a.id, layouts: { sm: { x: 0, y: 0, w: 13, h: 1 } } }, "tiles__0__layouts__sm__w"],
    [{ insight: a.id, layouts: { sm: { x: 0, y: 0, w: 1, h: 0 } } }, "tiles__0__layouts__sm__h"],
  ];
  for (const [tile, attr] of refused) {
    const { status, body } = await patch({ tiles: [tile] });
    assert.equal([status, (body as unknown as { attr: string }).attr], [400, attr], JSON.stringify(tile));
  }
});

routes.run();

const handle = suite("hoglet.savedInsights and hoglet.dashboards");

handle("keep, show, ask, change and delete in process, by project", async () => {
  const hoglet = await createHoglet({ now: "2024-06-10T12:00:00Z" });
  await hoglet.capture({ event: "paid", distinct_id: "u" });
  const other = await hoglet.projects.create({ name: "other" });
  const filters = { insight: "TRENDS", events: [{ id: "paid" }] } as const;
  const insight = await hoglet.savedInsights.create({ name: "pay", filters });
  assert.equal([insight.created_by, insight.filters], [null, filters]);
  const { result } = await hoglet.insights.trend({ events: [{ id: "paid" }] });
  assert.equal((await hoglet.savedInsights.answer(insight.short_id)).result, result);
  const board = await hoglet.dashboards.create({ name: "board", tiles: [{ insight: insight.id }] });
  assert.equal((await hoglet.dashboards.get(board.id)).tiles, board.tiles);
  assert.is((await hoglet.dashboards.update(board.id, { pinned: true })).pinned, true);
  assert.is((await hoglet.dashboards.list({ project: other.id })).count, 0);
  assert.is((await hoglet.savedInsights.list({ project: other.id })).count, 0);
  await hoglet.savedInsights.delete(insight.id);
  await hoglet.dashboards.delete(board.id);
  assert.equal([(await hoglet.dashboards.list()).count, (await hoglet.savedInsights.list()).count], [0, 0]);
  await hoglet.savedInsights.update(insight.id, { deleted: false });
  assert.is((await hoglet.savedInsights.get(insight.id)).deleted, false);
  await hoglet.close();
});

handle.run();
