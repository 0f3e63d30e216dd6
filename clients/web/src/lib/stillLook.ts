/** What drawings need where nothing can be chosen. */
import type { Words } from "galaxytables-client";
import { badgesOf } from "../drawing/powers.js";
import type { Catalogue } from "../model/catalogue.js";
import { People } from "../model/people.js";
import type { Say } from "../model/wording.js";
import type { Look } from "./look.js";

export const stillLook = (say: Say, words: Words, catalogue: Catalogue): Look => ({
  say,
  words,
  people: new People([], "", say),
  catalogue,
  badges: badgesOf(catalogue),
  viewer: undefined,
  marks: new Map(),
  picks: [],
  suggested: [],
  narrowed: "",
  explained: undefined,
  going: new Map(),
  cited: "",
  pick: () => undefined,
  cite: () => undefined,
  inspect: () => undefined,
  preview: () => undefined,
});
