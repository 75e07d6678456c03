import type { ComponentChildren } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { useDraft } from "../use-draft.ts";
import { useLoaded } from "../use-loaded.ts";
import { afterKey, OptionList } from "./option-list.tsx";
import { rankOf, rankOptions } from "./rank-options.ts";
import type { Option } from "./rank-options.ts";
import { useSettled } from "./use-settled.ts";

/** A choice with what helps to choose it. */
export interface Known extends Option {
  /** Words beside the name that may change, such as an age. */
  facts?: ComponentChildren;
  /** The frequency of the option as a share of the most frequent option's, 0 to 1. */
  share?: number;
}

interface ComboboxProps<Each extends Known> {
  /** The field's name for screen readers, also shown as the placeholder. */
  label: string;
  value: string;
  /** Called with the finished text, and the option of this name if the list has it. */
  onChange: (text: string, option: Each | undefined) => void;
  /** The options for a text, which may have others. */
  find: (text: string, signal: AbortSignal) => Promise<readonly Each[]>;
  /** Further input of the options: they are loaded again when it changes. */
  about?: unknown;
  placeholder?: string;
  /** Restore the last value when the field is left empty. */
  isRequired?: boolean;
  /** Enter takes the typed text as it is, not the first option that fits: for values. @default false */
  takesText?: boolean;
  /** Examples of the chosen option, such as values of a property. */
  samples?: (option: Each, signal: AbortSignal) => Promise<readonly string[]>;
  /** A word before the text, such as the owner of a property. */
  tag?: string | undefined;
  /** A line below the field. */
  children?: ComponentChildren;
}

/** Pause in typing, in ms, after which options are looked for. A shorter pause sends more requests. */
const PAUSE_MS = 100;

/**
 * A field with a list of what the data have, by keyboard, mouse and touch. Any text is allowed; it counts when it is finished. Typing
 * searches; Enter takes the first option that fits, or the one that arrows chose; Escape restores the last value.
 */
export function Combobox<Each extends Known>(props: ComboboxProps<Each>) {
  const { label, value, onChange, find, about, placeholder = label, isRequired = false, takesText = false } = props;
  const { samples, tag, children } = props;
  const [draft, setDraft] = useDraft(value);
  const [isOpen, setIsOpen] = useState(false);
  // The places in the list of the option that the arrows chose, and of the one under the pointer.
  const [chosen, setChosen] = useState<number>();
  const [pointed, setPointed] = useState<number>();
  // Enter was pressed before the options of the text were there.
  const [isAwaited, setIsAwaited] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const list = useId();
  const text = draft === value ? "" : draft;
  const settled = useSettled(text, PAUSE_MS);
  const answer = useLoaded(isOpen || isAwaited ? [settled, about] : null, (signal) =>
    // Any text is allowed: options that cannot be loaded are left out.
    find(settled, signal).catch(() => []),
  );
  const isBusy = answer.isLoading || settled !== text;
  const options = toFitting(answer.data ?? [], text);
  const current = Math.min(chosen ?? (takesText || text === "" ? -1 : 0), options.length - 1);

  const finish = (next: string, option: Each | undefined) => {
    setIsOpen(false);
    setIsAwaited(false);
    setChosen(undefined);
    setPointed(undefined);
    if (isRequired && next.trim() === "") return setDraft(value);
    setDraft(next);
    if (next !== value) onChange(next, option);
  };
  const exactly = () => options.find(({ name }) => name === draft.trim());
  const enter = () => {
    const option = chosen === undefined && !takesText ? (exactly() ?? options[0]) : options[chosen ?? -1];
    if (option === undefined) finish(draft, exactly());
    else finish(option.name, option);
  };
  // At once: an effect after the next frame could undo a change of the field beside.
  useLayoutEffect(() => {
    if (isAwaited && !isBusy) enter();
  }, [isAwaited, isBusy]);

  const onKeyDown = (event: KeyboardEvent) => {
    const next = afterKey(event.key, current, options.length);
    if (event.key === "ArrowDown" && !isOpen) setIsOpen(true);
    else if (isOpen && next !== undefined) setChosen(next);
    else if (event.key === "Escape" && isOpen) {
      // A dialog around the field stays open.
      event.stopPropagation();
      setDraft(value);
      setIsOpen(false);
    } else {
      if (event.key !== "Enter") return;
      if (isOpen && chosen !== undefined) enter();
      else if (takesText || text === "" || text.trim() === "") finish(draft, exactly());
      // An option of this name that the list shows counts at once: the next key may depend on it.
      else if (isBusy && exactly() === undefined) setIsAwaited(true);
      else enter();
      return;
    }
    event.preventDefault();
  };
  return (
    <div class="combobox completed">
      {tag !== undefined && <span class="combobox-tag">{tag}</span>}
      <input
        ref={field}
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={isOpen ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && current >= 0 ? `${list}-${current}` : undefined}
        placeholder={placeholder}
        title={value === "" ? undefined : value}
        autocomplete="off"
        spellcheck={false}
        value={draft}
        onClick={(event) => {
          if (!isOpen && text === "") event.currentTarget.select();
          setIsOpen(true);
        }}
        onInput={(event) => {
          setDraft(event.currentTarget.value);
          setChosen(undefined);
          setIsAwaited(false);
          setIsOpen(true);
        }}
        onBlur={() => (isAwaited ? undefined : isOpen || text !== "" ? finish(draft, exactly()) : undefined)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <Below field={field}>
          <p class="unseen" role="status">
            {isBusy ? "Searching …" : `${options.length} found`}
          </p>
          <OptionList
            id={list}
            label="Choices"
            options={options}
            current={current}
            isBusy={isBusy}
            onPoint={setPointed}
            choose={(option) => finish(option.name, option)}
            beside={({ facts, about: words }) => facts ?? words}
            shareOf={({ share }) => share}
          />
          {options.length === 0 && (
            <p class="options-none hint">
              {isBusy
                ? "Searching …"
                : text === ""
                  ? "The data have none yet."
                  : `Nothing has “${text.trim()}” in its name.`}
            </p>
          )}
          {samples !== undefined && <Samples option={options[pointed ?? current]} about={about} samples={samples} />}
        </Below>
      )}
      {children}
    </div>
  );
}

