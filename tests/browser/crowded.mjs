// What a table does to what lies on it: boxes over each other, things outside the window, names that only programs have.

/** Runs in the page, at a size of its window. Says each fault once. */
export function crowded() {
  const faults = new Set();
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const named = (element) => element.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
  const over = document.documentElement.scrollWidth - innerWidth;
  if (over > 0) faults.add(`the page is ${over} px wider than the window`);

  for (const kind of ["main .location", "main .sight, main .location .figures, main .location .told, main .fleet", "main .slot:not(.cards > *)", "main .basic, main .goal-card", "aside > *, aside footer button"]) {
    const boxes = [...document.querySelectorAll(kind)].filter(seen).map((element) => [element, element.getBoundingClientRect()]);
    for (const [index, [one, a]] of boxes.entries())
      for (const [other, b] of boxes.slice(index + 1)) {
        if (one.contains(other) || other.contains(one)) continue;
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        // On a phone the question lies over what is scrolled behind it.
        if (width > 1 && height > 1 && !one.closest("#prompt") && !other.closest("#prompt"))
          faults.add(`one over the other by ${width.toFixed(0)}x${height.toFixed(0)} px: "${named(one)}" and "${named(other)}"`);
      }
  }

  // Each letter of a location's and a slot's lies within it.
  for (const box of document.querySelectorAll("main .location, main .slot:not(.cards > *)")) {
    const { left, right } = box.getBoundingClientRect();
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.data.trim() || node.parentElement.closest(".hidden, svg") || !seen(node.parentElement)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rect = range.getBoundingClientRect();
      if (rect.right > right + 1 || rect.left < left - 1) faults.add(`"${node.data.trim()}" leaves its box`);
    }
  }

  // Nothing that a piece lies in cuts it off, or hides it where nobody swipes.
  for (const box of document.querySelectorAll("main .location, main .slot:not(.cards > *), main .basic")) {
    const { left, right } = box.getBoundingClientRect();
    for (let at = box.parentElement; at !== document.body; at = at.parentElement) {
      const { overflowX } = getComputedStyle(at);
      if (overflowX === "visible") continue;
      const edge = at.getBoundingClientRect();
      const swiped = /auto|scroll/.test(overflowX) && at.scrollWidth > at.clientWidth + 1;
      if (swiped && box.matches(".location")) faults.add(`"${named(box)}" is found only by swiping in ${at.className}`);
      if (left + (swiped ? at.scrollLeft : 0) < edge.left - 1 || (!swiped && right > edge.right + 1))
        faults.add(`"${named(box)}" is cut off by ${at.tagName} ${at.className}`);
      if (swiped) break;
    }
  }

  if (matchMedia("(min-width: 53.8125em)").matches)
    for (const button of document.querySelectorAll("aside footer button, aside .prompt .buttons button")) {
      const { bottom, right } = button.getBoundingClientRect();
      if (bottom > innerHeight + 1 || right > innerWidth + 1)
        faults.add(`a button ends outside the window: "${button.getAttribute("aria-label") ?? named(button)}"`);
    }

  // Names of players within their panels, and lines of the log within the log.
  for (const element of document.querySelectorAll("main section.panel h2, main section.panel strong, .log li")) {
    const box = element.closest("section.panel, .log").getBoundingClientRect();
    const { left, right } = element.getBoundingClientRect();
    if (seen(element) && (right > box.right + 1 || left < box.left - 1)) faults.add(`"${named(element)}" leaves its panel`);
  }
  for (const log of document.querySelectorAll(".log"))
    if (log.scrollWidth > log.clientWidth + 1) faults.add(`a line is ${log.scrollWidth} px wide in a log of ${log.clientWidth} px`);
  return [...faults];
}

