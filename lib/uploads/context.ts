import type { EngineHost } from "../engines/host/index.ts";
import type { Context as IngestContext } from "../ingest/context.ts";
import type { ImportSlots } from "../transfer/index.ts";
import type { Uploads } from "./uploads.ts";

/** The resources of uploads. `handle/context.ts` has the whole context. */
export interface Context extends IngestContext {
  imports: ImportSlots;
  uploads: Uploads;
  /** Makes columns of the events that were stored. */
  engineHost: Pick<EngineHost, "finishImport">;
}
