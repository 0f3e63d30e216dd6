import { Words } from "galaxy-tables-sdk";
import { describe, expect, test } from "vitest";
import { worded } from "../src/model/tableForm.js";
import { wording } from "../src/model/wording.js";

describe("a value of an option", () => {
  const say = wording("ja", ["option-on = あり\noption-off = なし"]);
  const words = new Words("ja", ["setting-mats-advanced = 上級\nsetting-draft-off = ドラフトなし"]);

  test("is called what the game calls it", () => {
    expect(worded("mats", "advanced", words, say)).toBe("上級");
    expect(worded("draft", "off", words, say)).toBe("ドラフトなし");
  });

  test("is on or off in the reader's language where the game says nothing of it", () => {
    expect(worded("goals", "on", words, say)).toBe("あり");
    expect(worded("goals", "off", undefined, say)).toBe("なし");
  });

  test("is a number as it stands", () => {
    expect(worded("round_limit", "20", words, say)).toBe("20");
  });
});
