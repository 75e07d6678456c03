import { ownFirst } from "../../adapters/explain/index.ts";
import type { EventRecord } from "../../lib/index.ts";
import type { Api } from "../api.ts";
import { eventFault, readEvents } from "../ask/names.ts";
import { toFilters } from "../ask/node-parts.ts";
import type { EventsFlags } from "./flags.ts";
import type { Cell, Column } from "../draw/table.ts";
import { counted, toCount } from "../draw/words.ts";
import { chooseOutput, toNdjson } from "../output.ts";
import { writePieces } from "../print.ts";
import { showList } from "./show-rows.ts";
import { walk } from "./walk.ts";

/** Lists events. @throws Error for a name that no event has */
export async function listEvents(api: Api, flags: EventsFlags): Promise<void> {
  const { event, distinctId, person, where = [], after, before, limit, json } = flags;
  const output = chooseOutput({ ...flags, ...(json && { format: flags.format ?? "ndjson" }) });
  if (event !== undefined) {
    const [fault] = eventFault(
      event,
      (await readEvents(api)) ?? [{ id: "", name: event, count: 0, last_seen_at: null }],
    );
    if (fault !== undefined) throw new Error(fault);
  }
  const found = await walk<EventRecord>(api, "/events/", {
    limit,
    event,
    distinct_id: distinctId,
    person_id: person,
    after,
    before,
    ...(where.length > 0 && { properties: await toFilters(where, api) }),
  });
  // Written as they come: there may be more events than memory holds.
  if (output.format === "ndjson") return writePieces(toPieces(found.rows));
  const rows: EventRecord[] = [];
  for await (const page of found.rows) rows.push(...page);
  const columns: Column[] = [
    { name: "time", mustStay: true, cut: "never" },
    { name: "event", mustStay: true },
    { name: "distinct id", mustStay: true },
    { name: "properties", cut: "first" },
  ];
  await showList(
    {
      head: [
        found.count === 0
          ? "No event matches."
          : `${toCount(rows.length)} of ${counted(found.count, "event")}, newest first`,
      ],
      parts: rows.length === 0 ? [] : [{ table: { columns, rows: rows.map(toRow) } }],
      foot: rows.length < found.count ? [`--limit ${found.count} shows all.`] : [],
      records: rows,
    },
    output,
  );
}

async function* toPieces(pages: AsyncGenerator<EventRecord[]>): AsyncGenerator<string> {
  for await (const page of pages) yield toNdjson(page);
}

function toRow({ timestamp, event, distinct_id: id, properties }: EventRecord): Cell[] {
  return [
    { text: timestamp.replace("T", " ").replace(/\.\d+Z$|Z$/, ""), tone: "faint" },
    { text: event, tone: "main" },
    id,
    toShort(properties),
  ];
}

/** The app's own properties before those of SDKs, as `plan=pro amount=12`. */
export function toShort(properties: Readonly<Record<string, unknown>>): string {
  return ownFirst(properties)
    .map(([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join("  ");
}
