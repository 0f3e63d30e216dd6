import { describe, expect, test } from "vitest";
import { readSettings } from "../src/model/settings.js";

const USUAL = {
  language: "ja",
  theme: "dark",
  text: "usual",
  onePress: false,
  motion: true,
  sound: true,
  notify: false,
};

describe("settings", () => {
  test.each([[null], [""], ["{"], ["3"], ["null"], ["[]"]])("are as usual where %j was kept", (kept) => {
    expect(readSettings(kept, ["ja-JP", "en"])).toEqual(USUAL);
  });

  test("are what was chosen", () => {
    const chosen = {
      language: "en",
      theme: "light",
      text: "huge",
      onePress: true,
      motion: false,
      sound: false,
      notify: true,
    };
    expect(readSettings(JSON.stringify(chosen), ["ja"])).toEqual(chosen);
  });

  test("are as usual where what was chosen is not known any more", () => {
    const kept = { language: "tlh", theme: "auto", text: 3, motion: "yes", other: 1 };
    expect(readSettings(JSON.stringify(kept), ["ja"])).toEqual(USUAL);
  });
});
