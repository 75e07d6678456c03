import type { Action } from "../../../../lib/index.ts";
import { call } from "../api.ts";
import { useProject } from "../project.ts";
import { useLoaded } from "../use-loaded.ts";
import { CompletedInput } from "./completed-input.tsx";
import { eventNames } from "./completions.ts";

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

/** A field for the name of an event or an action, completed from the data. */
export function NamePicker({ label, value, onChange, hasActions = true, hasAny = true }: NamePickerProps) {
  const { P } = useProject();
  const actions = useLoaded(hasActions ? ["actions", P] : null, (signal) =>
    call<{ results: Action[] }>(`${P}/actions/`, { query: { limit: 1000 }, signal }),
  );
  const known = actions.data?.results ?? [];
  const pick = (text: string) => {
    const action = known.find(({ name }) => `${ACTION}${name}` === text);
    if (action !== undefined) onChange({ id: action.id, type: "actions", name: action.name });
    else if (hasAny && text === ANY) onChange({ id: null, type: "events" });
    else if (text.trim() !== "") onChange({ id: text, type: "events" });
  };
  return (
    <CompletedInput
      label={label}
      placeholder="event"
      isRequired
      value={toShown(value, known)}
      onChange={pick}
      complete={async (text, signal) => {
        const typed = text.toLowerCase();
        const named = known.map(({ name }) => `${ACTION}${name}`).filter((name) => name.toLowerCase().includes(typed));
        // A chosen name is not a search: the whole list is offered.
        const search = text === toShown(value, known) ? "" : text;
        return [
          ...(hasAny ? [ANY] : []),
          ...(await eventNames(P, search, signal)),
          ...(search === "" ? allOf(known) : named),
        ];
      }}
      about={[value, known.length]}
    />
  );
}

function allOf(actions: readonly Action[]): string[] {
  return actions.map(({ name }) => `${ACTION}${name}`);
}

function toShown({ id, type, name }: PickedName, actions: readonly Action[]): string {
  if (type === "events") return id === null ? ANY : String(id);
  const known = actions.find((action) => action.id === Number(id))?.name;
  return `${ACTION}${known ?? name ?? id}`;
}
