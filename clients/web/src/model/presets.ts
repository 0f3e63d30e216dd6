/** Presets of the form for a new table: a few good ways to play each game, so that nobody has to read all options. */
import type { OptionSpec } from "galaxytables-client/gen/galaxytables/rules/v1/rules_pb";
import { easiestBot, usualBot } from "./bots.js";
import { FIRST_OPTIONS } from "./lessons.js";

export const PRESETS = ["first", "standard", "everything"] as const;
export type PresetName = (typeof PRESETS)[number];

export interface Preset {
  readonly name: PresetName;
  /** Options that differ from their defaults. */
  readonly options: Readonly<Record<string, string>>;
  /** The bot to play against; empty where the game has none. */
  readonly bot: string;
}

/** All that goes together in one game. Games without more than their standard have no such preset. */
const EVERYTHING: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  race: { expansion: "brink_of_war", new_worlds: "on", goals: "on", takeovers: "on" },
  beyond: { mats: "advanced" },
};

const FIRST: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...FIRST_OPTIONS,
  roll: { sides: "cheaper" },
};

/** The presets of a game that can be chosen with these options and bots. */
export function presetsOf(game: string, specs: readonly OptionSpec[], bots: readonly string[]): Preset[] {
  const known = (options: Readonly<Record<string, string>> | undefined) =>
    options && Object.keys(options).every((name) => specs.some((spec) => spec.name === name)) ? options : undefined;
  const first: Preset = { name: "first", options: known(FIRST[game]) ?? {}, bot: easiestBot(bots) };
  const standard: Preset = { name: "standard", options: {}, bot: usualBot(bots) };
  const everything = known(EVERYTHING[game]);
  // A first game that is like any other is no preset of its own.
  const differs = Object.keys(first.options).length > 0 || first.bot !== standard.bot;
  return [
    ...(differs ? [first] : []),
    standard,
    ...(everything ? [{ name: "everything" as const, options: everything, bot: standard.bot }] : []),
  ];
}

/** The preset that a form stands at, with this bot or none; undefined where somebody chose otherwise. */
export function presetAt(
  presets: readonly Preset[],
  specs: readonly OptionSpec[],
  options: Readonly<Record<string, string>>,
  bot: string,
): Preset | undefined {
  const stands = (preset: Preset) =>
    specs.every(({ name, defaultValue }) => (options[name] ?? defaultValue) === (preset.options[name] ?? defaultValue));
  const fitting = presets.filter(stands);
  const usual = fitting.find(({ name }) => name !== "first");
  return fitting.find((preset) => preset.bot === bot) ?? usual ?? (bot ? undefined : fitting[0]);
}

/** The names of options that differ from their defaults. */
export function changedOptions(specs: readonly OptionSpec[], options: Readonly<Record<string, string>>): string[] {
  return specs
    .filter(({ name, defaultValue }) => (options[name] ?? defaultValue) !== defaultValue)
    .map(({ name }) => name);
}
