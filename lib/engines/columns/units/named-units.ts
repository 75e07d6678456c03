import type { ActorKind } from "../../../port/actors.ts";
import { propertyText } from "../../../events/filters/index.ts";
import type { Json } from "../../../events/filters/index.ts";
import { Interned } from "./interned.ts";
import { unitsByCode } from "../kernels/units.ts";
import type { Question } from "../question.ts";
import type { PropertyColumn } from "../log/segment.ts";
import { actorUnits } from "./units.ts";
import type { Units } from "./units.ts";

/** Units that can be named afterwards. */
export interface NamedUnits {
  kind: ActorKind;
  units: Units;
  /** For groups: the key of a unit of `units`. */
  keyOf(unit: number): string;
}

/** The units of a kind of actor: persons, or the groups of one type; the empty key is no group. */
export function namedUnits(kind: ActorKind, question: Question): NamedUnits {
  if (kind.by === "persons") return { kind, units: actorUnits(question), keyOf: String };
  const keys = new Interned<string>();
  const tables = new WeakMap<PropertyColumn, Uint32Array>();
  const toUnit = (value: Json | undefined) => {
    const text = propertyText(value);
    return text === "" ? 0 : keys.numberOf(text) + 1;
  };
  const units: Units = {
    of(segment, start, end) {
      const column = segment.property(`$group_${kind.groupTypeIndex}`);
      const table = tables.get(column) ?? Uint32Array.from(column.values, toUnit);
      tables.set(column, table);
      return unitsByCode(column.codes, table, start, end);
    },
    limit: () => keys.values.length + 1,
    actors: null,
  };
  return { kind, units, keyOf: (unit) => keys.values[unit - 1]! };
}
