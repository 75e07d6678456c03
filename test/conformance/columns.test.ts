import { suite } from "uvu";
import { columnsEngine } from "../../lib/engines/columns/index.ts";
import { columnRunners } from "../../lib/questions/columns.ts";
import { conform } from "./index.ts";
import { oneIn } from "../support/rounds.ts";

const columns = suite("columns");

// Query nodes ask the given cases of this engine too (nodes.test.ts).
conform(
  columns,
  { options: {}, over: (db, budgetBytes) => columnsEngine(db, columnRunners(), { budgetBytes }) },
  oneIn(7, columns),
);

columns.run();
