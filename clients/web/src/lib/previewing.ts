/** Whatever names or draws a component shows it large: under the mouse, by a long press, by a key. */

/** What carries the id of a component: `data-shows`. */
const SHOWS = "[data-shows]";
/** For so many milliseconds the mouse rests on it, or a finger presses it. */
const REST = 450;
const PRESS = 500;
/** Whoever looks at one card looks at the next one, too. */
const NEXT = 120;
/** What is drawn in signs alone is told in words as soon as the mouse does not only pass by, and when keys reach it. */
const AT_ONCE = "[data-at-once]";
const PASSES = 60;
/** A finger that moves farther scrolls. */
const FAR = 10;
/** The key that shows what has the focus, or what the mouse is on. */
export const KEY = "i";

export interface Previewing {
  show(component: string, by: HTMLElement): void;
  hide(): void;
  shown(): boolean;
}

/** Let everything within an element be shown large; returns what ends it. */
export function previewing(root: HTMLElement, { show, hide, shown }: Previewing): () => void {
  const ends = new AbortController();
  let over: HTMLElement | undefined;
  let pressed: { x: number; y: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const found = (target: EventTarget | null) =>
    target instanceof Element ? (target.closest<HTMLElement>(SHOWS) ?? undefined) : undefined;
  const showNow = (by: HTMLElement | undefined) => {
    const component = by?.dataset["shows"];
    if (by?.isConnected && component) show(component, by);
  };
  const wait = (by: HTMLElement, milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => showNow(by), milliseconds);
  };
  const on = <Kind extends keyof HTMLElementEventMap>(
    kind: Kind,
    act: (event: HTMLElementEventMap[Kind]) => void,
    options: AddEventListenerOptions = {},
  ) => root.addEventListener(kind, act, { signal: ends.signal, ...options });

  // What comes to lie under a mouse that stands still is not looked at.
  on("pointermove", ({ target, pointerType, buttons, clientX, clientY }) => {
    if (pointerType !== "mouse") {
      if (pressed && Math.hypot(clientX - pressed.x, clientY - pressed.y) > FAR) lift();
      return;
    }
    const by = found(target);
    if (by === over) return;
    over = by;
    clearTimeout(timer);
    if (!by) hide();
    else if (!buttons) wait(by, by.matches(AT_ONCE) ? PASSES : shown() ? NEXT : REST);
  });
  on("pointerleave", ({ pointerType }) => {
    if (pointerType !== "mouse") return;
    over = undefined;
    clearTimeout(timer);
    hide();
  });
  on("pointerdown", (event) => {
    clearTimeout(timer);
    const by = found(event.target);
    if (event.pointerType === "mouse" || !by) return;
    pressed = { x: event.clientX, y: event.clientY };
    wait(by, PRESS);
  });
  for (const kind of ["pointerup", "pointercancel"] as const) on(kind, lift);
  function lift(): void {
    if (pressed) clearTimeout(timer);
    pressed = undefined;
  }
  on("focusin", ({ target }) => {
    const by = found(target);
    if (by?.matches(`${AT_ONCE}:focus-visible`)) showNow(by);
  });
  on("focusout", hide);
  // A long press, and the other button of a mouse: what can be picked is shown, and not picked.
  on("contextmenu", (event) => {
    const by = found(event.target);
    if (!by) return;
    event.preventDefault();
    clearTimeout(timer);
    showNow(by);
  });
  on(
    "click",
    (event) => {
      // A finger that is lifted from what it has made large picks nothing.
      if (!shown() || (event as PointerEvent).pointerType !== "touch") return;
      event.stopPropagation();
      event.preventDefault();
    },
    { capture: true },
  );
  addEventListener(
    "keydown",
    (event) => {
      const typing = (event.target as Element).closest?.("input, select, textarea, dialog");
      if (event.key !== KEY || event.ctrlKey || event.metaKey || event.altKey || event.repeat || typing) return;
      if (shown()) return hide();
      showNow(found(document.activeElement) ?? over);
    },
    { signal: ends.signal },
  );
  return () => {
    clearTimeout(timer);
    ends.abort();
  };
}
