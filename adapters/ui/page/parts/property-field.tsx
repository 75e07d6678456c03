import { useProject } from "../project.ts";
import { Combobox } from "./combobox.tsx";
import { findProperties, findValues, nearProperties } from "./completions.tsx";
import type { KnownProperty, PropertyOwner } from "./completions.tsx";
import { UnknownName } from "./unknown-name.tsx";

/** A property by its owner and key; a cohort by its number. */
export type PickedProperty = Pick<KnownProperty, "owner" | "key" | "groupTypeIndex" | "cohortId">;

interface PropertyFieldProps {
  /** The field's name for screen readers. */
  label: string;
  value: PickedProperty;
  /** The text to show, such as the name of a chosen cohort. @default the key */
  shown?: string | undefined;
  onChange: (picked: PickedProperty) => void;
  /** The owners whose properties are offered. */
  owners: readonly PropertyOwner[];
  /** Only properties of this event; absent = of any event. */
  event?: string | undefined;
  placeholder?: string;
  isRequired?: boolean;
}

const TAGS: Partial<Record<PropertyOwner, string>> = {
  person: "person",
  cohort: "cohort",
  group: "group",
  element: "element",
};

/** A field for a property of several owners, which says at once that nothing has it. A typed name has the owner of the value. */
export function PropertyField(props: PropertyFieldProps) {
  const { P } = useProject();
  const {
    label,
    value,
    shown = value.key,
    onChange,
    owners,
    event,
    placeholder = "property",
    isRequired = false,
  } = props;
  const { owner, key, groupTypeIndex } = value;
  const isOfOne = owners.length === 1 && owner !== "group";
  return (
    <Combobox<KnownProperty>
      label={label}
      placeholder={placeholder}
      isRequired={isRequired}
      value={shown}
      tag={isOfOne || key === "" ? undefined : TAGS[owner]}
      onChange={(text, option) => {
        if (option === undefined) onChange({ ...toTyped(value), key: text.trim() });
        else onChange(toPicked(option));
      }}
      find={(text) => findProperties(P, toFirst(owners, owner), { text, event })}
      about={[P, owners, owner, event]}
      samples={async (option, signal) => {
        const values = await findValues(P, option.owner, { key: option.key, text: "", event, signal });
        return values.map(({ name }) => name);
      }}
    >
      <UnknownName
        name={key}
        about={[P, owner, groupTypeIndex]}
        near={(signal) => nearProperties(P, value, signal)}
        says={`No ${owner} has the property`}
        choose={(name) => onChange({ ...value, key: name })}
      />
    </Combobox>
  );
}

/** The owners with the owner of the value first: of equal names, its name is meant. */
function toFirst(owners: readonly PropertyOwner[], first: PropertyOwner): PropertyOwner[] {
  return owners.toSorted((a, b) => Number(b === first) - Number(a === first));
}

function toPicked({ owner, key, groupTypeIndex, cohortId }: KnownProperty): PickedProperty {
  return {
    owner,
    key,
    ...(groupTypeIndex !== undefined && { groupTypeIndex }),
    ...(cohortId !== undefined && { cohortId }),
  };
}

/** A cohort has no name to type. */
function toTyped({ owner, key, groupTypeIndex }: PickedProperty): PickedProperty {
  if (owner === "cohort") return { owner: "event", key };
  return { owner, key, ...(groupTypeIndex !== undefined && { groupTypeIndex }) };
}
