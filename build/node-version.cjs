"use strict";
// Runs before any other code of hoglet, on any Node, so it uses only syntax of the oldest. Otherwise a SQLite binary
// for newer versions would end the process without a message.
var needed = require("../package.json").engines.node.replace(/[^\d.]/g, "");
// The first versions of Node 23 are newer than the lowest by number, but lack Zstandard, which came to both lines.
var neededOf23 = "23.8";
var runtime = process.versions;

// Bun and Deno report the version of a similar Node, which has no meaning here.
if (!runtime.bun && !runtime.deno && (isOlder(runtime.node, needed) || isUnfinished23(runtime.node))) {
  var others = isUnfinished23(runtime.node) ? " (of Node 23: " + neededOf23 + ")" : "";
  var error = new Error("hoglet needs Node " + needed + " or newer" + others + "; this is Node " + runtime.node + ".");
  // The stack of this line helps no user.
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
