import type { Reader } from "../hogql/index.ts";
import { ALLOWED_FUNCTIONS, Refusal, BASE_TABLES } from "../hogql/index.ts";
import { LOG_VIEWS } from "../log/index.ts";

export type Statement = ReturnType<Reader["prepare"]>;

/** The first word, behind SQLite's white space. */
const START = /^(?:[ \t\n\f\r]|--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))*(?:select|with|values)\b/i;

/**
 * First check: the kind of statement and its names. It is compiled, not run, on the mirror: an empty database with
 * nothing but the views' names. A name found there is the view's, since the real connection searches the same schema
 * first (`temp`); any other name, qualified or not, is not found.
 * @throws Refusal; SqliteError for text that is not SQL
 */
export function checkNames(mirror: Reader, sql: string): Statement {
  // All other statements begin with a word of their own (PRAGMA acts even when it is only compiled). After WITH a
  // change may follow, which is not read-only.
  if (!START.test(sql)) {
    throw new Refusal("Only a single SELECT can be run.");
  }
  const statement = mirror.prepare(sql);
  if (!statement.readonly || !statement.reader) throw new Refusal("Only a single SELECT can be run.");
  return statement;
}

const { chunkTable: CHUNK_TABLE } = LOG_VIEWS.behind;

/** A row of EXPLAIN: an instruction of the program. */
interface Instruction {
  opcode: string;
  p1: number;
  p2: number;
  p3: number;
  p4: string | null;
}

/**
 * Second check: the program compiled on the connection that runs it. It may read the tables behind the views and their
 * indexes, and call the allowed functions.
 * @throws Refusal
 */
export function checkProgram(db: Reader, sql: string, values: Readonly<Record<string, unknown>>): void {
  // First: reads the schema again where another connection has rewritten the file, whose tables then have other pages.
  const pages = readPages(db);
  const program = db.prepare(`EXPLAIN ${sql}`).all(values) as Instruction[];
  const ownTable = tableOf(db, `${CHUNK_TABLE}(1, X'', X'', 0, 0, 0)`);
  const jsonTable = tableOf(db, "json_each('[]')");
  for (const { opcode, p1, p2, p3, p4 } of program) {
    if (opcode === "OpenRead" || opcode === "ReopenIdx") {
      if (p3 !== MAIN || !pages.has(p2)) throw new Refusal("SQLite's own tables cannot be read.");
    } else if (opcode === "VOpen") {
      // The views read chunks by a table of ours, which a statement cannot name, and lists by json_each, which it can.
      const isOwn = p4 === ownTable && !sql.toLowerCase().includes(CHUNK_TABLE);
      if (!isOwn && p4 !== jsonTable) checkModules(db, sql);
    } else if (CALLS.has(opcode)) {
      const name = p4?.replace(/\(-?\d+\)$/, "").toLowerCase() ?? "";
      if (!ALLOWED_FUNCTIONS.has(name)) throw new Refusal(`The function ${name} cannot be used.`);
    } else if (WRITES.has(opcode) || (opcode === "Transaction" && (p2 !== 0 || p1 > TEMP))) {
      throw new Refusal("Only a single SELECT can be run.");
    }
  }
}

/** Numbers of databases in SQLite's programs. */
const MAIN = 0;
const TEMP = 1;

const CALLS = new Set("Function PureFunc AggStep AggStep1 AggInverse AggValue AggFinal".split(" "));

// Opcodes that read-only statements do not have; the check costs nothing.
const WRITES = new Set("OpenWrite VUpdate Clear Destroy CreateBtree ParseSchema Vacuum SqlExec JournalMode".split(" "));

function readPages(db: Reader): Set<unknown> {
  const names = BASE_TABLES.map((name) => `'${name}'`).join(", ");
  return new Set(db.prepare(`SELECT rootpage FROM main.sqlite_schema WHERE tbl_name IN (${names})`).pluck().all());
}

/** How programs name a virtual table. */
function tableOf(db: Reader, call: string): string | null | undefined {
  const program = db.prepare(`EXPLAIN SELECT 1 FROM ${call}`).all() as Instruction[];
  return program.find(({ opcode }) => opcode === "VOpen")?.p4;
}

// A program does not tell which virtual table it opens, so their names are refused. Such a name, in any quotes, stands
// in the text letter by letter, since SQL's names know no escapes. A text with the name elsewhere is refused too, which
// does no harm.
function checkModules(db: Reader, sql: string): void {
  const names = db.prepare("SELECT name FROM pragma_module_list").pluck().all() as string[];
  const text = sql.toLowerCase();
  const other = ["pragma_", ...names.filter((name) => !JSON_TABLE.test(name))].find((name) => text.includes(name));
  if (other !== undefined)
    throw new Refusal(`A query can call only json_each and json_tree of the table-valued functions.`);
}

const JSON_TABLE = /^jsonb?_(?:each|tree)$/;