/** Runs in the page: figures and keys of which a part is in another line, or outside of what they stand in: "1" for "10". */
export function severed() {
  const faults = new Set();
  const where = (element) => element.closest("[class]")?.getAttribute("class").replace(/ ?svelte-\w+/g, "");
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const [element, text] = [node.parentElement, node.data.trim()];
    if (!/^[+−]?\d+[+%…]?$/.test(text) && !element.closest("kbd")) continue;
    if (element.closest(".hidden, option, title, script, style") || !text) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    if (lines.size > 1) faults.add(`"${text}" goes on in another line (${where(element)})`);
    const place = element.closest("kbd") ?? element.closest("svg:has(> text)")?.querySelector("path, circle, rect");
    if (!place || !element.closest("kbd, .vp, .cost, .printed")) continue;
    const [letters, box] = [range.getBoundingClientRect(), place.getBoundingClientRect()];
    const beyond = Math.max(letters.right - box.right, box.left - letters.left);
    if (beyond > 1) faults.add(`"${text}" leaves its place by ${beyond.toFixed(1)} px (${where(element)})`);
  }
  return [...faults];
}

/** Runs in the page: controls that cannot be pressed, and do not say why; pieces of a game are none. */
export function unexplained() {
  const faults = new Set();
  for (const control of document.querySelectorAll(":is(form, .prompt, .panel, aside footer, .game .now) :is(button, select, input):disabled")) {
    if (!control.checkVisibility() || control.ariaBusy === "true" || control.matches(".board > main :not([data-scores] *), .die, .team")) continue;
    const said = (control.getAttribute("aria-describedby") ?? "")
      .split(" ")
      .map((id) => document.getElementById(id)?.textContent.trim() ?? "");
    if (!said.some(Boolean)) faults.add(`"${control.textContent.trim() || control.id}" cannot be pressed, and does not say why`);
  }
  return [...faults];
}

/** Runs in the page: letters that are smaller than anybody reads with ease, as they are seen: scaled, and in drawings too. */
export function tiny() {
  const SMALLEST_LETTERS = 11;
  // Rounding.
  const SLACK = 0.05;
  const faults = new Set();
  const scales = new Map();
  const scaled = (element) => {
    if (!element) return 1;
    const known = scales.get(element);
    if (known !== undefined) return known;
    const { transform, scale } = getComputedStyle(element);
    const { a, b } = transform === "none" ? { a: 1, b: 0 } : new DOMMatrix(transform);
    const own = Math.hypot(a, b) * (scale === "none" ? 1 : parseFloat(scale));
    const all = own * scaled(element.parentElement);
    scales.set(element, all);
    return all;
  };
  const scaleOf = (element) => {
    const drawn = element.closest("svg text")?.getScreenCTM();
    return drawn ? Math.hypot(drawn.a, drawn.b) : scaled(element);
  };
  const walker = document.createTreeWalker(document.querySelector(".board") ?? new Text(), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest(".hidden, title, option, script, style")) continue;
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const written = parseFloat(getComputedStyle(element).fontSize);
    // What is written in none is not seen.
    const size = written * scaleOf(element);
    if (written && size < SMALLEST_LETTERS - SLACK) {
      const where = `${element.closest("[class]")?.getAttribute("class").replace(/ svelte-\w+/g, "")}`;
      faults.add(`"${node.data.trim().slice(0, 40)}" is written in ${size.toFixed(1)} px (${where})`);
    }
  }
  return [...faults];
}

/** Runs in the page: letters on the dark sky that are too dark for it, whatever the theme (WCAG 2.2, contrast). */
export function dim() {
  const [LEAST, SKY] = [4.5, [8, 12, 24]];
  const light = (colour) =>
    colour
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, index) => sum + part * [0.2126, 0.7152, 0.0722][index], 0);
  const faults = new Set();
  for (const element of document.querySelectorAll("main .sky :is(b, small, .sum, .chunk, .figures > span, .ship)")) {
    const colour = getComputedStyle(element).color.match(/[\d.]+/g).slice(0, 3).map(Number);
    const contrast = (light(colour) + 0.05) / (light(SKY) + 0.05);
    if (contrast < LEAST) faults.add(`"${element.textContent.trim()}" has a contrast of ${contrast.toFixed(1)} to the sky`);
  }
  return [...faults];
}