/** Options that have the text, the best first. The server may have found others by rules of its own. */
function toFitting<Each extends Known>(options: readonly Each[], text: string): Each[] {
  if (text.trim() === "") return [...options];
  return rankOptions(
    options.filter(({ name }) => rankOf(name, text) < 3),
    text,
  );
}

/** Pixels between the list and the window's edge, its least width, and its most height. */
const [MARGIN, WIDTH, HEIGHT] = [8, 320, 340];

/** A box below a field, or above it where there is no room below; above all else, so that nothing cuts it off. */
function Below({ field, children }: { field: { current: HTMLElement | null }; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<DOMRect>();
  useEffect(() => {
    const follow = () => setAt(field.current?.getBoundingClientRect());
    box.current?.showPopover();
    follow();
    addEventListener("scroll", follow, { capture: true, passive: true });
    addEventListener("resize", follow);
    return () => {
      removeEventListener("scroll", follow, { capture: true });
      removeEventListener("resize", follow);
    };
  }, []);
  const place = at === undefined ? {} : toPlace(at);
  return (
    <div ref={box} popover="manual" class="combobox-list" style={place}>
      {children}
    </div>
  );
}

function toPlace({ left, top, bottom, width }: DOMRect): Record<string, string> {
  const isBelow = innerHeight - bottom >= Math.min(HEIGHT, top);
  const wide = Math.min(Math.max(width, WIDTH), innerWidth - 2 * MARGIN);
  const room = (isBelow ? innerHeight - bottom : top) - MARGIN;
  return {
    left: `${Math.max(MARGIN, Math.min(left, innerWidth - wide - MARGIN))}px`,
    width: `${wide}px`,
    maxHeight: `${Math.min(HEIGHT, room)}px`,
    ...(isBelow ? { top: `${bottom + 2}px` } : { bottom: `${innerHeight - top + 2}px` }),
  };
}

interface SamplesProps<Each extends Known> {
  option: Each | undefined;
  about: unknown;
  samples: (option: Each, signal: AbortSignal) => Promise<readonly string[]>;
}

/** Values of the chosen property. */
function Samples<Each extends Known>({ option, about, samples }: SamplesProps<Each>) {
  const asked = useSettled(option === undefined ? null : `${option.group} ${option.name}`, PAUSE_MS);
  const answer = useLoaded(asked === null ? null : ["samples", asked, about], (signal) =>
    option === undefined ? Promise.resolve([]) : samples(option, signal).catch(() => []),
  );
  const found = answer.data ?? [];
  const text = found.length > 0 ? `such as ${found.slice(0, 5).join(", ")}` : "";
  return (
    <p class="options-samples hint" title={text}>
      {text}
    </p>
  );
}
