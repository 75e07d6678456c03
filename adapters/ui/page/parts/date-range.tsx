import { useEffect, useRef, useState } from "preact/hooks";
import { useProject } from "../project.ts";
import { Calendar } from "./calendar.tsx";
import { describeRange, presetOf, PRESETS, readRelative, toRange, UNITS } from "./date-ranges.ts";
import type { DateRangeValue } from "./date-ranges.ts";
import { toClock } from "./clock.ts";
export type { DateRangeValue } from "./date-ranges.ts";

interface DateRangeProps {
  value: DateRangeValue;
  /** Receives both dates; an absent date is unset. */
  onChange: (range: DateRangeValue) => void;
}

/** The dates of a question: a button with the range in words, which opens presets, a calendar and a relative range. */
export function DateRange({ value, onChange }: DateRangeProps) {
  const [isOpen, setIsOpen] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    const leave = (event: Event) => {
      if (!element.current?.contains(event.target as Node)) setIsOpen(false);
    };
    addEventListener("pointerdown", leave);
    addEventListener("focusin", leave);
    return () => {
      removeEventListener("pointerdown", leave);
      removeEventListener("focusin", leave);
    };
  }, [isOpen]);
  const close = () => {
    setIsOpen(false);
    button.current?.focus();
  };
  const choose = (range: DateRangeValue) => {
    close();
    onChange(range);
  };
  return (
    <div
      ref={element}
      class="date-range"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        event.stopPropagation();
        close();
      }}
    >
      <button
        ref={button}
        type="button"
        class="date-range-button"
        aria-expanded={isOpen}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(!isOpen)}
      >
        <span class="unseen">Dates: </span>
        {describeRange(value)} <span aria-hidden="true">▾</span>
      </button>
      {isOpen && <RangeChoice value={value} onChange={choose} />}
    </div>
  );
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The day in a question's dates; null = it is relative, or a time. */
function toDay(text: string | null | undefined): string | null {
  return text && DAY.test(text) ? text : null;
}

function RangeChoice({ value, onChange }: DateRangeProps) {
  const { project } = useProject();
  const today = toClock(new Date().toISOString(), project.timezone).slice(0, 10);
  const chosen = presetOf(value);
  const [from, to] = [toDay(value.date_from), toDay(value.date_to)];
  return (
    <div class="date-choice" role="dialog" aria-label="Dates">
      <ul class="date-presets" aria-label="Presets">
        {PRESETS.map(({ name, from: start, to: end }, index) => (
          <li key={name}>
            <button
              type="button"
              aria-current={index === chosen ? "true" : undefined}
              onClick={() => onChange(toRange(start, end))}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      <div class="date-own">
        <Calendar
          from={from}
          to={to}
          today={today}
          firstWeekday={project.week_start_day}
          onChange={(first, last) => onChange(toRange(first, last))}
        />
        <OwnDays from={from} to={to} today={today} onChange={onChange} />
        <Relative value={value} onChange={onChange} />
      </div>
    </div>
  );
}

interface OwnDaysProps {
  from: string | null;
  to: string | null;
  today: string;
  onChange: (range: DateRangeValue) => void;
}

/** Two days to type; the browser takes valid days alone. */
function OwnDays({ from, to, today, onChange }: OwnDaysProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const [first, last] = [String(form.get("from")), String(form.get("to"))];
    onChange(toRange(first, last === "" ? null : last));
  };
  const [first, setFirst] = useState(from ?? "");
  return (
    <form class="row" onSubmit={submit}>
      <label class="row">
        From{" "}
        <input
          type="date"
          name="from"
          required
          max={today}
          value={first}
          onInput={({ currentTarget }) => setFirst(currentTarget.value)}
        />
      </label>
      <label class="row">
        to <input type="date" name="to" min={first} defaultValue={to ?? ""} />
      </label>
      <button type="submit">Apply</button>
    </form>
  );
}

function Relative({ value, onChange }: DateRangeProps) {
  const { count, unit } = readRelative(value) ?? { count: 30, unit: "d" };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    onChange(toRange(`-${String(form.get("count"))}${String(form.get("unit"))}`, null));
  };
  return (
    <form class="row" onSubmit={submit}>
      <label class="row">
        Last <input type="number" name="count" min={1} max={9999} required defaultValue={String(count)} />
      </label>
      <select name="unit" aria-label="Unit">
        {Object.entries(UNITS).map(([letter, name]) => (
          <option key={letter} value={letter} selected={letter === unit}>
            {name}
          </option>
        ))}
      </select>
      <button type="submit">Apply</button>
    </form>
  );
}
