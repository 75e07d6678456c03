import { createContext } from "preact";
import type { ColourBook } from "./chart-lines.ts";

/** The colours of names on the shown dashboard; undefined elsewhere. */
export const ColourContext = createContext<ColourBook | undefined>(undefined);
