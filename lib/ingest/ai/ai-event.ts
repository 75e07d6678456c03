import { isTooDeep } from "../../base/depth.ts";
import type { Fields } from "../../base/fields.ts";
import { refuseTooMuch } from "../../base/json-text.ts";

/** An event that the derivation changes on its way to the log. */
export interface AiEvent {
  event: string;
  distinctId: string;
  properties: Fields;
}

/** Receives a finding about an event, for its developer. */
export type Tell = (type: string, details: Fields) => void;

/** The number that a value is, or that its text says; undefined = neither. */
export function toFiniteNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** The number of a property; 0 = it has none. */
export function numberOf(properties: Fields, name: string): number {
  return toFiniteNumber(properties[name]) ?? 0;
}

/** A text in lower case; empty = the value is no text. */
export function lowerText(value: unknown): string {
  return typeof value === "string" ? value.toLowerCase() : "";
}

/** The part of a model's name after its maker: "gpt-4o" of "openai/gpt-4o". */
export function withoutMaker(model: string): string {
  return model.slice(model.lastIndexOf("/") + 1);
}

/** The value of JSON text. Other values stay: no text, no JSON, nested too deeply, or too many values. */
export function parseIfJson(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    refuseTooMuch(value);
    const read: unknown = JSON.parse(value);
    return typeof read === "object" && read !== null && isTooDeep(read, LEVELS_AROUND) ? value : read;
  } catch {
    return value;
  }
}

/** Levels around a part of a property: the properties, a list of messages, a message. */
const LEVELS_AROUND = 4;
