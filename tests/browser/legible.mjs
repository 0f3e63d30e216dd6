// What a reader of a page cannot read or touch: text that is cut off or covered, targets too small for a finger.

/** Runs in the page. Says each fault once, with the text and where it stands. */
export function illegible() {
  // Rounding, and what letters lean over their box.
  const SLACK = 1.5;
  // WCAG 2.2, target size (minimum).
  const TARGET = 24;
  const SMALLEST_LETTERS = 8;
  const faults = new Set();
  const names = ({ classList }) =>
    [...classList].filter((name) => !name.startsWith("svelte-")).map((name) => `.${name}`);
  const where = (element) => {
    const path = [];
    for (let at = element; at && at !== document.body && path.length < 4; at = at.parentElement)
      path.unshift(at.tagName.toLowerCase() + names(at).join(""));
    return path.join(" > ");
  };
  const hides = (style) => style.clipPath !== "none" || style.fontSize === "0px";
  const hidden = new Map();
  const isHidden = (element) => {
    if (!element) return false;
    if (!hidden.has(element)) hidden.set(element, hides(getComputedStyle(element)) || isHidden(element.parentElement));
    return hidden.get(element);
  };
  const visible = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && !isHidden(element);

  const scrolledAside = (element) => element && (element.scrollLeft > 0 || scrolledAside(element.parentElement));

  const width = Math.min(innerWidth, screen.width);
  if (document.documentElement.scrollWidth > width)
    faults.add(`the page is ${document.documentElement.scrollWidth} px wide on a screen of ${width} px`);

  // Rows of cards go on sideways; what is read goes on below.
  for (const element of document.querySelectorAll(".prompt, .prompt *, .pane *, form *")) {
    const { overflowX, display } = getComputedStyle(element);
    if (
      display !== "inline" &&
      /auto|scroll/.test(overflowX) &&
      element.scrollWidth > element.clientWidth + SLACK &&
      !element.matches("input")
    )
      faults.add(`scrolls sideways: ${where(element)}`);
  }

  const texts = [];
  // Nobody reads what lies behind a question.
  const read = document.querySelector("dialog:modal") ?? document.body;
  const walker = document.createTreeWalker(read, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("svg, option, title") || !visible(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const rects = [...range.getClientRects()].filter(
      ({ width, height, right }) => width > 0.5 && height > 0.5 && right > 0,
    );
    if (rects.length)
      texts.push({
        element,
        rects,
        text: node.data.trim().slice(0, 60),
        size: parseFloat(getComputedStyle(element).fontSize),
      });
  }

  for (const { element, rects, text, size } of texts) {
    const tell = (what) => faults.add(`${what}: "${text}" in ${where(element)}`);
    const off = -Math.min(...rects.map(({ left }) => left));
    if (off > SLACK && !scrolledAside(element)) tell(`off the left edge by ${off.toFixed(1)} px`);
    if (size < SMALLEST_LETTERS) tell(`letters of ${size.toFixed(1)} px`);
    const beyond = ({ left, right }) =>
      Math.max(...rects.map((rect) => Math.max(rect.right - right, left - rect.left)));
    // The lines of a text are higher than its letters.
    const below = ({ top, bottom }) =>
      Math.max(...rects.map((rect) => (rect.height - size) / -2 + Math.max(rect.bottom - bottom, top - rect.top)));
    let own = true;
    for (let at = element; at !== document.body; at = at.parentElement) {
      const { display, overflowX, overflowY } = getComputedStyle(at);
      if (display === "inline" || display === "contents") continue;
      const box = at.getBoundingClientRect();
      const scrolls = /auto|scroll/.test(overflowX + overflowY);
      if (beyond(box) > SLACK && (own || /hidden|clip/.test(overflowX)))
        tell(`cut off or out of its box by ${beyond(box).toFixed(1)} px`);
      else if (below(box) > SLACK && /hidden|clip/.test(overflowY))
        tell(`cut off below by ${below(box).toFixed(1)} px`);
      else if (!scrolls) {
        own = false;
        continue;
      }
      // Further out lies what is scrolled, or what has been told.
      break;
    }
  }

  const layer = (element) => {
    const over = element.closest("[popover], .prompt.open, details > .panel, form > .play, main > .doing");
    // The row in front stays where the table is scrolled behind it; so do the others' figures, what steps through the past, and
    // what goes on from a waiting room.
    const front = element.closest("section.front, .standings, aside footer, section.go, form > .go, .places, #crosstable .points");
    return over ?? (front && ["sticky", "fixed"].includes(getComputedStyle(front).position) ? front : null);
  };
  const inSight = ({ element, left, right, top, bottom }) => {
    for (let at = element; at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflow === "visible") continue;
      const box = at.getBoundingClientRect();
      if (right < box.left || left > box.right || bottom < box.top || top > box.bottom) return false;
    }
    return true;
  };
  const lines = texts.flatMap(({ element, rects, text, size }) =>
    rects.map(({ left, right, top, height }) => {
      const middle = top + height / 2;
      return { element, text, left, right, top: middle - size * 0.4, bottom: middle + size * 0.4 };
    }),
  );
  lines.sort((one, other) => one.top - other.top);
  for (const [index, one] of lines.entries())
    for (const other of lines.slice(index + 1)) {
      if (other.top > one.bottom - 1) break;
      const common = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      if (common <= SLACK || one.element === other.element || layer(one.element) !== layer(other.element)) continue;
      if (inSight(one) && inSight(other))
        faults.add(`one over the other: "${one.text}" and "${other.text}" in ${where(one.element)}`);
    }

  const inSentence = (element) => {
    let at = element;
    if (!getComputedStyle(at).display.startsWith("inline")) return false;
    do {
      const { childNodes } = at.parentElement;
      if ([...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim())) return true;
      at = at.parentElement;
    } while (getComputedStyle(at).display === "inline");
    return false;
  };
  for (const element of document.querySelectorAll("a[href], button, input, select, summary, [role=button]")) {
    const target = element.matches("[type=checkbox], [type=radio]") ? (element.closest("label") ?? element) : element;
    const { width, height, right } = target.getBoundingClientRect();
    if (!width || right <= 0 || !visible(element) || inSentence(element)) continue;
    if (Math.min(width, height) < TARGET - 0.5)
      faults.add(
        `a target of ${width.toFixed(0)}x${height.toFixed(0)} px: "${element.textContent.trim().slice(0, 40)}" in ${where(element)}`,
      );
  }
  return [...faults];
}

/** Runs in the page: what a reader of Japanese is told in words of the code. */
export function untranslated(kept) {
  const faults = new Set();
  for (const element of document.querySelectorAll("body *")) {
    if (element.closest("svg, script, style, code") || element.children.length) continue;
    const text = element.textContent.trim();
    if (/^[a-z][a-z_]+( [a-z_]+)*$/.test(text) && !kept.includes(text))
      faults.add(`not Japanese: "${text}" in ${element.tagName} ${element.className}`);
  }
  return [...faults];
}
