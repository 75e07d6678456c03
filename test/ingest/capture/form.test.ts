import { suite } from "uvu";
import * as assert from "uvu/assert";
import { isFormType, looksLikeForm, parseForm } from "../../../lib/ingest/capture/form.ts";
import { refusal } from "./refusal.ts";

const types = suite("isFormType");

types("knows the type in any letter case, with or without parameters", () => {
  for (const type of ["application/x-www-form-urlencoded", "Application/X-WWW-Form-Urlencoded ; charset=utf-8"]) {
    assert.ok(isFormType(type), type);
  }
  for (const type of [null, "", "text/plain", "multipart/form-data", "application/x-www-form-urlencoded2"]) {
    assert.not(isFormType(type), String(type));
  }
});

types.run();

const looks = suite("looksLikeForm");

looks("finds one of four fields at the start or after &", () => {
  for (const text of ["data=1", "_=1", "ip=1", "compression=gzip", "x=1&data=2"]) {
    assert.ok(looksLikeForm(Buffer.from(text)), text);
  }
  for (const text of ["", "{}", "mydata=1", "x=1", '{"a":"data=1"}', `x=${"y".repeat(128)}&data=1`]) {
    assert.not(looksLikeForm(Buffer.from(text)), text);
  }
});

looks.run();

const parses = suite("parseForm");

parses("reads data and compression", () => {
  assert.equal(parseForm(Buffer.from("data=%7B%7D&compression=gzip")), { data: "{}", compression: "gzip" });
  assert.equal(parseForm(Buffer.from("ip=1")), { data: null, compression: null });
});

parses("refuses what is no form", () => {
  assert.is(
    refusal(() => parseForm(Buffer.from("{}"))),
    "400 failed to decode request: expected form data in POST request payload",
  );
});

parses.run();
