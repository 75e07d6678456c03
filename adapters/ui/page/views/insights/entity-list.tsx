import { useRef, useState } from "preact/hooks";
import { moveItem } from "../../move-item.ts";
import { EntityRow } from "./entity-row.tsx";
import { entityName } from "./question.ts";
import type { Entity } from "./question.ts";

interface EntityListProps {
  /** The noun for one entity. */
  one: string;
  hasMath: boolean;
  /** The order of the entities matters: they are numbered; otherwise they have letters for formulas. */
  isOrdered: boolean;
  /** @default unlimited */
  most?: number;
  entities: readonly Entity[];
  /** The event of a new entity. */
  fallback: string;
  onChange: (entities: Entity[]) => void;
}

/** The counted events, or the steps of a funnel, sorted by dragging or by buttons. */
export function EntityList(props: EntityListProps) {
  const { one, hasMath, isOrdered, most = Infinity, entities, fallback, onChange } = props;
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const move = (from: number, to: number) => {
    const entity = entities[from];
    if (entity === undefined || from === to || to < 0 || to >= entities.length) return;
    onChange(moveItem(entities, from, to));
    setSaid(`${entityName(entity)} is now ${one.toLowerCase()} ${to + 1}.`);
  };
  return (
    <>
      <ol ref={list} class="entities">
        {entities.map((entity, index) => (
          <li
            key={index}
            class={dragged === index ? "dragged" : undefined}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              if (dragged !== null) move(dragged, index);
              setDragged(null);
            }}
          >
            <EntityRow
              place={index}
              count={entities.length}
              one={one}
              mark={isOrdered ? String(index + 1) : String.fromCodePoint(65 + index)}
              hasMath={hasMath}
              entity={entity}
              onChange={(changed) => onChange(entities.with(index, changed))}
              move={(to) => {
                move(index, to);
                // With the moved item, so that it can be moved further.
                list.current?.children[to]?.querySelector<HTMLElement>(".menu-button")?.focus();
              }}
              drag={(isDragged) => setDragged(isDragged ? index : null)}
              copy={entities.length < most ? () => onChange(entities.toSpliced(index + 1, 0, entity)) : undefined}
              remove={entities.length > 1 ? () => onChange(entities.toSpliced(index, 1)) : undefined}
            />
          </li>
        ))}
      </ol>
      <p class="unseen" role="status">
        {said}
      </p>
      {entities.length < most && (
        <button type="button" class="small" onClick={() => onChange([...entities, { id: fallback, type: "events" }])}>
          + {one}
        </button>
      )}
    </>
  );
}
