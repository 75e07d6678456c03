import type { Project } from "../admin/projects/index.ts";
import { captureEvents } from "../ingest/capture/index.ts";
import type { Context as IngestContext } from "../ingest/context.ts";
import type { ProcessedEvent } from "../transfer/index.ts";

/** Sends the events of an import through the capture pipeline, in their order. */
export function captureProcessed(ctx: IngestContext, project: Project): (events: ProcessedEvent[]) => Promise<void> {
  return (events) => captureEvents(ctx, project, events.map(toCaptured));
}

function toCaptured({ elements, properties, ...event }: ProcessedEvent) {
  return { ...event, properties: elements.length > 0 ? { ...properties, $elements: elements } : properties };
}
