import { misconfigured } from "../../base/errors.ts";
import type { Engine } from "../../port/engine.ts";
import { countLeft, fetchTextsBy } from "../../storage/index.ts";
import type { Db } from "../../storage/index.ts";

/**
 * Lets readers of a connection fetch texts that have left from the engine's copy.
 * @param keepLocalEventsFor the option; it needs an engine that has an archive
 * @throws misconfigured when events have left, or shall leave, and the engine has no archive
 */
export function openArchive(
  db: Db,
  { archive }: Pick<Engine, "archive">,
  keepLocalEventsFor: string | undefined,
): void {
  if (archive === undefined) {
    const left = countLeft(db);
    if (left > 0) throw misconfigured("engine", leftDetail(left));
    if (keepLocalEventsFor === undefined) return;
    const detail =
      "Events can leave the file only for an engine that keeps them: engine: clickhouse({ … }), or --clickhouse <url>.";
    throw misconfigured("keepLocalEventsFor", detail);
  }
  fetchTextsBy(db, async (places) => {
    const texts = await archive.read(places);
    return new Map(texts.map(({ seq, ...each }) => [seq, each]));
  });
}

function leftDetail(left: number): string {
  return (
    `The properties of ${left} events of this file are in ClickHouse alone (keepLocalEventsFor). ` +
    "Open it with that ClickHouse: engine: clickhouse({ … }), or --clickhouse <url>."
  );
}
