import { mount } from "svelte";
import App from "./App.svelte";
import { keepShell } from "./lib/app.js";
import "./fonts.css";
import "./palette.css";
import "./space.css";
import "./app.css";

const target = document.getElementById("page");
if (target) mount(App, { target });
keepShell();
