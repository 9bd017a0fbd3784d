import { mount } from "svelte";
import "./look.css";
import App from "./App.svelte";
import { i18n } from "./lib/i18n.svelte";
import "./lib/first_touch";
import "./lib/service_worker";

void i18n.begun.then(() => mount(App, { target: document.getElementById("app")! }));
