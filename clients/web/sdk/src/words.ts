/**
 * Sentences from facts: what the platform sends, put into the reader's language.
 *
 * Words come as message catalogues in the syntax of Project Fluent (`GetWords`): those of a game, and those of the lobby.
 * This module chooses the message and gives it its variables; it needs no connection, and does what
 * clients/python/galaxytables_client/words.py does, where a table tells which message is for what.
 */
import { FluentBundle, FluentResource, type FluentVariable, type Message } from "@fluent/bundle";
import type { Event, Fact, FactGroup, Option, Prompt, Reason, Target } from "./gen/galaxytables/rules/v1/game_pb.js";
import type { Component, PackSources, Power, WordsResponse } from "./gen/galaxytables/rules/v1/rules_pb.js";

export type Variables = Record<string, number | string>;

const ENGLISH = "en";
const PARTS = ["a", "b", "c", "d"];
const NUMBER = /^-?[0-9]{1,9}$/;
const SEAT = /^\{seat (\d+)\}$/;
/** Begins the name of an attribute that says a message with a fact that is not always there. */
const WITH = "with-";

/** The id of a message: parts with everything but letters, digits and hyphens made hyphens. */
export function messageId(...parts: string[]): string {
  return parts.map((part) => part.replace(/[^a-zA-Z0-9-]+/g, "-").replace(/^-+|-+$/g, "")).join("-");
}

/** An id as something to read, where there are no words for it: `survey_hq` is `survey hq`. */
export function inWords(identifier: string): string {
  return identifier.replace(/_+|(?<=\w):(?=\w)|(?<=[a-z])\.(?=[a-z])/g, " ").trim();
}

/** How a seat is written where players' names are put in later: `{seat 2}`. */
export function seatInBraces(seat: number): string {
  return `{seat ${seat}}`;
}

/** The words of a game in one language. */
export class Words {
  private readonly bundles: readonly FluentBundle[];
  private readonly list: Intl.ListFormat;
  /** What was said of components: they do not change, and are drawn again and again. */
  private readonly said = new WeakMap<Component, string[]>();

  /**
   * @param messages catalogues in Fluent's syntax, later ones besides earlier ones
   * @param names what components are called, by id
   * @param seat what the player at a seat is called
   * @param english catalogues for what `messages` lack
   */
  constructor(
    readonly language: string,
    messages: Iterable<string> = [],
    private readonly names: Readonly<Record<string, string>> = {},
    private readonly seat: (seat: number) => string = seatInBraces,
    english: readonly string[] = [],
  ) {
    this.bundles = [bundleOf(language, messages), ...(english.length ? [bundleOf(ENGLISH, english)] : [])];
    this.list = new Intl.ListFormat(language, { type: "conjunction" });
  }

  /** The words of answers to `GetWords` for a language: what is not in that language is said in English. */
  static of(
    language: string,
    catalogues: readonly WordsResponse[],
    names: Readonly<Record<string, string>> = {},
    seat?: (seat: number) => string,
  ): Words {
    const own = catalogues.filter((said) => base(said.language) === base(language));
    const others = catalogues.filter((said) => !own.includes(said));
    const english = [...own.map((said) => said.english).filter(Boolean), ...others.map((said) => said.messages)];
    return new Words(
      language,
      own.map((said) => said.messages),
      names,
      seat,
      english,
    );
  }

  /** The question. */
  prompt(prompt: Prompt): string {
    return this.message(messageId("prompt", prompt.kind), this.ofPrompt(prompt)) || inWords(prompt.kind);
  }

  /** What an answer must fulfil beyond the bounds, empty where any will do. */
  rule(prompt: Prompt): string {
    return prompt.hasRule ? this.message(messageId("prompt", prompt.kind), this.ofPrompt(prompt), "rule") : "";
  }

  /** A short line for an option. */
  option(prompt: Prompt, option: Option): string {
    const variables = this.variables(option.facts);
    if (option.component) variables["component"] = this.name(option.component);
    const targets = option.targets.map((target) => this.target(target, option.component, variables));
    variables["targets"] = this.chained("targets", targets);
    ["first", "second", "third"].forEach((name, index) => {
      const target = targets[index];
      if (target !== undefined) variables[name] = target;
    });
    const facts = this.facts(option.facts);
    variables["facts"] = this.chained("facts", facts);
    const said = this.message(messageId("option", prompt.kind), variables);
    if (said) return said;
    return facts.length ? this.message("option", variables) : String(variables["targets"]);
  }

  /** What an option costs and brings, each told by itself. */
  facts(facts: readonly Fact[]): string[] {
    return facts.map((fact) => this.fact(fact)).filter(Boolean);
  }

