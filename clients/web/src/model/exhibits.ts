/** What a lesson begins with: a piece or two of the game, large, with their parts named. */

export interface Part {
  /** Its name is `part-<game>-<about>`, and what it means `part-<game>-<about>-means`. */
  readonly about: string;
  /** Where it is on the piece, as a selector. */
  readonly at: string;
  /** The side on which it is named. */
  readonly side: "left" | "right";
  /** Something else lies between it and that side: it is pointed at from there. */
  readonly from?: "above" | "below";
}

export interface Exhibit {
  readonly kind: "card" | "technology" | "system";
  readonly id: string;
  readonly parts: readonly Part[];
}

const left = (about: string, at: string): Part => ({ about, at, side: "left" });
const below = (about: string, at: string): Part => ({ about, at, side: "left", from: "below" });
const above = (about: string, at: string): Part => ({ about, at, side: "left", from: "above" });
const right = (about: string, at: string): Part => ({ about, at, side: "right" });

/** Pieces that the lesson itself leads to. */
export const EXHIBITS: Readonly<Record<string, readonly Exhibit[]>> = {
  race: [
    {
      kind: "card",
      id: "new_vinland",
      parts: [
        left("cost", ".cost"),
        below("good", ".kind"),
        left("name", ".name"),
        // That of the second power: the first one is told as a whole.
        left("phase", ".line ~ .line .badge"),
        right("points", ".vp"),
        right("power", ".line .words"),
      ],
    },
  ],
  jump: [
    {
      kind: "card",
      id: "tourist_world",
      parts: [
        left("cost", ".cost"),
        below("kind", ".kind"),
        left("name", ".name"),
        right("points", ".vp"),
        right("income", ".income"),
        right("power", ".line"),
      ],
    },
  ],
  roll: [
    {
      kind: "card",
      id: "malevolent_lifeforms",
      parts: [
        left("cost", ".cost"),
        below("colour", ".kind"),
        left("name", ".name"),
        right("points", ".vp"),
        right("power", ".line"),
      ],
    },
  ],
  beyond: [
    {
      kind: "technology",
      id: "t1_04",
      parts: [
        left("level", ".place"),
        left("name", ".name b"),
        right("types", ".types"),
        right("once", ".signs"),
        right("action", ".action > *"),
        above("researcher", ".researchers"),
      ],
    },
    {
      kind: "system",
      id: "sA01",
      parts: [
        left("planet", ".sight"),
        right("strength", ".figures > :nth-child(1)"),
        right("worth", ".figures > :nth-child(2)"),
        right("disc", ".traits"),
        left("settled", ".gives"),
        left("ship", ".fleet"),
      ],
    },
  ],
};
