/** What a lesson begins with: a piece or two of the game, large, with their parts named. */

export interface Part {
  /** Its name is `part-<game>-<about>`, and what it means `part-<game>-<about>-means`. */
  readonly about: string;
  /** Where it is on the piece, as a selector. */
  readonly at: string;
  /** The side on which it is named. */
  readonly side: "left" | "right";
}

export interface Exhibit {
  readonly kind: "card" | "technology" | "system";
  readonly id: string;
  readonly parts: readonly Part[];
}

const left = (about: string, at: string): Part => ({ about, at, side: "left" });
const right = (about: string, at: string): Part => ({ about, at, side: "right" });

/** Pieces that the lesson itself leads to. */
export const EXHIBITS: Readonly<Record<string, readonly Exhibit[]>> = {
  race: [
    {
      kind: "card",
      id: "new_vinland",
      parts: [
        left("cost", ".cost"),
        left("good", ".kind"),
        left("name", ".name"),
        // That of the second power: the first one is told as a whole.
        left("phase", ".power ~ .power .badge"),
        right("points", ".vp"),
        right("power", ".signs"),
      ],
    },
  ],
  jump: [
    {
      kind: "card",
      id: "tourist_world",
      parts: [
        left("cost", ".cost"),
        left("kind", ".kind"),
        left("name", ".name"),
        right("points", ".vp"),
        right("income", ".income"),
        right("power", ".signs"),
      ],
    },
  ],
  roll: [
    {
      kind: "card",
      id: "malevolent_lifeforms",
      parts: [
        left("cost", ".cost"),
        left("colour", ".kind"),
        left("name", ".name"),
        right("points", ".vp"),
        right("power", ".signs"),
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
        left("once", ".signs"),
        right("action", ".action > *"),
        left("researcher", ".researchers"),
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
