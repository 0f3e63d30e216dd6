/** The storage of this browser, for everything that the page keeps. */
import { KeptStore } from "../model/keptStore.js";

export const store = new KeptStore(() => localStorage);
