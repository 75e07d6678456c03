import { suite } from "uvu";
import * as assert from "uvu/assert";
import { addFunctions } from "../../lib/hogql/functions/register.ts";
import { checkNames, checkProgram } from "../../lib/sql/guard.ts";
import { addSessionPlaces } from "../../lib/sql/session-places.ts";
import { openSessionValues } from "../../lib/sql/session-values.ts";
import { createMirror, createViews } from "../../lib/hogql/tables.ts";
import { openReader } from "../../lib/log/index.ts";
import { openEmpty } from "../../lib/storage/index.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { personNames } from "../../lib/sql/person-name.ts";
import { NOW, openSample } from "./open-query.ts";

// The other project's data and the key's hash hold these; no answer may.
const CANARY = "canary-of-another-project";
const folder = tempFolder();
const hoglet = await openSample({ file: folder.file("a.db"), personalApiKey: "phx_canary_key" });
const other = await hoglet.projects.create({ name: CANARY });
await hoglet.capture(
  [
    { event: CANARY, distinct_id: CANARY, properties: { $set: { email: CANARY }, note: CANARY } },
    { event: "viewed", distinct_id: "u1", properties: { note: CANARY } },
    { event: "$groupidentify", distinct_id: "u1", properties: { $group_type: CANARY, $group_key: CANARY } },
  ],
  { project: other.id },
);
await hoglet.import([JSON.stringify({ kind: "cohort", id: 9, name: CANARY, is_static: true, members: [CANARY] })], {
  project: other.id,
});

const surroundings = () => ({
  projectId: hoglet.project.id,
  timezone: "UTC",
  weekStartDay: 0,
  personName: personNames(["email"]),
  isInCohort: () => false,
  nowMs: Date.parse(NOW),
  sessions: openSessionValues(null),
});
const mirror = openEmpty();
addFunctions(mirror, surroundings);
createMirror(mirror);
const db = openReader(folder.file("a.db"));
addFunctions(db, surroundings);
addSessionPlaces(db, surroundings);

/**
 * Runs SQLite's SQL as the process of queries runs the compiler's. The guard must hold without the compiler, so these
 * statements do not pass it.
 */
function run(sql: string, projectId = hoglet.project.id): { columns: string[]; rows: unknown[][] } {
  createViews(db, projectId);
  checkNames(mirror, sql);
  checkProgram(db, sql, {});
  const statement = db.prepare(sql).raw();
  return { columns: statement.columns().map(({ name }) => name), rows: statement.all() as unknown[][] };
}

function refusal(act: () => unknown): Error | null {
  try {
    act();
  } catch (error) {
    return error as Error;
  }
  return null;
}

const KIND = /Only a single SELECT/;
const NAME = /no such table|no such column|column not present/;
const SCHEMA = /SQLite's own tables/;
const MODULE = /only json_each and json_tree/;
const FUNCTION = /cannot be used|no such function/;
const SYNTAX = /syntax error|unrecognized token|incomplete input/;

