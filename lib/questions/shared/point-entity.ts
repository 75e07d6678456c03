import { invalid } from "../../base/errors.ts";
import type { Entity } from "./entity.ts";
import { isMath, MATH_NAMES, statisticOf } from "./math.ts";
import type { Math } from "./math.ts";
import { readOlderEntity } from "./older-fields.ts";
import { scalarText } from "./scalar-text.ts";

/** The math of an entity that is not in the question: it counts the same actors and needs no further field. */
function toSameActors(math: Math): Math {
  return statisticOf(math) !== null || math === "unique_session" || math === "hogql" ? "total" : math;
}

/**
 * The entity of a point: the one at `entity_order`, else the one with `entity_id` (or `entityId`), `entity_type` and,
 * if given, `entity_math`; else, for an id and a type, a new entity. Without `entity_math` an entity that counts events
 * is preferred.
 * @param entities those of the question, in order
 * @throws HogletError 400 naming the field. Source: reference/insights.md 13.1.
 */
export function toPointEntity(input: Record<string, unknown>, entities: readonly Entity[]): Entity {
  const place = textOf(input["entity_order"], "entity_order");
  const byOrder = entities.find(({ order }) => String(order) === place);
  if (byOrder !== undefined) return byOrder;
  const id = textOf(input["entity_id"] ?? input["entityId"], "entity_id");
  const type = toType(textOf(input["entity_type"], "entity_type"));
  if (id === null) {
    throw invalid("entity_id", "An entity id and the entity type must be provided to determine an entity.", "required");
  }
  const math = toMath(textOf(input["entity_math"], "entity_math"));
  const known = entities.filter(
    (entity) =>
      String(entity.id) === id && (type === null || entity.type === type) && (math === null || entity.math === math),
  );
  const found = known.find((entity) => entity.math === "total") ?? known[0];
  if (found !== undefined) return found;
  if (type === null) {
    throw invalid(
      "entity_type",
      "An entity must be provided for target entity to be determined: its type is missing.",
      "required",
    );
  }
  return toBare(input, { id, type, math: toSameActors(math ?? "total") });
}

function textOf(value: unknown, attr: string): string | null {
  return value === undefined || value === null || value === "" ? null : scalarText(value, attr);
}

function toType(text: string | null): Entity["type"] | null {
  if (text === null || text === "events" || text === "actions") return text;
  throw invalid("entity_type", `Expected events or actions but received "${text}".`);
}

function toMath(text: string | null): Math | null {
  if (text === null || isMath(text)) return text;
  throw invalid("entity_math", `Expected one of ${MATH_NAMES} but received "${text}".`);
}

function toBare(
  { math_group_type_index: index }: Record<string, unknown>,
  { id, type, math }: { id: string; type: Entity["type"]; math: Math },
): Entity {
  const group = math === "unique_group" ? textOf(index, "math_group_type_index") : null;
  if (math === "unique_group" && !/^[0-4]$/.test(group ?? "")) {
    throw invalid("math_group_type_index", "Groups need the index of their type, from 0 to 4.", "required");
  }
  const wire = { math, math_group_type_index: group };
  if (type === "events") return readOlderEntity({ id, type, ...wire }, "entity");
  if (!/^\d{1,15}$/.test(id)) throw invalid("entity_id", `Expected the id of an action but received "${id}".`);
  return readOlderEntity({ id: Number(id), type, ...wire }, "entity");
}
