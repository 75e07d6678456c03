import { useEffect, useId, useRef, useState } from "preact/hooks";
import { useProject } from "../project.ts";
import { afterKey, OptionList } from "../parts/option-list.tsx";
import { rankOptions } from "../parts/rank-options.ts";
import { useSettled } from "../parts/use-settled.ts";
import { go, here } from "../use-hash.ts";
import { useLoaded } from "../use-loaded.ts";
import { findStored, findViews } from "./find-places.ts";
import type { Place } from "./place.ts";

interface PaletteProps {
  close: () => void;
  showKeys: () => void;
}

/** Pause in typing, in ms, after which the project is searched. A shorter pause sends more requests. */
const PAUSE_MS = 150;

/**
 * A field that finds views, insights, persons, events and actions, and goes there at Enter. The focus stays in the field; Escape closes
 * the dialog, which gives the focus back to what had it.
 */
export function Palette({ close, showKeys }: PaletteProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isDrawn = useRef(true);
  const [text, setText] = useState("");
  const places = usePlaces(text);
  useEffect(() => {
    const { current } = dialog;
    if (current === null) return undefined;
    current.showModal();
    return () => {
      isDrawn.current = false;
      current.close();
    };
  }, []);
  const choose = (place: Place | undefined) => {
    if (place === undefined) return;
    dialog.current?.close();
    go(here(place.path));
    document.querySelector<HTMLElement>("#main")?.focus();
  };
  return (
    <dialog
      ref={dialog}
      class="dialog palette"
      aria-label="Go to"
      // The event of the close comes later: a Ctrl+K in between would be lost.
      onCancel={close}
      onClose={() => isDrawn.current && close()}
      onClick={({ target }) => target === dialog.current && dialog.current?.close()}
    >
      <PaletteField text={text} onText={setText} {...places} choose={choose} />
      <p class="palette-foot hint">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> choose
        </span>
        <span>
          <kbd>Enter</kbd> go
        </span>
        <span>
          <kbd>Esc</kbd> close
        </span>
        <button type="button" class="plain" onClick={showKeys}>
          All keys
        </button>
      </p>
    </dialog>
  );
}

interface Found {
  places: Place[];
  isLoading: boolean;
}

/** The places for a text: views at once, what the project stores after a pause in typing. */
function usePlaces(text: string): Found {
  const { P, project } = useProject();
  const settled = useSettled(text, PAUSE_MS);
  const stored = useLoaded(settled.trim() === "" ? null : ["palette", P, settled], (signal) =>
    findStored(P, settled, project.person_display_name_properties, signal),
  );
  const isLoading = stored.isLoading || (text !== settled && text.trim() !== "");
  const found = text.trim() === "" ? [] : (stored.data ?? []);
  return { places: rankOptions([...findViews(text), ...found], text), isLoading };
}

interface PaletteFieldProps extends Found {
  text: string;
  onText: (text: string) => void;
  choose: (place: Place | undefined) => void;
}

function PaletteField({ text, onText, places, isLoading, choose }: PaletteFieldProps) {
  const list = useId();
  const [chosen, setChosen] = useState(0);
  const current = Math.min(chosen, Math.max(0, places.length - 1));
  const onKeyDown = (event: KeyboardEvent) => {
    const next = afterKey(event.key, current, places.length);
    if (event.key === "Enter") choose(places[current]);
    else if (next !== undefined) setChosen(next);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        type="text"
        role="combobox"
        class="palette-field"
        aria-label="Go to"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={places.length === 0 ? undefined : `${list}-${current}`}
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck={false}
        placeholder="View, insight, person, event or action"
        value={text}
        onInput={(event) => {
          onText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <p class="unseen" role="status">
        {isLoading ? "Searching …" : `${places.length} found`}
      </p>
      <OptionList
        id={list}
        label="Places"
        options={places}
        current={current}
        isBusy={isLoading}
        onPoint={setChosen}
        choose={choose}
      />
      {places.length === 0 && <p class="options-none hint">{isLoading ? "Searching …" : "Nothing has this name."}</p>}
    </>
  );
}
