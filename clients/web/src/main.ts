import { mount } from "svelte";
import App from "./App.svelte";
import { keepShell } from "./lib/app.js";
import { page } from "./lib/page.svelte.js";
import "./fonts.css";
import "./palette.css";
import "./space.css";
import "./app.css";

const target = document.getElementById("page");
// Nothing is shown without words.
await page.learnOwnWords(page.settings.language);
if (target) mount(App, { target });
keepShell();
