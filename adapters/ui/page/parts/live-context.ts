import { createContext } from "preact";

/** Do charts move with the events? A view may hold them still. */
export const LiveContext = createContext(true);
