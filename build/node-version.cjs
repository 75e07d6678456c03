"use strict";
// Runs before anything else of hoglet, on any Node: in words that the oldest one understands. A binary of SQLite that is made
// for newer ones would end the process without a word.
var needed = require("../package.json").engines.node.replace(/[^\d.]/g, "");
var runtime = process.versions;

// Bun and Deno say the version of Node that they are like, which is of no meaning here.
if (!runtime.bun && !runtime.deno && isOlder(runtime.node.split("."), needed.split("."))) {
  var error = new Error("hoglet needs Node " + needed + " or newer; this is Node " + runtime.node + ".");
  // The way to this line helps nobody.
  error.stack = error.message;
  throw error;
}

function isOlder(has, needs) {
  if (Number(has[0]) !== Number(needs[0])) return Number(has[0]) < Number(needs[0]);
  return Number(has[1]) < Number(needs[1]);
}
