import type { EntityKind } from "../../../port/actors.ts";
import { EMPTY_TEXT } from "../../../port/lines.ts";
import type { GroupValue } from "../../../port/lines.ts";
import type { ValueSource } from "../../../port/value-source.ts";
import type { Execution } from "../execution.ts";
import { compileSource } from "../scan/group-values.ts";
import { actorIds, groupIds } from "./entity-ids.ts";
import type { EntityIds } from "./entity-ids.ts";
import { Interned } from "./interned.ts";

/** The counted entities: persons, the groups of events, or values of events. */
export function entityIdsOfKind(kind: EntityKind, execution: Execution): EntityIds {
  if (kind.by === "values") return valueIds(kind.source, execution);
  return kind.by === "persons" ? actorIds(execution) : groupIds(kind.groupTypeIndex);
}

/** The values of events, as breakdowns read them; missing and empty values do not count. */
function valueIds(source: ValueSource, execution: Execution): EntityIds {
  const known = new Interned<GroupValue>();
  // Number 0 is no entity.
  known.numberOf("");
  const { of } = compileSource(source, execution, (value) => known.numberOf(value === EMPTY_TEXT ? "" : value));
  return { of, limit: () => known.size, actors: null };
}
