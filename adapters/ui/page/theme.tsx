import { useEffect, useState } from "preact/hooks";

const THEMES = ["auto", "light", "dark"] as const;
const NAMES = { auto: "◐ auto", light: "○ light", dark: "● dark" };
type Theme = (typeof THEMES)[number];

/** The colours: the system's, or always light or dark. Stored in this browser. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(() => toTheme(localStorage.getItem("hoglet-theme")));
  useEffect(() => {
    localStorage.setItem("hoglet-theme", theme);
    document.documentElement.dataset["theme"] = theme;
  }, [theme]);
  return (
    <select aria-label="Colours" value={theme} onChange={(event) => setTheme(toTheme(event.currentTarget.value))}>
      {THEMES.map((each) => (
        <option key={each} value={each}>
          {NAMES[each]}
        </option>
      ))}
    </select>
  );
}

function toTheme(text: string | null): Theme {
  return THEMES.find((each) => each === text) ?? "auto";
}
