import { expect, test } from "vitest";
import { inOneLine } from "../src/model/wording.js";

test.each([
  [["Action: develop; who chose it:", "Develop: pay 1 less"], "Action: develop; who chose it: Develop: pay 1 less"],
  [["世界を出せる。選んだ人の特権：", "コスト1減"], "世界を出せる。選んだ人の特権：コスト1減"],
  [["World", "", "Draw 1", "2 VP"], "World; Draw 1; 2 VP"],
  [["To be continued:"], "To be continued:"],
  [[], ""],
])("%j are one line", (lines, line) => expect(inOneLine(lines)).toBe(line));