/** Runs in the page: what of the own mat lies over something else of it, leaves it, or is cut off. */
export function matted() {
  const faults = new Set();
  const front = document.querySelector("main section.front");
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const named = (element) => `${element.getAttribute("class")?.replace(/ ?svelte-\w+/g, "") ?? element.tagName} "${element.textContent.trim().slice(0, 20)}"`;
  const parts = [...front.querySelectorAll("h2, .mat-name, .stats > span, .supply button, .track .slots i, .track .gain, .beside > *")].filter(seen);
  const boxes = parts.map((element) => [element, element.getBoundingClientRect()]);
  for (const [index, [one, a]] of boxes.entries()) {
    for (const [other, b] of boxes.slice(index + 1)) {
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (width > 1 && height > 1) faults.add(`one over the other by ${width.toFixed(0)}x${height.toFixed(0)} px: ${named(one)} and ${named(other)}`);
    }
    const edge = front.getBoundingClientRect();
    if (a.left < edge.left - 1 || a.right > Math.min(edge.right, innerWidth) + 1) faults.add(`${named(one)} leaves the mat: from ${a.left.toFixed(0)} to ${a.right.toFixed(0)} px`);
  }
  for (const element of front.querySelectorAll(".stats b, .stats strong, .supply b, .gain, .slots i")) {
    const range = document.createRange();
    range.selectNodeContents(element);
    const [letters, box] = [range.getBoundingClientRect(), element.getBoundingClientRect()];
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    if (lines > 1 && element.matches("i, b, strong")) faults.add(`${named(element)} goes on in another line`);
    if (letters.width > box.width + 2) faults.add(`${named(element)} is wider than its place`);
  }
  return [...faults];
}

/** Runs in the page: marks of a technology's place that lie over a name, words or signs, its own or another's, or leave their card. */
export function covered() {
  const faults = new Set();
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const named = (element) => element.textContent.trim().replace(/\s+/g, " ").slice(0, 30);
  const boxes = (selector) => [...document.querySelectorAll(selector)].filter(seen).map((each) => [each, each.getBoundingClientRect()]);
  const read = boxes("main .slot .name b, main .slot .does, main .slot .drawn, main .slot .space");
  for (const [mark, a] of boxes("main .slot :is(.place, .enough, .researchers, .type)")) {
    const slot = mark.closest(".slot");
    for (const [other, b] of read) {
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (width > 1 && height > 1) faults.add(`a ${mark.className.split(" ")[0]} of "${named(slot)}" lies over "${named(other)}"`);
    }
    const edge = slot.getBoundingClientRect();
    if (a.left < edge.left - 1 || a.right > edge.right + 1 || a.top < edge.top - 1 || a.bottom > edge.bottom + 1)
      faults.add(`a ${mark.className.split(" ")[0]} of "${named(slot)}" leaves its card`);
  }
  return [...faults];
}

/** Runs in the page: what of the boards and of the own mat is not in the window, or lies behind something, on a usual desk and larger ones. */
export function parted() {
  if (innerWidth < 1440 || innerHeight < 900) return [];
  scrollTo(0, 0);
  const faults = new Set();
  for (const each of document.querySelectorAll("main .slot, main .location, main .claim, main section.front, main section.front :is(.supply button, .track), #question")) {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const what = `"${each.textContent.trim().replace(/\s+/g, " ").slice(0, 30)}" (${each.className.split(" ")[0]})`;
    if (top < 0 || left < 0 || bottom > innerHeight + 1 || right > innerWidth + 1) faults.add(`${what} ends ${(bottom - innerHeight).toFixed(0)} px below the window`);
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    if (there && !each.contains(there) && !there.contains(each)) faults.add(`${what} lies behind ${there.tagName} ${there.className}`);
  }
  return [...faults];
}

/** Runs in the page: on a large screen, the half of a table in which what is looked at ends long before the window does. */
export function idle() {
  const LEAST = 0.75;
  const { left, width } = document.querySelector("main").getBoundingClientRect();
  const pieces = [...document.querySelectorAll("main :is(.card, .die, .slot, .location, .claim, .mat)")].map((each) => each.getBoundingClientRect());
  return ["left", "right"].flatMap((half, index) => {
    const there = pieces.filter((each) => each.left + each.width / 2 < left + width / 2 === (index === 0));
    const used = Math.max(0, ...there.map(({ bottom }) => bottom)) / innerHeight;
    return used < LEAST ? [`the ${half} half of the table ends at ${(100 * used).toFixed(0)} % of the window`] : [];
  });
}

