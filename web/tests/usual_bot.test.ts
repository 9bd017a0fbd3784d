import { beforeEach, expect, test } from "vitest";
import { keep } from "../src/lib/storage";
import { rememberBot, usualBotOf } from "../src/setup/usual_bot";

beforeEach(() => localStorage.clear());

test("the bot of the last game is remembered for each game alone; newcomers meet the weakest", () => {
  expect(usualBotOf("amytis")).toBe("level:1");
  rememberBot("amytis", "level:7");
  expect(usualBotOf("amytis")).toBe("level:7");
  expect(usualBotOf("blueprints")).toBe("level:1");
});

test("the one bot that was remembered before goes to the games that were played", () => {
  keep("bot", "level:6");
  keep("options.amytis", {});
  expect(usualBotOf("amytis")).toBe("level:6");
  expect(usualBotOf("blueprints")).toBe("level:1");
  rememberBot("amytis", "level:3");
  expect(usualBotOf("amytis")).toBe("level:3");
});