/** Statements that must be refused, with a part of the sentence that refuses them. */
const REFUSED: [expected: RegExp, statements: string[]][] = [
  [
    KIND,
    [
      "insert into persons (id) values (1)",
      "update events set event = 'x'",
      "delete from events",
      "drop table main.events",
      "create table x (a)",
      "create temp view persons as select 1",
      "alter table events rename to x",
      "attach database '/etc/passwd' as x",
      "attach ':memory:' as x",
      "detach main",
      "pragma query_only = 0",
      "pragma database_list",
      "pragma table_info(persons)",
      "PrAgMa trusted_schema = on",
      "-- select\npragma writable_schema = 1",
      "/* select */ pragma database_list",
      "vacuum into '/tmp/stolen.db'",
      "reindex",
      "analyze",
      "begin",
      "commit",
      "rollback",
      "savepoint x",
      "explain select 1",
      "explain query plan select * from events",
      "replace into persons (id) values (1)",
      "(select 1)",
      "\ufeffpragma database_list",
      "\u00a0select 1",
      "with x as (select 1) delete from persons",
      "with x as (select 1) insert into events select * from events",
      "with x as (select 1) update persons set name = 'x' returning *",
      ";",
      "-- nothing",
    ],
  ],
  [
    NAME,
    [
      "select * from main.events",
      "select * from main.persons",
      "select * from MAIN.Events",
      'select * from "main"."events"',
      "select * from [main].[events]",
      "select * from `main`.`events`",
      "select * from 'main'.'events'",
      "select * from main /* x */ . /* y */ events",
      "select * from main.persons as persons",
      "select * from personal_api_keys",
      "select value_hash from 'personal_api_keys'",
      "select * from temp.personal_api_keys",
      "select * from projects",
      "select * from distinct_ids",
      "select * from event_names",
      "select * from event_index",
      "select * from cohort_members",
      "select * from group_types",
      "select * from activity_log",
      "select * from sqlite_sequence",
      "select * from sqlite_stat1",
      "select * from events where exists (select 1 from main.personal_api_keys)",
      "select (select group_concat(value_hash) from personal_api_keys)",
      "select * from events union all select 1, 2, 3, 4, 5, properties from main.events",
      "select * from persons order by (select count(*) from main.events)",
      "select 1 limit (select count(*) from main.persons)",
      "select count(*) filter (where exists (select 1 from projects)) from events",
      "with stolen as (select * from main.events) select * from stolen",
      "with recursive x(a) as (select 1 union all select a from x join main.events) select * from x",
      "select * from (select * from (select * from (values (1)) join personal_api_keys))",
      "select sum(1) over (partition by (select min(id) from projects)) from events",
      "select project_id from events",
      "select rowid from events",
      "select seq from events",
      "select events.distinct_id_id from events",
      "select * from events join persons using (project_id)",
      "select * from json_each((select properties from main.persons))",
      "select place from hog_sessions",
      "select * from (pragma database_list)",
    ],
  ],
  [
    SCHEMA,
    [
      "select * from sqlite_schema",
      "select sql from sqlite_master",
      "select sql from main.sqlite_master",
      "select sql from temp.sqlite_schema",
      "select sql from sqlite_temp_master",
      "select sql from 'sqlite_master'",
      'select sql from "SQLITE_MASTER"',
      "select * from events where exists (select 1 from sqlite_schema)",
      "select 1 from json_each('[1]') join sqlite_schema",
      "with x as (select sql from sqlite_master) select * from x",
    ],
  ],
  [
    MODULE,
    [
      "select * from pragma_table_info('persons')",
      "select * from pragma_database_list",
      "select * from 'pragma_database_list'",
      'select * from "Pragma_Database_List" as json_each',
      "select * from main.pragma_database_list",
      "select * from json_each('[]') as pragma join pragma_function_list",
      "select (select file from pragma_database_list limit 1)",
      "select * from dbstat",
      "select * from [DBSTAT] as json_each",
      "select 1 from FTS3TOKENIZE",
    ],
  ],
  [
    FUNCTION,
    [
      "select load_extension('/tmp/x.so')",
      "select fts3_tokenizer('simple')",
      "select rtreecheck('main', 'personal_api_keys')",
      "select hex(fts3_tokenizer('simple', zeroblob(1)))",
      "select sqlite_compileoption_get(1)",
      "select readfile('/etc/passwd')",
      "select writefile('/tmp/x', 'y')",
      "select edit('x')",
      "select eval('select 1')",
      "select \"load_extension\"('/tmp/x.so')",
      "select count(*) from events where load_extension(event) is null",
      "select max(rtreedepth(properties)) from events",
    ],
  ],
  [
    SYNTAX,
    [
      "select 1) union select (2",
      "select * from (delete from events returning *)",
      "with x as (delete from events returning *) select * from x",
      "select * from (attach 'x' as y)",
      "select * from (pragma query_only = 0)",
      "select * into x from events",
      "select 'never closed",
    ],
  ],
  [
    /more than one statement/,
    [
      "select 1; select 2",
      "select 1; delete from events",
      "select 1;; pragma query_only = 0",
      "select ';'; attach 'x' as y",
      "select 1 /* ; */; -- x\ndrop view temp.events",
    ],
  ],
  [/tree is too large/, [`select 1${" + 1".repeat(1500)}`]],
  [/too many terms/, [`select 1${" union all select 1".repeat(600)}`]],
  [/Recursion limit/, [`select ${"(".repeat(30_000)}1${")".repeat(30_000)}`]],
];

