/** A bot's face, drawn from its name alone: people have none, so what has one is a bot. On a field of 24 by 24. */
import { seeded } from "./seeded.js";

export interface Face {
  /** What is filled: the head with what it wears. */
  readonly head: string;
  /** What lies on the head: eyes, which may look aside, and mouth. */
  readonly eyes: string;
  readonly mouth: string;
}

const HEADS = [
  "M6.500 7h11A2.500 2.500 0 0 1 20 9.500v9a2.500 2.500 0 0 1-2.500 2.500h-11A2.500 2.500 0 0 1 4 18.500v-9A2.500 2.500 0 0 1 6.500 7z",
  "M7.500 7h9L21 21H3z",
  "M7.500 7h9l4.500 7-4.500 7h-9L3 14z",
  "M4 7h16v8l-5 6H9l-5-6z",
  "M3 7h18l-4.500 14h-9z",
] as const;
const TOPS = [
  "M11.400 3.500h1.200V7h-1.200zM12 .700a1.700 1.700 0 1 0 .010 0z",
  "M7.900 3.500h1.200V7H7.900zM14.900 3.500h1.200V7h-1.200zM8.500 1.200a1.400 1.400 0 1 0 .010 0zM15.500 1.200a1.400 1.400 0 1 0 .010 0z",
  "M5 7 5.500 1.500 10 7zM19 7l-.500-5.500L14 7z",
  "M6.500 2.600a2.400 2.400 0 1 0 .010 0zM17.500 2.600a2.400 2.400 0 1 0 .010 0z",
  "M7.500 7 9 3l1.500 4zM10.500 7 12 1.500 13.500 7zM13.500 7 15 3l1.500 4z",
] as const;
const SIDES = [
  "",
  "M1 12h2.500v4H1zM20.500 12H23v4h-2.500z",
  "M.500 15.500 5 11.500v6zM23.500 15.500 19 11.500v6z",
] as const;
const EYES = [
  "M9 10.300a1.700 1.700 0 1 0 .010 0zM15 10.300a1.700 1.700 0 1 0 .010 0z",
  "M7.300 11h3.400v2.200H7.300zM13.300 11h3.400v2.200h-3.400z",
  "M7 10.700h10v2.800H7z",
  "M12 9.400a2.700 2.700 0 1 0 .010 0z",
  "M7.300 10.500 11 13.300H7.300zM16.700 10.500 13 13.300h3.700z",
] as const;
const MOUTHS = [
  "M9 16.700h6v1.200H9z",
  "M8.500 16h1.300v2.400H8.500zM11.350 16h1.300v2.400h-1.300zM14.200 16h1.300v2.400h-1.300z",
  "M8.500 15.800h7c-.400 3.600-6.600 3.600-7 0z",
  "M12 15.500a1.500 1.500 0 1 0 .010 0z",
  "M8.500 18.300c.400-3.300 6.600-3.300 7 0z",
] as const;

/** The face of a persona, always the same one. */
export function face(persona: string): Face {
  const next = seeded(`face ${persona}`);
  const one = (parts: readonly string[]) => parts[Math.floor(next() * parts.length)] ?? "";
  const [head, top, side] = [one(HEADS), one(TOPS), one(SIDES)];
  return { head: `${head}${top}${side}`, eyes: one(EYES), mouth: one(MOUTHS) };
}
