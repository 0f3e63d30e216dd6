/** What drawings need besides the view: words, names, components, and which pieces can be picked. */
import type { Words } from "galaxytables-client";
import type { ExplainPromptResponse } from "galaxytables-client";
import type { Badges } from "../drawing/signs.js";
import type { Form } from "../drawing/tableau.js";
import type { IconName } from "./icons.js";
import type { Mark } from "../model/answer.js";
import type { Ahead } from "../model/carrying.js";
import type { Catalogue } from "../model/catalogue.js";
import type { People } from "../model/people.js";
import type { Say } from "../model/wording.js";

/** How a card is drawn: as it lies in a tableau, or to be read. */
export type CardSize = Form | "large";

/** What a card would bring: how much of what, and the sign for it where there is one. */
export interface Gain {
  readonly icon?: IconName;
  readonly text: string;
  readonly of: string;
}

/** A component that a sentence names is shown beside its name. */
export interface Previewed {
  readonly component: string;
  readonly by: HTMLElement;
}

export interface Look {
  readonly say: Say;
  readonly words: Words;
  readonly people: People;
  readonly catalogue: Catalogue;
  /** What stands for the moments of powers on cards. */
  readonly badges: Badges;
  /** The seat that looks; none for a spectator. */
  readonly viewer: number | undefined;
  readonly marks: ReadonlyMap<string, readonly Mark[]>;
  /** Ids of options that are marked. */
  readonly picks: readonly string[];
  /** Ids of options that an introduction suggests. */
  readonly suggested: readonly string[];
  /** The piece whose options alone are listed. */
  readonly narrowed: string;
  readonly explained: ExplainPromptResponse | undefined;
  /** Where pieces go as things are marked, by ids of places. */
  readonly going: Ahead;
  /** A piece or place was clicked. */
  readonly pick: (id: string) => void;
  /** The paragraph of the rules that was asked for last. */
  readonly cited: string;
  /** Open the rules at a paragraph. */
  readonly cite: (paragraph: string) => void;
  /** Show a component large, beside what was tapped. */
  readonly inspect: (component: string, by: EventTarget | null) => void;
  /** Show a component beside its name, or none any more. */
  readonly preview: (previewed?: Previewed) => void;
}

/** How a piece stands to the question that is open. */
export interface Stand {
  /** Its options' numbers in the list; empty if it is none. */
  readonly numbers: readonly number[];
  readonly picked: boolean;
  /** An introduction suggests one of its options. */
  readonly suggested: boolean;
  /** Why it is no option, once asked. */
  readonly why: string;
  /** What is told beside it: that it is suggested, or why it is no option. */
  readonly told: string;
}

/** Most pieces are no options, and the same as before is nothing to draw. */
const NO_OPTION: Stand = { numbers: [], picked: false, suggested: false, why: "", told: "" };

export function standOf(look: Look, ids: readonly string[]): Stand {
  const marks = ids.flatMap((id) => look.marks.get(id) ?? []);
  if (!marks.length && !look.explained && !ids.includes(look.narrowed)) return NO_OPTION;
  const first = marks.some((mark) => mark.first) ? marks.filter((mark) => mark.first) : marks;
  const picked = first.some(({ option }) => look.picks.includes(option.id)) || ids.includes(look.narrowed);
  const suggested = first.some(({ option }) => look.suggested.includes(option.id));
  const why = marks.length ? "" : whyNot(look, ids);
  return {
    numbers: [...new Set(first.map(({ number }) => number))],
    picked,
    suggested,
    why,
    told: suggested ? look.say("learn-suggested") : why,
  };
}

function whyNot(look: Look, ids: readonly string[]): string {
  const bar = look.explained?.bars.find(({ targets }) =>
    targets.some(({ standsFor }) => "value" in standsFor && ids.includes(String(standsFor.value))),
  );
  return bar?.reason ? look.words.reason(bar.reason) : "";
}

/** The id among those of a thing that a click on it stands for: one that is an option, else its own. */
export function clicked(look: Look, ids: readonly string[]): string {
  return ids.find((id) => look.marks.has(id)) ?? ids[0] ?? "";
}
