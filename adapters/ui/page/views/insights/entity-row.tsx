import { useState } from "preact/hooks";
import { DraftInput } from "../../parts/draft-input.tsx";
import type { PropertyOwner } from "../../parts/completions.tsx";
import { toFilterList } from "../../parts/filter-group.ts";
import { NamePicker } from "../../parts/name-picker.tsx";
import type { PickedName } from "../../parts/name-picker.tsx";
import { PropertyFilters } from "../../parts/property-filters.tsx";
import { MathFields } from "./math-fields.tsx";
import type { Entity } from "./question.ts";
import { toFilters } from "./question.ts";

interface EntityRowProps {
  /** Its position from 0, and the number of rows. */
  place: number;
  count: number;
  /** Its noun, with its number or letter. */
  one: string;
  mark: string;
  hasMath: boolean;
  entity: Entity;
  onChange: (entity: Entity) => void;
  move: (to: number) => void;
  drag: (isDragged: boolean) => void;
  copy: (() => void) | undefined;
  remove: (() => void) | undefined;
}

const FILTERABLE: readonly PropertyOwner[] = ["event", "person", "cohort", "session", "element", "group"];

/** A counted event or step: its name, its math, its filters. */
export function EntityRow(props: EntityRowProps) {
  const { place, count, one, mark, hasMath, entity, onChange, move, drag, copy, remove } = props;
  const name = `${one} ${mark}`;
  const filters = toFilterList(entity.properties) ?? [];
  const [isOpen, setIsOpen] = useState(false);
  const set = (change: Partial<Entity>) => onChange({ ...entity, ...change });
  return (
    <>
      <div class="entity-head">
        <span
          class="grip"
          draggable={count > 1}
          title={count > 1 ? "Drag to another place" : undefined}
          aria-hidden="true"
          onDragStart={(event) => {
            event.dataTransfer?.setData("text/plain", name);
            drag(true);
          }}
          onDragEnd={() => drag(false)}
        >
          {mark}
        </span>
        <NamePicker label={name} value={toPicked(entity)} onChange={(picked) => onChange(toNamed(entity, picked))} />
        {count > 1 && (
          <>
            <button
              type="button"
              class="icon entity-move"
              aria-label={`Move ${name} up`}
              disabled={place === 0}
              onClick={() => move(place - 1)}
            >
              ↑
            </button>
            <button
              type="button"
              class="icon entity-move"
              aria-label={`Move ${name} down`}
              disabled={place === count - 1}
              onClick={() => move(place + 1)}
            >
              ↓
            </button>
          </>
        )}
        {copy !== undefined && (
          <button type="button" class="icon" aria-label={`Copy ${name}`} onClick={copy}>
            copy
          </button>
        )}
        {remove !== undefined && (
          <button type="button" class="icon" aria-label={`Remove ${name}`} title="Remove" onClick={remove}>
            ✕
          </button>
        )}
      </div>
      {hasMath && <MathFields name={name} entity={entity} set={set} />}
      <details open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary aria-label={`Filters and label of ${name}`}>
          {filters.length === 0 ? "Filters and label" : `Filters (${filters.length}) and label`}
        </summary>
        {isOpen && (
          <div class="stack entity-more">
            <PropertyFilters
              name={`Filters of ${name}`}
              value={filters}
              types={FILTERABLE}
              {...(entity.type === "events" && entity.id !== null && { eventNames: [String(entity.id)] })}
              onChange={(next) => set({ properties: toFilters(next) })}
            />
            <DraftInput
              label={`Label of ${name}`}
              placeholder="label"
              value={entity.custom_name ?? ""}
              onChange={(text) => set({ custom_name: text.trim() === "" ? null : text.trim() })}
            />
          </div>
        )}
      </details>
    </>
  );
}

function toPicked({ id, type, name }: Entity) {
  return { id, type, ...(name !== undefined && { name }) };
}

/** Another event or action, with the same math. */
function toNamed(entity: Entity, { id, type, name }: PickedName): Entity {
  const { name: _, ...rest } = entity;
  return { ...rest, id, type, ...(name !== undefined && { name }) };
}
