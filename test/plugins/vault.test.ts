import { readFileSync, statSync, writeFileSync } from "node:fs";
import { suite } from "uvu";
import * as assert from "uvu/assert";
import { createVault } from "../../lib/plugins/index.ts";
import { tempFolder } from "../support/temp-folder.ts";

const vault = suite("createVault");
let folder: ReturnType<typeof tempFolder>;
vault.before.each(() => {
  folder = tempFolder();
  delete process.env["HOGLET_SECRET_KEY"];
});
vault.after.each(() => {
  folder.remove();
  delete process.env["HOGLET_SECRET_KEY"];
});

const plain = Buffer.from("a secret of some length");

function message(run: () => unknown): string {
  try {
    run();
    return "nothing was thrown";
  } catch (error) {
    return (error as Error).message;
  }
}

vault("gives back what was sealed, and seals it differently each time", () => {
  const one = createVault({});
  const [first, second] = [one.seal(plain), one.seal(plain)];
  assert.equal(one.open(first), plain);
  assert.equal(one.open(second), plain);
  assert.not.equal(first, second);
  assert.not.ok(first.includes("secret"));
});

vault("makes a key file beside the database when it first seals, for the owner alone, and uses it from then on", () => {
  const file = folder.file("a.db");
  const one = createVault({ file });
  assert.throws(() => statSync(`${file}.key`), /ENOENT/);
  const sealed = one.seal(plain);
  assert.is(statSync(`${file}.key`).mode & 0o777, 0o600);
  assert.match(readFileSync(`${file}.key`, "utf8"), /^[0-9a-f]{64}\n$/);
  assert.equal(createVault({ file }).open(sealed), plain);
});

vault("prefers HOGLET_SECRET_KEY, and then makes no file", () => {
  process.env["HOGLET_SECRET_KEY"] = "any text";
  const file = folder.file("a.db");
  const sealed = createVault({ file }).seal(plain);
  assert.throws(() => statSync(`${file}.key`), /ENOENT/);
  assert.equal(createVault({ file: folder.file("b.db") }).open(sealed), plain);
  process.env["HOGLET_SECRET_KEY"] = "another";
  assert.match(
    message(() => createVault({ file }).open(sealed)),
    "HOGLET_SECRET_KEY or the key file is another",
  );
});

vault("prefers the key it is given to the variable", () => {
  process.env["HOGLET_SECRET_KEY"] = "any text";
  const sealed = createVault({ secretKey: "mine" }).seal(plain);
  process.env["HOGLET_SECRET_KEY"] = "another";
  assert.equal(createVault({ file: folder.file("c.db"), secretKey: "mine" }).open(sealed), plain);
  assert.throws(() => createVault({ secretKey: "yours" }).open(sealed), /cannot be read/);
});

vault("refuses what was changed, and a key file that is none", () => {
  const one = createVault({});
  const sealed = one.seal(plain);
  sealed[sealed.length - 1] = (sealed.at(-1) ?? 0) ^ 1;
  assert.match(
    message(() => one.open(sealed)),
    "cannot be read",
  );
  writeFileSync(folder.file("a.db.key"), "short");
  assert.match(
    message(() => createVault({ file: folder.file("a.db") }).seal(plain)),
    "is no key",
  );
  assert.match(
    message(() => createVault({ file: folder.file("nowhere/a.db") }).seal(plain)),
    "cannot be used",
  );
});

vault.run();
