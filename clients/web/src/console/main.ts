import { mount } from "svelte";
import App from "./App.svelte";
import { desk } from "./lib/desk.svelte.js";
import "../fonts.css";
import "../palette.css";
import "../space.css";
import "../app.css";

const target = document.getElementById("page");
// Nothing is shown without words.
await desk.begin();
if (target) mount(App, { target });
