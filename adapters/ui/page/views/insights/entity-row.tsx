import { DraftInput } from "../../parts/draft-input.tsx";
import type { PropertyOwner } from "../../parts/completions.tsx";
import { toFilterList } from "../../parts/filter-group.ts";
import { Menu } from "../../parts/menu.tsx";
import { NamePicker } from "../../parts/name-picker.tsx";
import type { PickedName } from "../../parts/name-picker.tsx";
import { PropertyFilters } from "../../parts/property-filters.tsx";
import { MathFields } from "./math-fields.tsx";
import type { Entity } from "./question.ts";
import { toFilters } from "./question.ts";

interface EntityRowProps {
  /** The row's position from 0, and the number of rows. */
  place: number;
  count: number;
  /** The entity's noun, with its number or letter. */
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

/** A counted event or step: its name, its math, its filters; its place and its label behind a button. */
export function EntityRow(props: EntityRowProps) {
  const { place, count, one, mark, hasMath, entity, onChange, move, drag, copy, remove } = props;
  const name = `${one} ${mark}`;
  const { custom_name: label } = entity;
  const set = (change: Partial<Entity>) => onChange({ ...entity, ...change });
  return (
    <>
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
      {label && <span>as “{label}”</span>}
      {hasMath && <MathFields name={name} entity={entity} set={set} />}
      <PropertyFilters
        name={`Filters of ${name}`}
        value={toFilterList(entity.properties) ?? []}
        types={FILTERABLE}
        {...(entity.type === "events" && entity.id !== null && { eventNames: [String(entity.id)] })}
        onChange={(next) => set({ properties: toFilters(next) })}
      />
      <Menu label={`More of ${name}`}>
        <button type="button" disabled={place === 0} onClick={() => move(place - 1)}>
          Move<span class="unseen"> {name}</span> up
        </button>
        <button type="button" disabled={place === count - 1} onClick={() => move(place + 1)}>
          Move<span class="unseen"> {name}</span> down
        </button>
        <button type="button" disabled={copy === undefined} onClick={copy}>
          Copy<span class="unseen"> {name}</span>
        </button>
        <button type="button" disabled={remove === undefined} onClick={remove}>
          Remove<span class="unseen"> {name}</span>
        </button>
        <label class="menu-field">
          Label
          <DraftInput
            label={`Label of ${name}`}
            placeholder="its name"
            value={label ?? ""}
            onChange={(text) => set({ custom_name: text.trim() === "" ? null : text.trim() })}
          />
        </label>
      </Menu>
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
