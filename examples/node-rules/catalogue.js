// What lies on the table, and the words of the game.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

import { MOST_SEATS, SPECS } from './options.js';
import { Refusal } from './refusal.js';
import { facts } from './wire.js';

const MOST_DICE = SPECS.find(({ name }) => name === 'dice').most;
const sourced = { provenance: 'PROVENANCE_SOURCED', copies: MOST_SEATS };
export const COMPONENTS = [
  { id: 'die', name: 'Die', kind: 'die', ...sourced, copies: MOST_SEATS * MOST_DICE, facts: facts({ faces: [1, 2, 3, 4, 5, 6] }) },
  { id: 'cup', name: 'Cup', kind: 'cup', ...sourced, facts: [] },
];
export const PACK = createHash('sha256').update(JSON.stringify(COMPONENTS)).digest();

const LANGUAGES = ['en', 'ja'];
const NAMES = {
  en: Object.fromEntries(COMPONENTS.map(({ id, name }) => [id, name])),
  ja: { die: 'ダイス', cup: 'カップ' },
};
const messages = Object.fromEntries(
  LANGUAGES.map((language) => [language, readFileSync(new URL(`words/${language}.ftl`, import.meta.url), 'utf8')]),
);

/** Refuses every pack but the one that there is; empty stands for it. */
export function checkPack(digest) {
  if (digest.length && !PACK.equals(digest)) {
    throw new Refusal('UNKNOWN_PACK', 'there is no such pack here', { pack: digest.toString('hex') });
  }
}

export function words(language) {
  if (!LANGUAGES.includes(language)) {
    const metadata = { language, languages: LANGUAGES.join(',') };
    throw new Refusal('UNKNOWN_LANGUAGE', `there are words in ${LANGUAGES.join(', ')}`, metadata);
  }
  return { language, languages: LANGUAGES, messages: messages[language], names: NAMES[language] };
}
