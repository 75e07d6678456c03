import { columnName } from "../../../adapters/clickhouse/key-columns.ts";
import type { Form, Row } from "../insights/question.ts";
import { DAY_MS, START_MS } from "../insights/world.ts";

/** The item of an event in paths (reference/insights.md 12b.2). */
const ITEM = "if(event = '$pageview', text['$current_url'], toString(event))";

/** The columns of the peers' table of events as hoglet's own tables have them. */
const OWN: Record<string, string> = {
  ts: "toUInt64(ms)",
  day: `toUInt8(intDiv(ms - ${START_MS}, ${DAY_MS}))`,
  event: "event",
  browser: "text['$browser']",
  plan: "text['plan']",
  source: "text['utm_source']",
  url: "text['$current_url']",
  duration: "toUInt32OrZero(text['duration'])",
};

/** Makes the table that gives numbers to the items of paths. @param columns properties that have a column */
export function makeItems(database: string, columns: readonly string[]): string[] {
  const items = `SELECT DISTINCT ${ITEM} AS name FROM ${database}.events WHERE project_id = 1`;
  return [
    `DROP TABLE IF EXISTS ${database}.items`,
    withColumns(
      `CREATE TABLE ${database}.items ENGINE = Memory AS SELECT toUInt16(row_number() OVER (ORDER BY name)) AS id, name FROM (${items})`,
      columns,
    ),
  ];
}

/** The properties that questions of the bench name, as `key_uses` has them. */
export const KEYS = ["$browser", "plan", "utm_source", "$current_url", "duration"];

/**
 * The forms of ClickHouse that `npm run bench -- insights` has, over hoglet's tables in the place of the peers' own: the texts of
 * properties are looked up, and persons are joined, because these tables have no person in a row; only where the form looks at them. @param columns properties that have a column
 */
export function handWritten(forms: readonly Form[], database: string, columns: readonly string[]): Form[] {
  return forms.map(({ sql, finish }) => {
    const own = withColumns(overOwnTables(sql, database), columns);
    return finish === undefined ? { sql: own } : { sql: own, finish };
  });
}

function withColumns(sql: string, columns: readonly string[]): string {
  return sql.replaceAll(/text\['([^']+)'\]/g, (text, key: string) => (columns.includes(key) ? columnName(key) : text));
}

function overOwnTables(sql: string, database: string): string {
  // Words in texts, as in 'item added', are no columns.
  const code = sql.replaceAll(/'[^']*'/g, "''");
  const uses = (word: string) => new RegExp(`\\b${word}\\b`).test(code);
  const columns = Object.entries(OWN).filter(([name]) => name === "event" || uses(name));
  const own = columns.map(([name, expression]) => `${expression} AS ${name}`);
  const ids = `SELECT id AS ord, person_id AS person FROM ${database}.distinct_ids FINAL WHERE project_id = 1`;
  const created = `SELECT id AS person, toInt16(floor((created - ${START_MS}) / ${DAY_MS})) AS created_day FROM ${database}.persons FINAL WHERE project_id = 1`;
  if (uses("item")) own.push(`${ITEM} AS name`);
  let from = `(SELECT ${own.join(", ")}, ord FROM ${database}.events WHERE project_id = 1)`;
  if (uses("person")) from = `(SELECT * FROM ${from} AS e LEFT ANY JOIN (${ids}) AS d USING (ord))`;
  if (uses("created_day")) from = `(SELECT * FROM ${from} AS e LEFT ANY JOIN (${created}) AS p USING (person))`;
  if (uses("item"))
    from = `(SELECT *, i.id AS item FROM ${from} AS e LEFT ANY JOIN ${database}.items AS i ON i.name = e.name)`;
  const persons = `(SELECT person_id AS person, distinct_id FROM ${database}.distinct_ids FINAL WHERE project_id = 1 AND startsWith(distinct_id, 'user-'))`;
  const profiles = `SELECT id AS person, uuid, properties FROM ${database}.persons FINAL WHERE project_id = 1`;
  return sql
    .replaceAll(/\bFROM events\b/g, `FROM ${from} AS events`)
    .replaceAll(/\bFROM persons\b/g, `FROM ${persons} AS persons`)
    .replaceAll(/\bJOIN profiles\b/g, `JOIN (${profiles}) AS profiles`)
    .replaceAll(/\bJOIN items\b/g, `JOIN ${database}.items`);
}

/** An answer of ClickHouse in the form of the bench's rows. */
export function toRows(lines: readonly (readonly unknown[])[]): Row[] {
  return lines.map((line) => line.map((value) => (typeof value === "number" ? value : String(value))));
}