  /** What happened, as a sentence; with what the viewer alone knows of it. */
  event(event: Event, viewer?: number): string {
    const variables = this.variables(event.facts);
    if (event.seat !== undefined) variables["seat"] = this.seat(event.seat);
    for (const part of event.privateParts) {
      if (part.seat !== viewer) continue;
      const said = this.message(messageId("event", event.kind, "own"), { ...variables, ...this.variables(part.facts) });
      if (said) return said;
    }
    return this.message(messageId("event", event.kind), variables) || inWords(event.kind);
  }

  /** Why something is no option. */
  reason(reason: Reason): string {
    return this.message(messageId("reason", reason.kind), this.variables(reason.facts)) || inWords(reason.kind);
  }

  /** An error, by its reason and values; empty where there are no words for it. */
  error(reason: string, values: Readonly<Record<string, string>>): string {
    const variables: Variables = {};
    for (const [name, value] of Object.entries(values))
      variables[name.replace(/[^a-zA-Z0-9-]+/g, "_")] = NUMBER.test(value) ? Number(value) : value;
    const rule = values["rule"];
    const refusal = rule ? this.message(messageId("refusal", rule), variables) : "";
    return refusal || this.message(messageId("error", reason), variables);
  }

  /** A fact beside an option, empty where it is not told by itself. */
  fact(fact: Fact): string {
    return this.message(messageId("fact", fact.name), this.valueOf(fact));
  }

  /** A word of the game's vocabulary; a seat in braces as its player is called. */
  word(word: string): string {
    const seat = SEAT.exec(word);
    if (seat) return this.seat(Number(seat[1]));
    return this.message(messageId("word", word), {}) || inWords(word);
  }

  /** What a component is called. */
  name(component: string): string {
    return this.names[component] || inWords(component);
  }

  /** Whether there is such a component. */
  knows(component: string): boolean {
    return component in this.names;
  }

  /** What the player at a seat is called. */
  seatName(seat: number): string {
    return this.seat(seat);
  }

  /** What a component is and does: its figures, a line for each condition among them, a line for each power. */
  lines(component: Component): readonly string[] {
    const known = this.said.get(component);
    if (known) return known;
    const lines = this.linesOf(component);
    this.said.set(component, lines);
    return lines;
  }

  private linesOf(component: Component): string[] {
    const kind = this.message(messageId("kind", component.kind), this.variables(component.facts));
    const figures = component.facts.map((fact) => this.message(messageId("figure", fact.name), this.valueOf(fact)));
    const first = this.chained("facts", [kind || this.word(component.kind), ...figures.filter(Boolean)]);
    const parts = component.facts.flatMap((fact) =>
      fact.value.case === "groups" ? fact.value.value.groups.map((group) => this.group(fact.name, group)) : [],
    );
    return [first, ...parts.filter(Boolean), ...component.powers.map((power) => this.power(power))];
  }

  /** What a power does. */
  power(power: Power): string {
    const variables = this.variables(power.facts);
    variables["moment_key"] = power.moment;
    variables["moment"] = this.word(power.moment);
    return this.message(messageId("power", power.kind), variables) || inWords(power.kind);
  }

  /** How well the components are known; empty where all have a public source. */
  notice(sources: PackSources | undefined): string {
    if (!sources?.notice) return "";
    const { sourced, partlySourced: partly_sourced, named, reconstructed } = sources;
    const components = sourced + partly_sourced + named + reconstructed;
    const counts = { sourced, partly_sourced, named, reconstructed, components };
    return this.message("notice-sources", counts) || sources.notice;
  }

  /** What a target is called; a piece as its component, if it has one. */
  target(target: Target, component = "", facts: Variables = {}): string {
    const stands = target.standsFor;
    switch (stands.case) {
      case "piece":
        return component ? this.name(component) : this.located("piece", stands.value, facts);
      case "place":
        return this.located("place", stands.value, component ? { ...facts, component: this.name(component) } : facts);
      case "seat":
        return this.seat(stands.value);
      case "action":
        return this.message(messageId("action", stands.value), facts) || inWords(stands.value);
      case "number":
        return String(stands.value);
      default:
        return this.word(stands.value ?? "");
    }
  }

  /** Items in words: `a, b and c`. */
  listed(items: readonly string[]): string {
    return items.length ? this.list.format(items) : this.message("list-empty", {});
  }

  /** Any message by its id, or one of its attributes; empty where there is none. */
  message(name: string, variables: Variables = {}, attribute = ""): string {
    for (const bundle of this.bundles) {
      const message = bundle.getMessage(name);
      const pattern = message && choose(message, variables, attribute);
      const said = pattern && bundle.formatPattern(pattern, variables as Record<string, FluentVariable>, []);
      if (said) return said;
    }
    return "";
  }

