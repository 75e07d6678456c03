import type { Action } from "../../../../lib/index.ts";
import { call } from "../api.ts";
import { useProject } from "../project.ts";
import { useLoaded } from "../use-loaded.ts";
import { EventField } from "./event-field.tsx";

/** An event by its name (null = any event), or an action by its number. */
export interface PickedName {
  id: string | number | null;
  type: "events" | "actions";
  /** Name of an action, shown until it is loaded. */
  name?: string;
}

interface NamePickerProps {
  /** Name of the field for screen readers. */
  label: string;
  value: PickedName;
  onChange: (picked: PickedName) => void;
  /** @default true: actions can be chosen too */
  hasActions?: boolean;
  /** @default true: "All events" can be chosen */
  hasAny?: boolean;
}

const ANY = "All events";
const ACTION = "Action: ";

/** A field for the name of an event or an action. */
export function NamePicker({ label, value, onChange, hasActions = true, hasAny = true }: NamePickerProps) {
  const { P } = useProject();
  const actions = useLoaded(hasActions ? ["actions", P] : null, (signal) =>
    call<{ results: Action[] }>(`${P}/actions/`, { query: { limit: 1000 }, signal }),
  );
  const known = actions.data?.results ?? [];
  const shown = toShown(value, known);
  const pick = (text: string) => {
    const action = known.find(({ name }) => `${ACTION}${name}` === text);
    if (action !== undefined) onChange({ id: action.id, type: "actions", name: action.name });
    else if (hasAny && text === ANY) onChange({ id: null, type: "events" });
    else if (text.trim() !== "") onChange({ id: text, type: "events" });
  };
  const options = [...(value.type === "actions" ? [shown] : []), ...known.map(({ name }) => `${ACTION}${name}`)];
  return (
    <EventField
      label={label}
      placeholder="event"
      isRequired
      value={shown}
      onChange={pick}
      before={hasAny ? [{ group: "", name: ANY }] : []}
      after={[...new Set(options)].map((name) => ({ group: "Actions", name }))}
    />
  );
}

function toShown({ id, type, name }: PickedName, actions: readonly Action[]): string {
  if (type === "events") return id === null ? ANY : String(id);
  const known = actions.find((action) => action.id === Number(id))?.name;
  return `${ACTION}${known ?? name ?? id}`;
}
