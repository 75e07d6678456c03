import { readFileSync } from "node:fs";

// Statements with every clause, operator and literal of HogQL's grammar, and some that are none.

/** Statements of HogQL, one a line. */
export const STATEMENTS: readonly string[] = readFileSync("test/hogql/language/statements.sql", "utf8")
  .split("\n")
  .filter(Boolean);

/** Texts that are no HogQL. */
export const FAULTY: readonly string[] = [
  "select * replace (1 as event) from events",
  "select first_value(event) ignore nulls over (order by timestamp) from events",
  "select top 5 event from events",
  "select top 5 with ties event from events",
  "select event from events settings max_threads = 1",
  "select date '2020-01-01'",
  "select timestamp '2020-01-01 00:00:00'",
  "select substring('abc' from 2 for 1)",
  "select substring('abc' from 2)",
  "select 1 | 2",
  "select",
  "select 1 from",
  "select from events",
  "select 1 1",
  "select a b c from events",
  "select 'a",
  "select (1",
  "select 1)",
  "select [1",
  "select {a",
  "select 1 +",
  "select 1 and",
  "select case end",
  "select case when 1 end",
  "select 1 as",
  "select 1 in",
  "select 1 between 2",
  "select 1 limit",
  "select 1 order",
  "select 1 order by",
  "select 1 group by",
  "select !a",
  "select a && b",
  "select a ! b",
  "select @a",
  "select #a",
  "insert into events values (1)",
  "delete from events",
  "drop table events",
  "select event from events where 1 where 2",
  "select first, last, name, id, key, values from (select 1 first, 2 last, 3 name, 4 id, 5 key, 6 values)",
  "select if, left, right, any from (select 1 if)",
  "select t.* except (a) from t",
  "select t.* exclude a from t",
  "select 1 at time zone 'UTC'",
  "select interval 1 decade",
  "select 'a' 'b'",
];

/** Statements that hoglet alone takes, with the reason. */
export const LOOSER: readonly (readonly [statement: string, reason: string])[] = [
  ["select event Name from events", "an alias without AS, as in SQL"],
  ["select event from events sample 0.1 as e", "the order of words is free"],
  ["select ()", "the empty list of `x IN ()`"],
  ["select now() + interval 2 weeks", "units in the plural"],
  ["select 'a\\db'", "unknown escapes keep their backslash, as in ClickHouse"],
  ["select * except (event) from events", "ClickHouse's word for EXCLUDE"],
  ["values (1, 2)", "a table of constants"],
  ["select extract(day from now())", "a part of a time, as in ClickHouse"],
  ["select 5 div 2", "ClickHouse's operators"],
  ["select 5 mod 2", "ClickHouse's operators"],
  ["select 1;;", "signs at the end"],
  ["select year, month from (select 1 year, 2 month)", "units are no reserved words"],
  ["select date, timestamp from (select 1 date, 2 timestamp)", "functions are no reserved words"],
  ["select :x", "another form of {x}"],
];

/** Statements of HogQL that hoglet refuses, with what is missing. */
export const STRICTER: readonly (readonly [statement: string, missing: string])[] = [
  ["select event from events order by event limit 10 with ties", "WITH TIES"],
  ["select 1 n order by n with fill from 0 to 5 interpolate", "INTERPOLATE"],
  ["select event, count() from events group by event with totals", "rows of other groups"],
  ["select event, count() from events group by event with rollup", "rows of other groups"],
  ["select event, count() from events group by event with cube", "rows of other groups"],
  ["select event, count() from events group by grouping sets ((event), ())", "rows of other groups"],
  ["select event from events order by event collate 'en'", "COLLATE"],
  ["select event from events e any join persons p on e.person_id = p.id", "joins of another strictness"],
  ["select event from events e left semi join persons p on e.person_id = p.id", "joins of another strictness"],
  ["select event from events e anti left join persons p on e.person_id = p.id", "joins of another strictness"],
  ["select event from events e asof join persons p on e.person_id = p.id", "joins of another strictness"],
  ["select event from (events e join persons p on e.person_id = p.id)", "joins in parentheses"],
  ["select event = any(select event from events)", "ANY of a subquery"],
  ["select and", "a word of the grammar as a name, without quotes"],
  ["select <div /> from events", "HogQLX"],
  ["select * from t pivot (sum(a) for b in (1, 2))", "PIVOT"],
  ["select string_agg(x, ',') within group (order by x) from events", "WITHIN GROUP"],
  ["select a := 1", "programs of Hog"],
  ["select (x -> x + 1)(2)", "programs of Hog"],
];
