import { useCallback, useState } from "preact/hooks";
import type { ComponentChildren } from "preact";
import { Link } from "wouter-preact";
import { CopyButton } from "../../parts/code.tsx";
import { Popup } from "../../parts/menu.tsx";
import { toValueText } from "../../parts/value-text.ts";
import { isComparable, toBreakdownAddress } from "./event-value.ts";
import type { EventValue } from "./event-value.ts";

/** A value of an event, with the event's name. */
export interface ChosenValue extends EventValue {
  event: string;
}

export interface ValueActions {
  filterBy: (value: EventValue, isOut: boolean) => void;
}

/** Opens the menu of a value beside an element. */
export type OpenMenu = (value: ChosenValue, beside: HTMLElement) => void;

/** One menu for all values of a list. Returns the function that opens it, and the menu to draw beside the list. */
export function useValueMenu({ filterBy }: ValueActions): [open: OpenMenu, menu: ComponentChildren] {
  const [shown, setShown] = useState<{ value: ChosenValue; at: DOMRect }>();
  const open = useCallback<OpenMenu>((value, beside) => setShown({ value, at: beside.getBoundingClientRect() }), []);
  const close = () => setShown(undefined);
  const menu = shown && (
    <ValueMenu
      {...shown}
      close={close}
      filterBy={(isOut) => {
        close();
        filterBy(shown.value, isOut);
      }}
    />
  );
  return [open, menu];
}

interface ValueMenuProps {
  value: ChosenValue;
  /** The place of the element that opened the menu. */
  at: DOMRect;
  close: () => void;
  filterBy: (isOut: boolean) => void;
}

function ValueMenu({ value, at, close, filterBy }: ValueMenuProps) {
  const text = toValueText(value.value);
  return (
    <Popup label={`${value.key}: ${text}`} at={at} close={close}>
      {isComparable(value) && (
        <>
          <button type="button" onClick={() => filterBy(false)}>
            Show only these
          </button>
          <button type="button" onClick={() => filterBy(true)}>
            Leave these out
          </button>
        </>
      )}
      {value.owner !== "distinct_id" && (
        <Link href={toBreakdownAddress(value, value.event)}>
          {value.owner === "event" ? "Trend of this event" : `Break down by ${value.key}`}
        </Link>
      )}
      <CopyButton text={text}>Copy</CopyButton>
    </Popup>
  );
}

/** The button of a value's menu; its sign is drawn by the style sheet, so that it is no part of the value's text. */
export function ValueButton({ value, open, isInTable }: { value: ChosenValue; open: OpenMenu; isInTable?: boolean }) {
  return (
    <button
      type="button"
      class="icon event-more"
      aria-label={`Filter by ${value.key}`}
      aria-haspopup="true"
      // Keyboard users reach every value in the event's own panel. A table with these buttons would have hundreds of stops.
      tabIndex={isInTable ? -1 : undefined}
      onClick={(event) => {
        event.stopPropagation();
        open(value, event.currentTarget);
      }}
    />
  );
}
