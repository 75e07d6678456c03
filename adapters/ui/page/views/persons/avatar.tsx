/** A square with the first letter of a name, in a colour that a name always has. Decoration: the name stands beside it. */
export function Avatar({ name }: { name: string }) {
  const [letter = "?"] = name;
  const sum = [...name].reduce((total, each) => total + (each.codePointAt(0) ?? 0), 0);
  return (
    <span class="avatar" aria-hidden="true" style={{ "--colour": `var(--series-${(sum % 8) + 1})` }}>
      {letter.toUpperCase()}
    </span>
  );
}
