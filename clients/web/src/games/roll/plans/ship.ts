/** The shipper of a good: real and extra ones of each colour make a difference, and what they show makes none. */
import { type Empire, Phase, type Worker } from "galaxytables-client/gen/galaxytables/roll/v1/roll_pb";
import type { Given } from "../../../model/answer.js";
import { firstOf, NOWHERE } from "./workers.js";

const same = (one: Worker, other: Worker) => one.colour === other.colour && one.virtual === other.virtual;

function standing({ strip }: Empire): readonly Worker[] {
  return strip.find(({ phase }) => phase === Phase.SHIP)?.workers ?? [];
}

/** One of each kind of shippers. */
export function shippersOf(empire: Empire): Worker[] {
  const all = standing(empire);
  return all.filter((worker, index) => all.findIndex((other) => same(worker, other)) === index);
}

/** An answer with a shipper, whichever of its kind is offered. */
export function shipper(empire: Empire, chosen: Worker): Given {
  const twins = standing(empire).filter((worker) => same(worker, chosen));
  return {
    kind: "ship.shipper",
    picks({ options }) {
      const option = options.find((one) => twins.some(({ id }) => id === firstOf(one)));
      return option && [option.id];
    },
    moves: NOWHERE,
  };
}
