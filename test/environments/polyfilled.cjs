// Arguments: a package that brings its own fetch, and whether it is there before hoglet is loaded or comes after.
const [name, when] = process.argv.slice(2);

function polyfill() {
  // whatwg-fetch is made for browsers.
  globalThis.self ??= globalThis;
  const theirs = require(name);
  const { fetch = theirs, Request, Response, Headers } = theirs;
  Object.assign(globalThis, { fetch, Request, Response, Headers });
}

if (when === "before") polyfill();
void require("./steps.cjs")(() => {
  if (when === "after") polyfill();
  return () => {};
}).then((failed) => console.log(`FAILED ${JSON.stringify(failed)}`));
