import { serveEngine } from "../engines/host/index.ts";
import { columnRunners } from "./columns.ts";

// The script of the engine's threads: it joins the engine's host with the runners of all questions.
serveEngine(columnRunners());
