import { Refusal } from "../../refusal.ts";
import { requireCount } from "../call.ts";
import type { Call, CompileCall } from "../call.ts";
import { printOver } from "../print-window.ts";
import { ANY, FLOAT64, nullable, UINT64 } from "../type.ts";
import type { Type } from "../type.ts";

/** @param gives the result's type; absent = the first argument's, or NULL */
function windowed(name: string, least: number, most: number, gives?: Type): CompileCall {
  return (call: Call) => {
    requireCount(call, least, most);
    if (call.node.over === null)
      throw new Refusal(`The function ${call.name} needs a window: ${call.name}(…) OVER (…).`);
    const args = call.args();
    const { sql, type } =
      gives === undefined ? call.compilation.unify(args.filter((_, index) => index !== 1)) : { sql: [], type: gives };
    const [value, other] = sql;
    const [, offset] = args;
    const printed =
      gives === undefined
        ? [value, offset?.sql, other].filter((part) => part !== undefined)
        : args.map((arg) => arg.sql);
    const over = printOver(call.compilation, call.scope, call.node.over);
    return {
      sql: `${name}(${printed.join(", ")})${over}`,
      type: gives ?? nullable(type.family === "property" ? ANY : type),
    };
  };
}

const LAG = windowed("lag", 1, 3);
const LEAD = windowed("lead", 1, 3);

export const WINDOW_CALLS: Readonly<Record<string, CompileCall>> = {
  row_number: windowed("row_number", 0, 0, UINT64),
  rank: windowed("rank", 0, 0, UINT64),
  dense_rank: windowed("dense_rank", 0, 0, UINT64),
  percent_rank: windowed("percent_rank", 0, 0, FLOAT64),
  cume_dist: windowed("cume_dist", 0, 0, FLOAT64),
  ntile: windowed("ntile", 1, 1, UINT64),
  lag: LAG,
  lead: LEAD,
  lagInFrame: LAG,
  leadInFrame: LEAD,
  first_value: windowed("first_value", 1, 1),
  last_value: windowed("last_value", 1, 1),
  nth_value: windowed("nth_value", 2, 2),
};
