import { expect, test } from "vitest";
import { deviceLabel } from "../src/lib/device.js";

const say = (_: string, { browser, system }: Record<string, unknown> = {}) => `${browser} on ${system}`;

test.each([
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36",
    "Chrome on Linux",
  ],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0",
    "Microsoft Edge on Windows",
  ],
  ["", ""],
])("%s is called %s", (userAgent, label) => expect(deviceLabel(say, userAgent)).toBe(label));
