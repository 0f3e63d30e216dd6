// Goofspiel's board: prizes in the middle, a fan of bids for who plays, a line for each player.

/** Make an element with a class, text and children. */
function made(tag, className, ...children) {
  const element = document.createElement(tag);
  element.className = className;
  element.append(...children);
  return element;
}

/** What the page calls once: draw into `place`, with what `tools` can name and do. */
export default function board(place, tools) {
  const style = document.createElement("link");
  style.rel = "stylesheet";
  style.href = new URL("board.css", import.meta.url).href; // beside this module, under the same address
  const cloth = made("div", "cloth");
  place.replaceChildren(style, cloth);

  const field = (name) => tools.message(`field-${name}`);
  const prizes = (title, ids) =>
    made("section", "prizes", made("h3", "", field(title)), ...ids.map((id) => made("span", "prize", tools.name(id))));

  function bid(card, prompt) {
    const option = prompt?.options.find(({ stands }) => stands.includes(card.id));
    const button = made("button", "bid", String(card.value));
    button.type = "button";
    button.disabled = !option;
    if (option) {
      button.setAttribute("aria-label", option.text);
      button.setAttribute("aria-pressed", String(option.picked));
      button.addEventListener("click", () => tools.pick(option.id));
    }
    return button;
  }

  function player({ seat, points, won, spent, hand }, { viewer, prompt }) {
    const line = made("section", seat === viewer ? "player own" : "player");
    line.append(
      made("h3", "", tools.player(seat)),
      made("p", "points", `${points} ${field("points")}`),
      made("p", "won", ...won.map((id) => made("span", "prize", tools.name(id)))),
      made("p", "spent", `${field("spent")}: ${spent.map(({ value }) => value).join(" ") || "–"}`),
    );
    if (seat === viewer) line.append(made("div", "hand", ...hand.map((card) => bid(card, prompt))));
    return line;
  }

  return {
    /** What the page calls whenever the table or the question changes. */
    update(table) {
      const { view } = table;
      const focused = place.activeElement?.textContent;
      cloth.replaceChildren(
        made("p", "round", `${field("round")} ${view.round}/${view.rounds}`),
        prizes("prizes", view.prizes),
        ...view.players.map((each) => player(each, table)),
        prizes("deck", view.deck),
      );
      [...cloth.querySelectorAll(".bid")].find(({ textContent }) => textContent === focused)?.focus();
    },
  };
}
