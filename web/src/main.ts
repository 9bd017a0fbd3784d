import { mount } from "svelte";
import "./look.css";
import App from "./App.svelte";
import "./lib/first_touch";
import "./lib/service_worker";

mount(App, { target: document.getElementById("app")! });
