import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { moveDay, moveMonth, monthWeeks } from "./month-days.ts";
import { toLongDate, toShortDate } from "./short-date.ts";

interface CalendarProps {
  /** Days such as 2024-03-01; null = not chosen. */
  from: string | null;
  to: string | null;
  /** The last day that can be chosen. */
  today: string;
  /** 0 = Sunday. */
  firstWeekday: number;
  /** Receives both days, the earlier first. */
  onChange: (from: string, to: string) => void;
}

const WEEKDAYS = ["Su", "Mo", "Tu", "We", "Th", "Fr", "Sa"];
/** Days by which the keys move. */
const KEYS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -7,
  ArrowDown: 7,
  PageUp: -28,
  PageDown: 28,
};

/** Two months, the shown one and the one before; the first day that is pressed begins a range, the second ends it. */
export function Calendar({ from, to, today, firstWeekday, onChange }: CalendarProps) {
  const [begun, setBegun] = useState<string | null>(null);
  const [focused, setFocused] = useState(to ?? from ?? today);
  const [month, setMonth] = useState(focused.slice(0, 7));
  const element = useRef<HTMLDivElement>(null);
  const hasMoved = useRef(false);
  // Before the next key arrives.
  useLayoutEffect(() => {
    if (hasMoved.current) element.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus();
  }, [focused]);
  const move = (event: KeyboardEvent) => {
    const days = KEYS[event.key];
    if (days === undefined) return;
    event.preventDefault();
    const next = moveDay(focused, days);
    if (next > today) return;
    hasMoved.current = true;
    setFocused(next);
    const shown = next.slice(0, 7);
    if (shown > month) setMonth(shown);
    else if (shown < moveMonth(month, -1)) setMonth(moveMonth(shown, 1));
  };
  const press = (day: string) => {
    setFocused(day);
    if (begun === null) return setBegun(day);
    setBegun(null);
    onChange(...((begun < day ? [begun, day] : [day, begun]) as [string, string]));
  };
  const [first, last] = begun === null ? [from, to ?? (from === null ? null : today)] : [begun, begun];
  const isIn = (day: string) => first !== null && last !== null && day >= first && day <= last;
  return (
    <div ref={element} class="calendar" onKeyDown={move}>
      <button type="button" class="icon" aria-label="Earlier months" onClick={() => setMonth(moveMonth(month, -1))}>
        ‹
      </button>
      {[moveMonth(month, -1), month].map((each) => (
        <table key={each} class="calendar-month">
          <caption>{toShortDate(`${each}-01`, true)}</caption>
          <thead>
            <tr>
              {WEEKDAYS.map((_, index) => (
                <th key={index} scope="col">
                  {WEEKDAYS[(index + firstWeekday) % 7]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {monthWeeks(each, firstWeekday).map((week, index) => (
              <tr key={index}>
                {week.map((day, place) => (
                  <td key={place} class={day !== null && isIn(day) ? "in" : undefined}>
                    {day !== null && (
                      <button
                        type="button"
                        aria-label={toLongDate(day)}
                        aria-pressed={isIn(day)}
                        class={day === first || day === last ? "end" : undefined}
                        disabled={day > today}
                        tabIndex={day === focused ? 0 : -1}
                        onClick={() => press(day)}
                      >
                        {Number(day.slice(8))}
                      </button>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      ))}
      <button
        type="button"
        class="icon"
        aria-label="Later months"
        disabled={month >= today.slice(0, 7)}
        onClick={() => setMonth(moveMonth(month, 1))}
      >
        ›
      </button>
    </div>
  );
}
