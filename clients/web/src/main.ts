import { mount } from "svelte";
import App from "./App.svelte";
import "./fonts.css";
import "./palette.css";
import "./space.css";
import "./app.css";

const target = document.getElementById("page");
if (target) mount(App, { target });
