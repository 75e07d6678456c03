import { useProject } from "../project.ts";
import { Combobox } from "./combobox.tsx";
import type { Known } from "./combobox.tsx";
import { findEvents, nearEvents } from "./completions.tsx";
import { UnknownName } from "./unknown-name.tsx";

interface EventFieldProps {
  /** The field's name for screen readers. */
  label: string;
  value: string;
  onChange: (text: string, option: Known | undefined) => void;
  placeholder?: string;
  isRequired?: boolean;
  /** Options before the events, and after them. */
  before?: readonly Known[];
  after?: readonly Known[];
}

/** A field for the name of an event, which says at once that no event has the name. */
export function EventField({ before = [], after = [], ...props }: EventFieldProps) {
  const { P } = useProject();
  const { value, onChange } = props;
  const isOther = value === "" || [...before, ...after].some(({ name }) => name === value);
  return (
    <Combobox
      {...props}
      find={async (text) => [...before, ...(await findEvents(P, text)), ...after]}
      about={[P, after.length]}
    >
      <UnknownName
        name={isOther ? "" : value}
        about={P}
        near={() => nearEvents(P, value)}
        says="No event is called"
        choose={(name) => onChange(name, undefined)}
      />
    </Combobox>
  );
}
