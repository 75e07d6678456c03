import { suite } from "uvu";
import { columnsEngine } from "../../lib/engines/columns/index.ts";
import { columnRunners } from "../../lib/questions/columns.ts";
import { conform } from "./index.ts";

const columns = suite("columns");

conform(columns, { options: {}, over: (db, budgetBytes) => columnsEngine(db, columnRunners, { budgetBytes }) });

columns.run();
