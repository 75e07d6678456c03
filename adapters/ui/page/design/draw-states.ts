const STATES: readonly [pseudo: RegExp, drawn: string][] = [
  [/:hover\b/g, ".shows-hover"],
  [/:focus-visible\b/g, ".shows-focus"],
];

/**
 * Lets the classes `shows-hover` and `shows-focus` draw a part as if it were pointed at or focused: each rule of the page for such a state is
 * repeated for the class right behind it, so that samples show the real rules. Sheets are changed once.
 */
export function drawStates(): void {
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
