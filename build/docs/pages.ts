import { commandLinePage } from "./command-line.ts";
import { handlePage } from "./handle.ts";
import { httpApiPage } from "./http-api.ts";
import { limitsPage } from "./limits.ts";
import { optionsPage } from "./options.ts";
import { queryNodesPage } from "./query-nodes.ts";
import { sqlFunctionsPage } from "./sql-functions.ts";

/** The pages of the manual that follow from the code, by file. */
export function manualPages(): Record<string, string> {
  return {
    "docs/manual/command-line.md": commandLinePage(),
    "docs/manual/handle.md": handlePage(),
    "docs/manual/http-api.md": httpApiPage(),
    "docs/manual/limits.md": limitsPage(),
    "docs/manual/options.md": optionsPage(),
    "docs/manual/query-nodes.md": queryNodesPage(),
    "docs/reference/sql-functions.md": sqlFunctionsPage(),
  };
}