  /** What a text of a view is called: a component, a piece or place by an id of several parts, or a word. */
  thing(text: string): string {
    if (this.knows(text)) return this.name(text);
    const located = text.includes(":") && (this.found("piece", text, {}) || this.found("place", text, {}));
    return located || this.word(text);
  }

  private located(what: string, name: string, facts: Variables): string {
    return this.found(what, name, facts) || String(facts["component"] || inWords(name));
  }

  /** A piece or place: by its whole id, else by the first part of it with the others as variables; empty without words. */
  private found(what: string, name: string, facts: Variables): string {
    const whole = this.message(messageId(what, name), facts);
    if (whole) return whole;
    const [head = "", ...rest] = name.split(":");
    if (this.knows(head)) return this.name(head);
    const parts = Object.fromEntries(rest.slice(0, PARTS.length).map((part, index) => [PARTS[index], this.name(part)]));
    return this.message(messageId(what, head), { ...facts, ...parts });
  }

  private ofPrompt(prompt: Prompt): Variables {
    return { least: prompt.least, most: prompt.most, ...this.variables(prompt.facts) };
  }

  private variables(facts: readonly Fact[]): Variables {
    const variables: Variables = {};
    for (const fact of facts) this.add(variables, fact);
    return variables;
  }

  /** Add a fact as it is called, and beside it its bare word or id, or how many there are. */
  private add(variables: Variables, { name, value }: Fact): void {
    if (value.case === undefined) return;
    variables[`${name}_count`] = 1;
    const several = (items: readonly string[], count = items.length) => {
      variables[`${name}_count`] = count;
      variables[name] = this.listed(items);
    };
    switch (value.case) {
      case "components":
        return several(counted(value.value.ids.map((id) => this.name(id))), value.value.ids.length);
      case "words":
        return several(counted(value.value.words.map((word) => this.worded(name, word))), value.value.words.length);
      case "numbers":
        return several(value.value.numbers.map((number) => this.worded(name, String(number))));
      case "groups":
        return several(value.value.groups.map((group) => this.group(name, group)));
      case "number":
        variables[name] = Number(value.value);
        return;
      case "group":
        variables[`${name}_key`] = "";
        variables[name] = this.group(name, value.value);
        return;
      case "seat":
        variables[`${name}_key`] = value.value;
        variables[name] = this.seat(value.value);
        return;
      case "flag":
        variables[`${name}_key`] = variables[name] = String(value.value);
        return;
      case "component":
        variables[`${name}_key`] = value.value;
        variables[name] = this.name(value.value);
        return;
      case "word":
        variables[`${name}_key`] = value.value;
        variables[name] = this.worded(name, value.value);
        return;
      default:
        variables[`${name}_key`] = value.value;
        variables[name] = this.located(value.case, value.value, {});
    }
  }

  private valueOf(fact: Fact): Variables {
    const variables = Object.entries(this.variables([fact]));
    return Object.fromEntries(variables.map(([name, value]) => [`value${name.slice(fact.name.length)}`, value]));
  }

  /** A word, or several joined by a comma, as it is called in a fact of that name. */
  private worded(fact: string, words: string): string {
    return this.listed(words.split(", ").map((word) => this.message(messageId("word", fact, word)) || this.word(word)));
  }

  /** Facts that belong together, as a message of their name or the one for all groups puts them. */
  private group(name: string, group: FactGroup): string {
    const variables = this.variables(group.facts);
    return (this.message(messageId("group", name), variables) || this.message("group", variables)).trim();
  }

  /** Items one after another, as a message of the language puts two together. */
  private chained(message: string, items: readonly string[]): string {
    return items.length ? items.reduce((first, second) => this.message(message, { first, second })) : "";
  }
}

function bundleOf(language: string, messages: Iterable<string>): FluentBundle {
  const bundle = new FluentBundle(language, { useIsolating: false });
  for (const source of messages) bundle.addResource(new FluentResource(source), { allowOverrides: true });
  return bundle;
}

/** A language without its region; none means English. */
function base(language: string): string {
  return (language.split("-")[0] ?? "").toLowerCase() || ENGLISH;
}

/** Each name once, with how often it is there. */
function counted(names: readonly string[]): string[] {
  return [...new Set(names)].map((name) => {
    const times = names.filter((other) => other === name).length;
    return times > 1 ? `${times} × ${name}` : name;
  });
}

/** A message's text, or its `.with-<fact>` for a fact that is there. */
function choose(message: Message, variables: Variables, attribute: string): Message["value"] {
  if (attribute) return message.attributes[attribute] ?? null;
  for (const [name, text] of Object.entries(message.attributes))
    if (name.startsWith(WITH) && name.slice(WITH.length).replaceAll("-", "_") in variables) return text;
  return message.value;
}
