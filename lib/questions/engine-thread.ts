import { serveEngine } from "../engines/host/index.ts";
import { columnRunners } from "./columns.ts";

// The script of the engine's threads.
serveEngine(columnRunners());
