/** The panels of questions that belong together; loaded at a table of Roll for the Galaxy alone. */
export { default as Assign } from "./Assign.svelte";
export { default as Explore } from "./Explore.svelte";
export { default as Move } from "./Move.svelte";
export { default as Place } from "./Place.svelte";
export { default as Reassign } from "./Reassign.svelte";
export { default as Recruit } from "./Recruit.svelte";
export { default as Ship } from "./Ship.svelte";
