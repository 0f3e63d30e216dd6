import { expect, test } from "vitest";
import { People } from "../src/model/people.js";
import { titleOf } from "../src/model/tableTitle.js";
import { bot, free, say, seated, table } from "./builders.js";

const VERA = seated(0, "Vera");
const title = (me: string, named: boolean, ...seats: Parameters<typeof seated | typeof free>[] | object[]) => {
  const there = table({ name: "Vera's table", named, seats: seats as never });
  return titleOf(there, "Jump Drive", new People(there.seats, me, say), say, (names) => names.join("+"));
};

test("a table is called as somebody has named it, whatever that is", () => {
  expect(title("Vera", true, VERA, free(1))).toBe("Vera's table");
});

test("a table that nobody has named is called by its game and who else is there", () => {
  const ben = seated(1, "Ben");
  expect(title("Vera", false, VERA, ben, seated(2, "Cy"))).toBe("table-with Jump Drive Ben+Cy");
  expect(title("Ada", false, VERA, ben, bot(2, "easy"))).toBe("table-of Jump Drive table-people Vera 2");
  expect(title("Ada", false, VERA, ben)).toBe("table-of Jump Drive Vera+Ben");
  expect(title("Vera", false, VERA, free(1))).toBe("table-of Jump Drive Vera");
  expect(title("Vera", false, free(0))).toBe("Jump Drive");
});
