"use strict";
// Runs before anything else of hoglet, on any Node: in words that the oldest one understands. A binary of SQLite that is made
// for newer ones would end the process without a word.
var needed = require("../package.json").engines.node.replace(/[^\d.]/g, "");
// The first versions of Node 23 are newer than the lowest by number, but lack Zstandard, which came to both lines.
var neededOf23 = "23.8";
var runtime = process.versions;

// Bun and Deno say the version of Node that they are like, which is of no meaning here.
if (!runtime.bun && !runtime.deno && (isOlder(runtime.node, needed) || isUnfinished23(runtime.node))) {
  var others = isUnfinished23(runtime.node) ? " (of Node 23: " + neededOf23 + ")" : "";
  var error = new Error("hoglet needs Node " + needed + " or newer" + others + "; this is Node " + runtime.node + ".");
  // The way to this line helps nobody.
  error.stack = error.message;
  throw error;
}

function isUnfinished23(version) {
  return version.split(".")[0] === "23" && isOlder(version, neededOf23);
}

function isOlder(version, other) {
  var has = version.split(".");
  var needs = other.split(".");
  if (Number(has[0]) !== Number(needs[0])) return Number(has[0]) < Number(needs[0]);
  return Number(has[1]) < Number(needs[1]);
}
