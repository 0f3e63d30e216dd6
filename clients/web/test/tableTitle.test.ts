import { expect, test } from "vitest";
import { People } from "../src/model/people.js";
import { isNamed, titleOf } from "../src/model/tableTitle.js";
import { bot, free, say, seated, table } from "./builders.js";

const VERA = seated(0, "Vera");
const title = (me: string, name: string, ...seats: Parameters<typeof seated | typeof free>[] | object[]) => {
  const there = table({ name, seats: seats as never });
  return titleOf(there, "Jump Drive", new People(there.seats, me, say), say, (names) => names.join("+"));
};

test("a table is called as somebody has named it", () => {
  expect(title("Vera", "Friday", VERA, free(1))).toBe("Friday");
});

test("a table that nobody has named is called by its game and who else is there", () => {
  const ben = seated(1, "Ben");
  expect(title("Vera", "Vera's table", VERA, ben, seated(2, "Cy"))).toBe("table-with Jump Drive Ben+Cy");
  expect(title("Ada", "Vera's table", VERA, ben, bot(2, "easy"))).toBe("table-of Jump Drive table-people Vera 2");
  expect(title("Ada", "Vera's table", VERA, ben)).toBe("table-of Jump Drive Vera+Ben");
  expect(title("Vera", "Vera's table", VERA, free(1))).toBe("table-of Jump Drive Vera");
  expect(title("Vera", "", free(0))).toBe("Jump Drive");
});

test.each(["Vera's table", "Vera’s table", "Veraのテーブル"])("%s is nobody's choice where Vera sits", (name) => {
  expect(isNamed(table({ name, seats: [VERA] }))).toBe(false);
  expect(isNamed(table({ name, seats: [bot(0, "easy")] }))).toBe(true);
});
