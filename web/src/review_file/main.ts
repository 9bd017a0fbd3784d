import "./held"; // first: it answers the requests of the modules below
import { mount } from "svelte";
import "../look.css";
import { held } from "./held";
import ReviewFile from "./ReviewFile.svelte";

mount(ReviewFile, { target: document.getElementById("app")!, props: { held: await held } });
