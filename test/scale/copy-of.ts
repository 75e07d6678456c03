import { createClient } from "@clickhouse/client";
import { allEvents } from "../../lib/log/event-rows.ts";
import { propertiesOf, uuidOf } from "../../lib/log/event-texts.ts";
import type { Db } from "../../lib/storage/index.ts";
import { toUuidText } from "../../lib/base/ids.ts";

/** The rows that count, on either side: texts that are compared. */
export interface Copied {
  events: string[];
  ids: string[];
  persons: string[];
}

/** The rows in ClickHouse, every one that is there. */
export async function copyIn(
  { url, password }: { url: string; password: string },
  database = "hoglet",
): Promise<Copied> {
  const client = createClient({ url, password });
  const read = async (query: string) => {
    const answer = await client.query({
      query,
      format: "JSONCompactEachRow",
      clickhouse_settings: { output_format_json_quote_64bit_integers: 0 },
    });
    return (await answer.json<unknown[]>()).map((row) => JSON.stringify(row));
  };
  try {
    return {
      events: await read(`SELECT seq, toString(uuid), event, ord, ms, properties FROM ${database}.events ORDER BY seq`),
      ids: await read(`SELECT id, distinct_id, person_id FROM ${database}.distinct_ids FINAL ORDER BY id`),
      persons: await read(`SELECT id, uuid, properties FROM ${database}.persons FINAL ORDER BY id`),
    };
  } finally {
    await client.close();
  }
}

/** The same rows of a file of hoglet. */
export function copyOf(db: Db): Copied {
  const read = (sql: string) =>
    (db.sql(sql).raw(true).all() as unknown[][]).map((row) => JSON.stringify(row.map(toText)));
  return {
    events: read(
      `SELECT e.seq, ${uuidOf("e")}, n.name, e.distinct_id_id, e.timestamp, ${propertiesOf("e")} FROM ${allEvents()} e JOIN event_names n ON n.id = e.event_name_id ORDER BY e.seq`,
    ),
    ids: read("SELECT id, distinct_id, coalesce(person_id, 0) FROM distinct_ids ORDER BY id"),
    persons: read("SELECT id, uuid, properties FROM persons ORDER BY id"),
  };
}

function toText(value: unknown): unknown {
  return Buffer.isBuffer(value) ? toUuidText(value) : value;
}
