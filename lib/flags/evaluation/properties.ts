import type { Json } from "../../events/filters/index.ts";
import type { FlagCohort, FlagProperty, PropertyGroup } from "./definition.ts";
import { compileOperator } from "./operators.ts";
import type { SubjectTest } from "./subject.ts";

/** Things that flags refer to. */
export interface Surroundings {
  /** Undefined = no such cohort. */
  cohort(id: number): FlagCohort | undefined;
  /** IANA name, for dates without an offset. */
  timezone: string;
}

const nobody: SubjectTest = () => false;

/** A cohort in several conditions is compiled once. */
export interface PropertyCompiler {
  /** Passes if all properties do. @param unit null = a person, 0 to 4 = a group of that type */
  all(properties: readonly FlagProperty[], unit: number | null): SubjectTest;
}

/** Creates the compiler for one state of a project. */
export function createPropertyCompiler({ cohort, timezone }: Surroundings): PropertyCompiler {
  const cohorts = new Map<number, SubjectTest | null>();

  /** Null = there is no such cohort: neither `in` nor `not_in` passes. */
  const compileCohort = (id: number): SubjectTest | null => {
    let test = cohorts.get(id);
    if (test === undefined) {
      // Set first, so that a cohort that refers to itself finds this test and ends.
      cohorts.set(id, nobody);
      const found = cohort(id);
      if (found === undefined) test = null;
      else test = found.by === "members" ? (subject) => subject.isMember(id) : compileGroup(found.group);
      cohorts.set(id, test);
    }
    return test;
  };

  const compileGroup = ({ type, values }: PropertyGroup): SubjectTest => {
    const tests = values.map((value) => ("values" in value ? compileGroup(value) : compile(value, null)));
    return type === "AND"
      ? (subject) => tests.every((test) => test(subject))
      : (subject) => tests.some((test) => test(subject));
  };

  const compileMembership = ({ value, operator }: FlagProperty): SubjectTest => {
    const tests = toCohortIds(value).map(compileCohort);
    const known = tests.filter((test) => test !== null);
    if (known.length < tests.length || tests.length === 0) return nobody;
    const isExpected = operator !== "not_in" && operator !== "is_not";
    return (subject) => known.some((test) => test(subject)) === isExpected;
  };

  const compile = (property: FlagProperty, unit: number | null): SubjectTest => {
    const test = compileKind(property, unit);
    return property.negation === true ? (subject) => !test(subject) : test;
  };

  const compileKind = (property: FlagProperty, unit: number | null): SubjectTest => {
    if (property.type === "cohort") return compileMembership(property);
    if (property.type === "flag") return compileDependency(property);
    const { key, value, operator } = property;
    const test = compileOperator(operator || "exact", value, timezone);
    const group = unit ?? (property.type === "group" ? (property.group_type_index ?? null) : null);
    return group === null
      ? (subject) => test(subject.personProperty(key), subject.nowMs)
      : (subject) => test(subject.groupProperty(group, key), subject.nowMs);
  };

  return {
    all(properties, unit) {
      // Cohorts last: they cost most.
      const ordered = [...properties.filter((one) => !isCohort(one)), ...properties.filter(isCohort)];
      const tests = ordered.map((property) => compile(property, unit));
      return (subject) => tests.every((test) => test(subject));
    },
  };
}

export function isCohort({ type }: FlagProperty): boolean {
  return type === "cohort";
}

/** A number, its text, or a list. */
export function toCohortIds(value: Json | undefined): number[] {
  return [value].flat().map(Number).filter(Number.isSafeInteger);
}

/** `true` stands for any variant too. */
function compileDependency({ key, value }: FlagProperty): SubjectTest {
  const id = Number(key);
  if (value === true || value === false) return (subject) => (subject.flagValue(id) !== false) === value;
  return (subject) => subject.flagValue(id) === value;
}
