import { useEffect, useState } from "preact/hooks";
import type { People } from "./people.ts";

/**
 * The open panel of persons, kept in the entry of the browser's history: "back" from a person opens it again.
 * @returns the panel's content, and the function that opens it, or closes it (undefined)
 */
export function usePeople(): [people: People | undefined, open: (people: People | undefined) => void] {
  const [people, setPeople] = useState(read);
  useEffect(() => {
    const follow = () => setPeople(read());
    addEventListener("popstate", follow);
    return () => removeEventListener("popstate", follow);
  }, []);
  const open = (next: People | undefined) => {
    history.replaceState(next === undefined ? null : { people: next }, "");
    setPeople(next);
  };
  return [people, open];
}

function read(): People | undefined {
  return (history.state as { people?: People } | null)?.people;
}
