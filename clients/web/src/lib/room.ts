/** What there is room for on the screen. */
import { MediaQuery } from "svelte/reactivity";

/** Where the parts of a table lie below each other, and the question over them. */
export const phone = new MediaQuery("max-width: 53.75em");

/** Where not all of a table is seen at once, and yet more than a phone shows: what is one's own comes before the others'. */
export const narrowDesk = new MediaQuery("(min-width: 53.8125em) and (max-width: 87.4375em)");

/** Where two rows of tableaus and a hand are higher than the screen, though it is wide. */
export const lowDesk = new MediaQuery("(min-width: 53.8125em) and (max-height: 60em)");
