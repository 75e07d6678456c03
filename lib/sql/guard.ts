import type { Reader } from "./reader.ts";
import { BASE_TABLES } from "./views.ts";
import { ALLOWED_FUNCTIONS } from "./functions.ts";
import { startOfStatement } from "./tokens.ts";

/** Why a statement does not run, in a sentence for its author. */
export class Refusal extends Error {}

/** A prepared statement. */
export type Statement = ReturnType<Reader["prepare"]>;

/**
 * First wall: what the statement is, and what it names. It is compiled, not run, on the mirror: an empty database where the
 * views' names are all there is. A name that is found there is the view's, for the other connection looks it up in the same
 * place first (`temp`); a name of anything else, qualified or not, is not found.
 * @throws Refusal; SqliteError for what is no SQL
 */
export function checkNames(mirror: Reader, sql: string): Statement {
  // Decides the kind: all other statements begin with a word of their own (PRAGMA acts even when it is only compiled).
  // After WITH there may be a change, which is not read-only.
  if (!/^(?:select|with|values)\b/i.test(sql.slice(startOfStatement(sql)))) {
    throw new Refusal("Only a single SELECT can be run.");
  }
  const statement = mirror.prepare(sql);
  if (!statement.readonly || !statement.reader) throw new Refusal("Only a single SELECT can be run.");
  return statement;
}

/** A row of EXPLAIN: an instruction of the program that SQLite would run. */
interface Instruction {
  opcode: string;
  p1: number;
  p2: number;
  p3: number;
  p4: string | null;
}

/**
 * Second wall: what the program would do, as SQLite compiled it on the connection that runs it. It may open, for reading,
 * the tables behind the views with their indexes, and call functions of the list.
 * @throws Refusal
 */
export function checkProgram(db: Reader, sql: string, values: Readonly<Record<string, unknown>>): void {
  const program = db.prepare(`EXPLAIN ${sql}`).all(values) as Instruction[];
  const pages = readPages(db);
  for (const { opcode, p1, p2, p3, p4 } of program) {
    if (opcode === "OpenRead" || opcode === "ReopenIdx") {
      if (p3 !== MAIN || !pages.has(p2)) throw new Refusal("SQLite's own tables cannot be read.");
    } else if (opcode === "VOpen") {
      checkModules(db, sql);
    } else if (CALLS.has(opcode)) {
      const name = p4?.replace(/\(-?\d+\)$/, "").toLowerCase() ?? "";
      if (!ALLOWED_FUNCTIONS.has(name)) throw new Refusal(`The function ${name} cannot be used.`);
    } else if (WRITES.has(opcode) || (opcode === "Transaction" && (p2 !== 0 || p1 > TEMP))) {
      throw new Refusal("Only a single SELECT can be run.");
    }
  }
}

/** Numbers of databases in a program. */
const MAIN = 0;
const TEMP = 1;

const CALLS = new Set("Function PureFunc AggStep AggStep1 AggInverse AggValue AggFinal".split(" "));

// A statement that SQLite calls read-only has none of these; it costs nothing to look.
const WRITES = new Set("OpenWrite VUpdate Clear Destroy CreateBtree ParseSchema Vacuum SqlExec JournalMode".split(" "));

function readPages(db: Reader): Set<unknown> {
  const names = BASE_TABLES.map((name) => `'${name}'`).join(", ");
  return new Set(db.prepare(`SELECT rootpage FROM main.sqlite_schema WHERE tbl_name IN (${names})`).pluck().all());
}

// A program does not tell which virtual table it opens. The name of one, in whatever quotes, stands in the text letter by
// letter, since SQL's names know no escapes. A text that has it elsewhere is refused too, which harms nobody.
function checkModules(db: Reader, sql: string): void {
  const names = db.prepare("SELECT name FROM pragma_module_list").pluck().all() as string[];
  const text = sql.toLowerCase();
  const other = ["pragma_", ...names.filter((name) => !JSON_TABLE.test(name))].find((name) => text.includes(name));
  if (other !== undefined) throw new Refusal(`Of table-valued functions only json_each and json_tree can be used.`);
}

const JSON_TABLE = /^jsonb?_(?:each|tree)$/;
