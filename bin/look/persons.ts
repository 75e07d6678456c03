import type { PersonRecord } from "../../lib/index.ts";
import type { Api } from "../api.ts";
import { toFilters } from "../ask/node-parts.ts";
import type { PersonsFlags } from "./flags.ts";
import type { Cell, Column } from "../draw/table.ts";
import { counted, toCount } from "../draw/words.ts";
import { chooseOutput, toNdjson } from "../output.ts";
import { writePieces } from "../print.ts";
import { toShort } from "./events.ts";
import { showList } from "./show-rows.ts";
import { walk } from "./walk.ts";

export async function listPersons(api: Api, search: string | undefined, flags: PersonsFlags): Promise<void> {
  const { where = [], limit, json } = flags;
  const output = chooseOutput({ ...flags, ...(json && { format: flags.format ?? "ndjson" }) });
  // A property without an owner is the person's.
  const properties = (await toFilters(where, api)).map(({ type, ...filter }) => {
    return Object.assign(filter, { type: type === "event" ? "person" : type });
  });
  const found = await walk<PersonRecord>(api, "/persons/", {
    limit,
    search,
    ...(properties.length > 0 && { properties }),
  });
  if (output.format === "ndjson") return writePieces(toPieces(found.rows));
  const rows: PersonRecord[] = [];
  for await (const page of found.rows) rows.push(...page);
  const columns: Column[] = [
    { name: "person", mustStay: true },
    { name: "distinct ids", mustStay: true },
    { name: "identified" },
    { name: "since", mustStay: true, cut: "never" },
    { name: "properties", cut: "first" },
  ];
  await showList(
    {
      head: [
        found.count === 0
          ? "No person matches."
          : `${toCount(rows.length)} of ${counted(found.count, "person")}, newest first`,
      ],
      parts: rows.length === 0 ? [] : [{ table: { columns, rows: rows.map(toRow) } }],
      foot: [
        ...(rows.length < found.count ? [`--limit ${found.count} shows all.`] : []),
        "hoglet person <id> explains one.",
      ],
      records: rows,
    },
    output,
  );
}

async function* toPieces(pages: AsyncGenerator<PersonRecord[]>): AsyncGenerator<string> {
  for await (const page of pages) yield toNdjson(page);
}

function toRow({
  name,
  distinct_ids: ids,
  is_identified: isIdentified,
  created_at: since,
  properties,
}: PersonRecord): Cell[] {
  const more = ids.length > 1 ? ` and ${ids.length - 1} more` : "";
  return [
    // A person without a name has that of an id.
    { text: name === ids[0] ? "" : String(name), tone: "main" },
    `${ids[0] ?? ""}${more}`,
    isIdentified ? "yes" : "no",
    { text: since.slice(0, 10), tone: "faint" },
    toShort(properties),
  ];
}
