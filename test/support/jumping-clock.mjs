/**
 * A preload (`--import`): the system's clock, moved by the milliseconds that stand in the file `CLOCK_FILE`, so that a test moves
 * the clock of a running process and of those that it starts.
 */
import { readFileSync } from "node:fs";

const { CLOCK_FILE = "" } = process.env;
const realNow = Date.now;
let movedMs = 0;

const look = () => {
  try {
    movedMs = Number(readFileSync(CLOCK_FILE, "utf8"));
  } catch {
    // Nobody has moved it yet.
  }
};
look();
setInterval(look, 20).unref();
Date.now = () => realNow() + movedMs;
