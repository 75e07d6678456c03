import type { ComponentChildren } from "preact";
import { Fragment } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Option } from "./rank-options.ts";

interface OptionListProps<Each extends Option> {
  /** The id of the list. Its options are `id-0` and so on: the field names the chosen option to screen readers. */
  id: string;
  label: string;
  options: readonly Each[];
  /** Place of the chosen option; -1 = none. */
  current: number;
  isBusy: boolean;
  onPoint: (place: number) => void;
  choose: (option: Each) => void;
  /** Words beside a name. @default its `about` */
  beside?: (option: Each) => ComponentChildren;
  /** The share of an option among all, 0 to 1, drawn below its name. */
  shareOf?: (option: Each) => number | undefined;
}

/** Options in groups below a field, which keeps the focus. */
export function OptionList<Each extends Option>(props: OptionListProps<Each>) {
  const { id, label, options, current, isBusy, onPoint, choose, shareOf } = props;
  const { beside = ({ about }: Each) => about } = props;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: "nearest" });
  }, [current, options.length]);
  return (
    // A press would take the focus of the field, which closes its list before the click.
    <ul
      ref={list}
      id={id}
      class="options"
      role="listbox"
      aria-label={label}
      aria-busy={isBusy}
      onMouseDown={(event) => event.preventDefault()}
    >
      {options.map((option, index) => {
        const words = beside(option);
        const share = shareOf?.(option);
        return (
          <Fragment key={index}>
            {option.group !== "" && option.group !== options[index - 1]?.group && (
              <li class="options-group" role="presentation">
                {option.group}
              </li>
            )}
            <li
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === current}
              {...(share !== undefined && {
                style: { "--share": String(Math.round(share * 100)) },
                class: "with-share",
              })}
              onPointerMove={() => index !== current && onPoint(index)}
              onClick={() => choose(option)}
            >
              <span class="cut" title={option.name}>
                {option.name}
              </span>{" "}
              {words && (
                <span class="hint" title={typeof words === "string" ? words : undefined}>
                  {words}
                </span>
              )}
            </li>
          </Fragment>
        );
      })}
    </ul>
  );
}

/** The place after a key in a list that goes round; undefined = the key moves nothing. */
export function afterKey(key: string, current: number, count: number): number | undefined {
  const step = { ArrowDown: 1, ArrowUp: -1 }[key];
  if (step === undefined || count === 0) return undefined;
  return current === -1 && step === -1 ? count - 1 : (current + step + count) % count;
}
