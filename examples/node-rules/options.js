// The options of a game: read, checked, and offered in a form.
import { Refusal } from './refusal.js';

export const LEAST_SEATS = 2;
export const MOST_SEATS = 6;
const FLAG = ['off', 'on'];

export const SPECS = [
  {
    name: 'dice', title: 'Dice', text: 'Dice of each player (L1.1).',
    kind: 'OPTION_KIND_NUMBER', least: 1, most: 6, default_value: '5',
  },
  {
    name: 'second_roll', title: 'Second roll', text: 'Everybody may roll dice again in secret (L2.2).',
    kind: 'OPTION_KIND_FLAG', default_value: 'on',
  },
  {
    name: 'ones_wild', title: 'Ones are wild', text: 'Ones count as every face (L4.2).',
    kind: 'OPTION_KIND_FLAG', default_value: 'on',
  },
  {
    name: 'loses', title: 'Dice lost', text: 'Whether one die is lost, or as many as the bid is off (L4.3).',
    kind: 'OPTION_KIND_WORD', values: ['one', 'difference'], default_value: 'one',
  },
];

const LEAST_DICE_FOR_DIFFERENCE = 3;

function valuesOf(spec) {
  if (spec.kind === 'OPTION_KIND_FLAG') return FLAG;
  if (spec.kind === 'OPTION_KIND_WORD') return spec.values;
  return Array.from({ length: spec.most - spec.least + 1 }, (_, index) => String(spec.least + index));
}

/** All options, defaults written out. */
export function readOptions(given) {
  for (const [name, value] of Object.entries(given)) {
    const spec = SPECS.find((each) => each.name === name);
    if (!spec || !valuesOf(spec).includes(value)) {
      throw new Refusal('INVALID_OPTION', 'there is no such option, or no such value of it', { option: name, value });
    }
  }
  return Object.fromEntries(SPECS.map(({ name, default_value: usual }) => [name, given[name] ?? usual]));
}

/** Why a game cannot be played like this; nothing where it can. */
function conflictOf(options, seats) {
  if (seats < LEAST_SEATS || seats > MOST_SEATS) {
    const metadata = { seats, least: LEAST_SEATS, most: MOST_SEATS };
    return new Refusal('INVALID_SEATS', `${LEAST_SEATS} to ${MOST_SEATS} can play`, metadata);
  }
  if (options.loses === 'difference' && Number(options.dice) < LEAST_DICE_FOR_DIFFERENCE) {
    const metadata = {
      options: 'dice,loses', paragraph: 'L1.3', rule: 'too_few_to_lose', least: LEAST_DICE_FOR_DIFFERENCE,
    };
    return new Refusal('OPTIONS_CONFLICT', 'whoever loses several dice begins with three at least (L1.3)', metadata);
  }
  return undefined;
}

export function checkOptions(options, seats) {
  const conflict = conflictOf(options, seats);
  if (conflict) throw conflict;
}

function told(conflict) {
  if (!conflict) return undefined;
  const { reason, message, metadata } = conflict;
  return {
    reason, text: message, options: metadata.options?.split(',') ?? [], paragraph: metadata.paragraph ?? '',
  };
}

/** What may still be chosen while everything else stays as it is. */
export function optionForm(options, seats) {
  const offers = SPECS.map((spec) => {
    const tried = valuesOf(spec).map((value) => {
      return { value, conflict: told(conflictOf({ ...options, [spec.name]: value }, seats)) };
    });
    const offer = { name: spec.name, value: options[spec.name] };
    if (spec.kind !== 'OPTION_KIND_NUMBER') return { ...offer, values: tried };
    return { ...offer, ranges: rangesOf(tried), beyond: tried.find(({ conflict }) => conflict)?.conflict };
  });
  const all = Array.from({ length: MOST_SEATS - LEAST_SEATS + 1 }, (_, index) => LEAST_SEATS + index);
  const fitting = all.filter((number) => !conflictOf(options, number));
  return { options, offers, seats: fitting.length ? fitting : all, conflict: told(conflictOf(options, seats)) };
}

function rangesOf(tried) {
  const ranges = [];
  for (const { value, conflict } of tried) {
    const number = Number(value);
    if (conflict) continue;
    if (ranges.at(-1)?.most === number - 1) ranges.at(-1).most = number;
    else ranges.push({ least: number, most: number });
  }
  return ranges;
}
