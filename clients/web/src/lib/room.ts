/** What there is room for on the screen. */
import { MediaQuery } from "svelte/reactivity";

/** Where the parts of a table lie below each other, and the question over them. */
export const phone = new MediaQuery("max-width: 53.75em");

/** Where not all of a table is seen at once, and yet more than a phone shows: what is one's own comes before the others'. */
export const narrowDesk = new MediaQuery("(min-width: 53.8125em) and (max-width: 87.4375em)");

/** Where there is no room for all tableaus, a hand and a question: what opponents have stands above the table as well. */
export const shallowDesk = new MediaQuery("(min-width: 53.8125em) and (max-height: 45em)");
