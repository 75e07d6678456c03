import { createEditor } from "prism-code-editor";
import type { PrismEditor } from "prism-code-editor";
import { insertText } from "prism-code-editor/utils";
import type { RefObject } from "preact";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { caretPlace } from "./caret-place.ts";
import { completionAt } from "./complete.ts";
import type { Completion } from "./complete.ts";
import { CompletionList } from "./completion-list.tsx";
import { HOGQL } from "./hogql-grammar.ts";
import { useCompletions } from "./use-completions.ts";
import type { OpenCompletion } from "./use-completions.ts";

interface CodeFieldProps {
  /** The field's name for screen readers. */
  label: string;
  value: string;
  onInput: (text: string) => void;
  placeholder: string;
}

// prism-code-editor: a text area below its own coloured text, so that the browser's undo, input methods and screen readers work; 3 kB
// packed. CodeMirror 6 with SQL and completion is 124 kB, more than a view may be, and writes style elements, which the page's policy
// refuses. The package's own completion writes inline styles, which the policy refuses too: the list is ours.

/** The field of a statement: coloured, with completions while the user writes and at Ctrl+Space. Tab leaves it when no list is open. */
export function CodeField({ label, value, onInput, placeholder }: CodeFieldProps) {
  const frame = useRef<HTMLDivElement>(null);
  const list = useId();
  const [open, setOpen] = useState<OpenCompletion>();
  const [chosen, setChosen] = useState(0);
  const items = useCompletions(open);
  const current = Math.min(chosen, Math.max(0, items.length - 1));
  const show = (next: OpenCompletion | undefined) => {
    setOpen(next);
    setChosen(0);
  };
  const editor = useEditor(frame, { value, onInput, ask: (isAsked) => show(toOpen(editor.current, isAsked)) });
  const take = (item: Completion | undefined) => {
    if (item === undefined || open === undefined || editor.current === null) return;
    const end = open.place.from + item.insert.length - item.back;
    const { textarea } = editor.current;
    insertText(editor.current, item.insert, open.place.from, textarea.selectionEnd, end);
    textarea.focus();
    show(undefined);
  };
  const isOpen = open !== undefined && items.length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === " " && event.ctrlKey) show(toOpen(editor.current, true));
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) return show(undefined);
    else if (!isOpen || event.ctrlKey || event.metaKey) return;
    else if (event.key === "Escape") show(undefined);
    else if (event.key === "Enter" || event.key === "Tab") take(items[current]);
    else if (STEPS[event.key] !== undefined) {
      setChosen((current + (STEPS[event.key] ?? 0) + items.length) % items.length);
    } else {
      // The cursor leaves the word.
      if (/^(?:Arrow|Home|End|Page)/.test(event.key)) show(undefined);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  useEffect(() => {
    const textarea = editor.current?.textarea;
    if (textarea === undefined) return;
    textarea.setAttribute("aria-label", label);
    textarea.setAttribute("aria-autocomplete", "list");
    textarea.placeholder = placeholder;
    if (isOpen) textarea.setAttribute("aria-controls", list);
    else textarea.removeAttribute("aria-controls");
    if (isOpen) textarea.setAttribute("aria-activedescendant", `${list}-${current}`);
    else textarea.removeAttribute("aria-activedescendant");
  });
  return (
    <div ref={frame} class="sql-code" onKeyDownCapture={onKeyDown} onFocusOut={() => show(undefined)}>
      {isOpen && <CompletionList id={list} items={items} current={current} at={open.at} take={take} />}
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface EditorInput {
  value: string;
  onInput: (text: string) => void;
  /** Called when completions may be shown, because the user typed. */
  ask: (isAsked: boolean) => void;
}

/** The editor in its frame, which follows the value. */
function useEditor(frame: RefObject<HTMLElement>, input: EditorInput): RefObject<PrismEditor> {
  const editor = useRef<PrismEditor>(null);
  const latest = useRef(input);
  latest.current = input;
  useLayoutEffect(() => {
    const made = createEditor(frame.current, {
      language: HOGQL,
      value: latest.current.value,
      lineNumbers: false,
      wordWrap: true,
      onUpdate: (text) => text !== latest.current.value && latest.current.onInput(text),
    });
    // The editor's own Escape would leave the field, while here Escape closes the list.
    delete made.keyCommandMap["Escape"];
    made.textarea.addEventListener("input", () => latest.current.ask(false));
    editor.current = made;
    return () => made.remove();
  }, []);
  useLayoutEffect(() => {
    if (editor.current !== null && editor.current.value !== input.value)
      editor.current.setOptions({ value: input.value });
  }, [input.value]);
  return editor;
}

/** The place at the cursor with its completions; undefined = none. */
function toOpen(editor: PrismEditor | null, isAsked: boolean): OpenCompletion | undefined {
  if (editor === null) return undefined;
  const [start, end] = editor.getSelection();
  const place = start === end ? completionAt(editor.value, end, isAsked) : null;
  return place === null ? undefined : { place, at: caretPlace(editor, place.from) };
}
