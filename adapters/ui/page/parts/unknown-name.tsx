import { useLoaded } from "../use-loaded.ts";

interface UnknownNameProps {
  /** The name; empty = none is given. */
  name: string;
  /** Further input of `near`. */
  about?: unknown;
  /** Names that may be meant; null = the name is known. */
  near: (signal: AbortSignal) => Promise<readonly string[] | null>;
  /** The beginning of the sentence, such as "No event is called". */
  says: string;
  choose: (name: string) => void;
}

/** A line below a field whose name nothing has: a question by it would count nothing without a word. */
export function UnknownName({ name, about, near, says, choose }: UnknownNameProps) {
  const answer = useLoaded(name === "" ? null : ["near", name, about], (signal) => near(signal).catch(() => null));
  const names = answer.data ?? null;
  if (names === null || answer.isLoading) return null;
  return (
    <span class="unknown-name" role="status">
      {says} “{name}”{names.length === 0 ? "." : "; perhaps "}
      {names.map((each) => (
        <button key={each} type="button" class="plain" onClick={() => choose(each)}>
          {each}
        </button>
      ))}
    </span>
  );
}
