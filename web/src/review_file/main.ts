import "./held"; // first: it answers the requests of the modules below
import { mount } from "svelte";
import "../look.css";
import { i18n } from "../lib/i18n.svelte";
import { held } from "./held";
import ReviewFile from "./ReviewFile.svelte";

await i18n.begun;
mount(ReviewFile, { target: document.getElementById("app")!, props: { held: await held } });