/** Runs in the page: whether the own mat and the question are both in sight, on a phone and on a usual desk. */
export function apart() {
  const phone = innerWidth <= 860 && innerHeight >= 640;
  if (!phone && (innerWidth <= 860 || innerHeight < 850)) return [];
  return [["#question", "the question"], ["main section.front .mat", "the own mat"]].flatMap(([wanted, what]) => {
    const found = document.querySelector(wanted)?.getBoundingClientRect();
    if (!found) return [`there is no ${what}`];
    const { top, bottom } = found;
    return top < 0 || bottom > innerHeight ? [`${what} is out of sight: from ${top.toFixed(0)} to ${bottom.toFixed(0)} px`] : [];
  });
}

/** Runs in the page: figures of players that leave the window as the table is scrolled, or lie behind something. */
export function unseen() {
  const standings = document.querySelector("main .standings");
  const desk = innerWidth > 860;
  // On a phone one's own mat stays in sight, and in Roll the opponents' column does; on a large desk all panels are seen at once.
  if (!standings) {
    if (!desk || !document.querySelector("main .location, main .opponents")) return [];
    const panels = [...document.querySelectorAll("main .opponents > section")];
    if (!panels.length) return ["nothing says what everybody has"];
    return panels.flatMap((panel) => {
      const parts = [...panel.querySelectorAll(".stats > span:not(.chosen), strong")];
      const lost = parts.filter((part) => {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        return !panel.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
      });
      const few = parts.length < 5 ? [`only ${parts.length} figures of "${panel.ariaLabel}"`] : [];
      return [...few, ...lost.map((part) => `"${part.textContent.trim()}" of "${panel.ariaLabel}" is out of sight`)];
    });
  }
  if (getComputedStyle(standings).position !== "sticky") return desk ? ["what everybody has is scrolled away"] : [];
  const faults = new Set();
  for (const to of [0, document.documentElement.scrollHeight]) {
    scrollTo(0, to);
    // What one has oneself stands on one's own mat, where that stays in sight.
    for (const of of [...standings.querySelectorAll("li")].filter((each) => each.checkVisibility())) {
      const parts = [...of.querySelectorAll(".figures > span, strong")];
      if (parts.length < 4) faults.add(`only ${parts.length} figures of "${of.textContent.trim()}"`);
      for (const part of parts) {
        const { left, right, top, bottom } = part.getBoundingClientRect();
        const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (!of.contains(there)) faults.add(`"${part.textContent.trim()}" of "${of.title}" is out of sight, scrolled to ${to ? "the end" : "the top"}`);
      }
    }
  }
  scrollTo(0, 0);
  return [...faults];
}

/** Runs in the page: what can be pressed now on a phone and is smaller than a finger, and boards that are no press away. */
export function fiddly() {
  const FINGER = 40;
  if (innerWidth > 860) return [];
  const faults = new Set();
  const pressed = [...document.querySelectorAll("main button.can, main nav button")];
  for (const button of pressed) {
    const { width, height } = button.getBoundingClientRect();
    if (Math.min(width, height) < FINGER - 0.5) faults.add(`"${button.textContent.trim()}" can be pressed at ${width.toFixed(0)}x${height.toFixed(0)} px`);
  }
  const ways = document.querySelectorAll("main nav button");
  if (ways.length < 4) faults.add(`${ways.length} boards are a press away`);
  for (const board of document.querySelectorAll("main [data-board]")) {
    const way = [...ways].find(({ dataset }) => dataset.to === board.dataset.board);
    const asked = board.querySelector("button.can") !== null;
    if (way?.classList.contains("asked") !== asked) faults.add(`the way to "${board.dataset.board}" says that something can be chosen there: ${!asked}`);
  }
  return [...faults];
}

