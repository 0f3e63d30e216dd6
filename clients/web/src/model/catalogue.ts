/** The components of a game, by id, and what is printed on them. */
import type { Lobby } from "galaxytables-client";
import type { Fact } from "galaxytables-client/gen/galaxytables/rules/v1/game_pb";
import type { Component } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";

export type Catalogue = ReadonlyMap<string, Component>;

/** Fetch the components of a pack. */
export async function fetchCatalogue(lobby: Lobby, game: string, packDigest: Uint8Array): Promise<Catalogue> {
  const { catalogue } = await lobby.tables.getComponents({ game, packDigest: Uint8Array.from(packDigest) });
  return new Map(catalogue?.components.map((component) => [component.id, component]));
}

type Facts = readonly Fact[];

export function numberOf(facts: Facts, name: string): number | undefined {
  const value = facts.find((fact) => fact.name === name)?.value;
  return value?.case === "number" ? Number(value.value) : undefined;
}

export function wordOf(facts: Facts, name: string): string {
  const value = facts.find((fact) => fact.name === name)?.value;
  return value?.case === "word" ? value.value : "";
}

export function wordsOf(facts: Facts, name: string): readonly string[] {
  const value = facts.find((fact) => fact.name === name)?.value;
  return value?.case === "words" ? value.value.words : value?.case === "word" ? [value.value] : [];
}

export function flagOf(facts: Facts, name: string): boolean {
  const value = facts.find((fact) => fact.name === name)?.value;
  return value?.case === "flag" && value.value;
}

export function groupOf(facts: Facts, name: string): readonly Fact[] | undefined {
  const value = facts.find((fact) => fact.name === name)?.value;
  if (value?.case === "group") return value.value.facts;
  return value?.case === "groups" ? value.value.groups.flatMap((group) => group.facts) : undefined;
}

/** The groups of a fact that is a list of them. */
export function groupsOf(facts: Facts, name: string): readonly (readonly Fact[])[] {
  const value = facts.find((fact) => fact.name === name)?.value;
  return value?.case === "groups" ? value.value.groups.map((group) => group.facts) : [];
}

/** The numbers of a fact that is a list of them. */
export function numbersOf(facts: Facts, name: string): readonly number[] {
  const value = facts.find((fact) => fact.name === name)?.value;
  return value?.case === "numbers" ? value.value.numbers.map(Number) : [];
}

/** The ids of components that a fact names. */
export function componentsOf(facts: Facts, name: string): readonly string[] {
  const value = facts.find((fact) => fact.name === name)?.value;
  return value?.case === "components" ? value.value.ids : value?.case === "component" ? [value.value] : [];
}

/** Whether a fact of this name is there at all. */
export function has(facts: Facts, name: string): boolean {
  return facts.some((fact) => fact.name === name);
}
