/**
 * The design of the page: tokens (`tokens.css`), the sheets of shared parts, and this view, `#/design`, which shows every part in every
 * state, in light and dark beside each other.
 *
 * `style.css` holds what Home needs; `views.css` the rest, which other views load (`on-demand.tsx`). A view has a sheet of its own, whose
 * rules touch nothing outside it (`test/adapters/ui/style.test.ts`). Parts are in `parts/`; a new part gets a sample here.
 */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { View } from "../parts/view.tsx";
import { ButtonSamples } from "./samples/buttons.tsx";
import { ChartSamples } from "./samples/charts.tsx";
import { ColourSamples } from "./samples/colours.tsx";
import { FieldSamples } from "./samples/fields.tsx";
import { PartSamples } from "./samples/parts.tsx";
import { StateSamples } from "./samples/states.tsx";
import { TextSamples } from "./samples/text.tsx";

const GROUPS: [name: string, Samples: () => ComponentChildren][] = [
  ["Colours", ColourSamples],
  ["Text and space", TextSamples],
  ["Buttons", ButtonSamples],
  ["Fields", FieldSamples],
  ["States", StateSamples],
  ["Parts", PartSamples],
  ["Charts", ChartSamples],
];

/** Every part of the page in every state, in both colours. Nothing in it changes data. */
export function DesignView() {
  useEffect(drawStates, []);
  return (
    <View title="Design">
      <nav class="row design-links" aria-label="Groups of parts">
        {GROUPS.map(([name]) => (
          <button
            key={name}
            type="button"
            class="small"
            onClick={() => document.getElementById(toId(name))?.scrollIntoView()}
          >
            {name}
          </button>
        ))}
      </nav>
      {GROUPS.map(([name, Samples]) => (
        <section key={name} id={toId(name)} class="design-group" aria-labelledby={`${toId(name)}-title`}>
          <h2 id={`${toId(name)}-title`}>{name}</h2>
          <div class="design-themes">
            {(["light", "dark"] as const).map((theme) => (
              <div key={theme} class="design-theme" data-theme={theme} role="group" aria-label={`${name}, ${theme}`}>
                <Samples />
              </div>
            ))}
          </div>
        </section>
      ))}
    </View>
  );
}

function toId(name: string): string {
  return `design-${name.toLowerCase().replaceAll(" ", "-")}`;
}

const STATES: readonly [pseudo: RegExp, drawn: string][] = [
  [/:hover\b/g, ".shows-hover"],
  [/:focus-visible\b/g, ".shows-focus"],
];

/**
 * Lets the classes `shows-hover` and `shows-focus` draw a part as if it were pointed at or focused: each rule of the page for such a state is
 * repeated for the class right behind it, so that samples show the real rules. Sheets are changed once.
 */
function drawStates(): void {
  for (const sheet of document.styleSheets) {
    if ([...sheet.cssRules].some(({ cssText }) => cssText.includes(".shows-"))) continue;
    for (let index = sheet.cssRules.length - 1; index >= 0; index -= 1) {
      const rule = sheet.cssRules[index];
      if (!(rule instanceof CSSStyleRule)) continue;
      const selector = STATES.reduce((text, [pseudo, drawn]) => text.replace(pseudo, drawn), rule.selectorText);
      if (selector !== rule.selectorText) sheet.insertRule(`${selector}{${rule.style.cssText}}`, index + 1);
    }
  }
}