const guard = suite("guard");

for (const [expected, statements] of REFUSED) {
  for (const sql of statements) {
    guard(`refuses ${JSON.stringify(sql.slice(0, 90))}`, () => {
      const error = refusal(() => run(sql));
      assert.ok(error, "it was answered");
      assert.match(error.message, expected);
    });
  }
}

/** Statements that may run, and must show no data of other projects. */
const HARMLESS = [
  "select * from events",
  "select * from persons",
  "select * from person_distinct_ids",
  "select * from cohorts",
  "select * from cohort_people",
  "select * from groups",
  "select count(*) from sessions",
  "select * from temp.events, temp.persons",
  "select * from events where event like '%' or 1 = 1",
  // SQLite's parser drops the expression after `0 and`, which never runs.
  "select count(*) from events where 0 and exists (select 1 from main.persons)",
  "select * from persons left join events on 1 = 1",
  "select * from events e where exists (select 1 from events f where f.uuid <> e.uuid)",
  "with main as (select 1 as events) select * from main",
  "with persons as (select * from events) select * from persons",
  "with stolen as (select * from main.personal_api_keys) select 1",
  "with recursive events as (select 1 as a union all select a + 1 from events where a < 3) select * from events",
  "select * from persons as main",
  "select main.event from events as main",
  `select * from json_tree((select json_group_array(properties) from events))`,
  "values (1), ((select count(*) from events))",
  "select 'pragma_table_info', 'sqlite_master', 'main.events'",
  "select event from events -- ; drop table events",
  "select event from events;",
  "select group_concat(properties) over () from events",
  "select name, (select json_group_array(e.properties) from events e where e.person_id = p.id) from persons p",
];

for (const sql of HARMLESS) {
  guard(`answers ${JSON.stringify(sql.slice(0, 90))} with nothing of another project`, () => {
    const answer = run(sql);
    assert.ok(answer.rows.length > 0, "nothing was found");
    assert.not.ok(JSON.stringify(answer).includes(CANARY));
  });
}

// Each statement would fail on a row of the other project if it saw the row before the filter.
const FAILS = "json_extract('{', '$')";
const ORACLES = [
  `select count(*) from events where case when properties like '%${CANARY}%' then ${FAILS} else 1 end`,
  `select count(*) from events where case when distinct_id = '${CANARY}' then ${FAILS} else 1 end`,
  `select count(*) from persons where case when properties like '%${CANARY}%' then ${FAILS} else 1 end`,
  `select count(*) from persons where case when name = '${CANARY}' then ${FAILS} else 1 end`,
  `select count(*) from person_distinct_ids where case when distinct_id = '${CANARY}' then ${FAILS} else 1 end`,
  `select count(*) from cohorts where case when name = '${CANARY}' then ${FAILS} else 1 end`,
  `select count(*) from cohort_people where case when cohort_id = 9 then ${FAILS} else 1 end`,
  `select count(*) from groups where case when group_key = '${CANARY}' then ${FAILS} else 1 end`,
  `select max(case when properties like '%${CANARY}%' then ${FAILS} end) from events order by 1`,
];

for (const sql of ORACLES) {
  guard(`lets no error tell of another project: ${sql.slice(0, 70)}`, () => {
    assert.is(run(sql).rows.length, 1);
    // The same statement fails in the project of the rows, so the check above can fail.
    assert.match(refusal(() => run(sql, other.id))?.message ?? "", /malformed JSON/);
  });
}

guard("leaves the database as it was", async () => {
  assert.is((await hoglet.events.list({})).count, 3);
  assert.is((await hoglet.persons.list()).count, 2);
  assert.is((await hoglet.keys.list()).length, 1);
  assert.is(hoglet.project.created_at, NOW);
  db.close();
  await hoglet.close();
  folder.remove();
});

guard.run();
