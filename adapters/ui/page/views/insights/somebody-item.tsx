import { useState } from "preact/hooks";
import { Explanation } from "./explanation.tsx";
import type { People, Somebody } from "./people.ts";
import { here } from "../../use-hash.ts";

interface SomebodyItemProps {
  somebody: Somebody;
  explain: People["explain"];
}

/** A person behind a number: the link to their page, and their events in the funnel. */
export function SomebodyItem({ somebody, explain }: SomebodyItemProps) {
  const { name, personId, about, appearances } = somebody;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <li>
      <div class="somebody">
        {personId === null ? <b>{name}</b> : <a href={here(`/persons/${personId}`)}>{name}</a>}
        <span class="hint somebody-about">{about}</span>
      </div>
      {appearances !== undefined && <Appearances appearances={appearances} />}
      {explain !== undefined && (
        <details class="explain" open={isOpen} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
          <summary aria-label={`Explain ${name}`}>Explain</summary>
          {isOpen && <Explanation question={explain} somebody={somebody} />}
        </details>
      )}
    </li>
  );
}

/** A square for each period: filled = they came. */
function Appearances({ appearances }: { appearances: readonly number[] }) {
  const came = appearances.flatMap((value, index) => (value === 1 ? [index] : []));
  return (
    <svg
      class="appearances"
      width={appearances.length * 12}
      height="10"
      role="img"
      aria-label={`Came in periods ${came.join(", ")}`}
    >
      {appearances.map((value, index) => (
        <rect key={index} class={value === 1 ? "came" : "missing"} x={index * 12} width="10" height="10" rx="2" />
      ))}
    </svg>
  );
}