/** Runs in the page: what a question on a phone lights and nobody sees, parts of the table that do not say it, and a sheet with more than it needs. */
export function sought() {
  const faults = [];
  const LIT = ":is(button.can, [role=button].place)";
  const [ways, sheet] = [document.querySelector("main nav"), document.querySelector("#prompt").getBoundingClientRect()];
  if (!ways) return ["no part of the table is a press away"];
  for (const way of ways.querySelectorAll("button")) {
    const asked = document.querySelector(`main [data-board=${way.dataset.to}] ${LIT}`) !== null;
    if (way.classList.contains("asked") !== asked) faults.push(`the way to "${way.dataset.to}" says that something can be chosen there: ${!asked}`);
  }
  const lit = document.querySelector(`main [data-board] ${LIT}`);
  const { top, bottom } = lit?.getBoundingClientRect() ?? {};
  const [from, to] = [ways.getBoundingClientRect().bottom, sheet.top];
  // A click before may have moved the page by a few pixels: its frame alone is then behind the row above.
  if (lit && (top < from - 8 || Math.min(bottom, top + 60) > to))
    faults.push(`"${lit.textContent.trim().slice(0, 30) || lit.ariaLabel}" is asked about from ${top.toFixed(0)} to ${bottom.toFixed(0)} px, and ${from.toFixed(0)} to ${to.toFixed(0)} px are seen`);
  const go = document.querySelector(".prompt .go");
  if (!go?.checkVisibility()) faults.push("the button that answers is not seen");
  const icons = [...document.querySelectorAll(".asides button")].map((button) => button.getBoundingClientRect().top);
  if (icons.length < 2 || new Set(icons).size > 1) faults.push(`what is asked about a question is not one row: ${icons}`);
  return faults;
}

/** Runs in the page: why what has the focus is not seen. */
export function hidden() {
  const focused = document.activeElement;
  const named = `"${(focused.getAttribute("aria-label") ?? focused.textContent).trim().replace(/\s+/g, " ").slice(0, 40)}"`;
  // What has several lines, or is wider than the window, is seen by its beginning.
  const { left, right, top, bottom } = focused.getClientRects()[0];
  const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2];
  if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth)
    return `${named} has the focus and is out of sight: from ${top.toFixed(0)} to ${bottom.toFixed(0)} px`;
  const there = document.elementFromPoint(x, y);
  return focused.contains(there) || there?.contains(focused) ? "" : `${named} has the focus and lies behind ${there?.tagName} ${there?.className}`;
}

/** Runs in the page: names and numbers that only programs know. */
export function inner() {
  const PROGRAMS = [/\b[Ss]lot (I+V?\d|[AB]\d)/, /スロット(I+V?\d|[AB]\d)/, /IIII/, /\bafter event \d/, /\bstart world \d \(/, /\bfaction \d/, /\$0\b/, /\b(undefined|NaN)\b/, /(.+), \1, and \1/, /-\d+ VP in the pool/];
  const texts = [document.body.innerText, ...[...document.querySelectorAll("[title]")].map(({ title }) => title)];
  return PROGRAMS.flatMap((pattern) => {
    const text = texts.find((each) => pattern.test(each));
    return text ? [`only programs know "${pattern.exec(text)[0]}"`] : [];
  });
}

/** Runs in the page: text of the lobby or of a form that leaves its card, and whether the way on is in sight. */
export function spilled() {
  const faults = new Set();
  const seen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  for (const box of document.querySelectorAll("main .table, main .game, main .panel, main .presets > button, main > .hello")) {
    const { left, right } = box.getBoundingClientRect();
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.data.trim() || element.closest(".hidden, svg, option, .name") || !seen(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rect = range.getBoundingClientRect();
      if (rect.right > right + 1 || rect.left < left - 1) faults.add(`"${node.data.trim().slice(0, 40)}" leaves its card`);
    }
  }
  for (const button of document.querySelectorAll("form > .play")) {
    const { top, bottom } = button.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) faults.add("the button that opens the table is out of sight");
  }
  for (const section of document.querySelectorAll("main > section"))
    if (!section.querySelector("li, a")) faults.add(`nothing stands under "${section.textContent.trim()}"`);
  return [...faults];
}
