// A game of Race's shape for two, as somebody would write it on boardgame.io: README.md says what it is and is not.
//
// A round goes through five phases; in each both seats are asked once, with every legal option. Options and events are
// facts, as ours are: ids and numbers, no sentences.

// As `boardgame.io/core` has it; so the game runs where nothing is installed, for its tests.
const INVALID_MOVE = 'INVALID_MOVE';

const DECK = 114;
const SEATS = 2;
const FIRST_HAND = 5;
const MOST_IN_HAND = 10;
const MOST_IN_TABLEAU = 12;
const CHIPS = 24;
const EXPLORED = 3;
const TRADED_FOR = 2;
const PHASES = ['explore', 'develop', 'settle', 'consume', 'produce'];
const GOODS = ['novelty', 'rare', 'genes', 'alien'];

const isWorld = (id) => id % 2 === 1;
const makesGoods = (id) => isWorld(id) && id % 3 === 0;
const isWindfall = (id) => isWorld(id) && id % 3 === 1;
const costOf = (id) => id % 7;

/** How a card stands in the state: as its number, its text being elsewhere, or with all that is printed on it. */
const CARDS = {
  ids: { card: (id) => id, idOf: (card) => card },
  objects: {
    card: (id) => ({
      id,
      name: `Card number ${id}`,
      kind: isWorld(id) ? 'world' : 'development',
      cost: costOf(id),
      points: id % 4,
      good: makesGoods(id) || isWindfall(id) ? GOODS[id % GOODS.length] : null,
      military: id % 5 === 0,
      powers: [
        { phase: 'settle', kind: 'discount', amount: 1 },
        { phase: 'produce', kind: 'good', amount: 1 },
      ],
    }),
    idOf: (card) => card.id,
  },
};

/** The game, with its cards as `ids` or as `objects`. */
export function raceShaped(cards) {
  const { card, idOf } = CARDS[cards];

  const option = (id) => ({ id: String(id), component: `card_${id}` });

  /** What a seat may do in a phase: the cards that it can afford, the goods that it can trade, and so on. */
  const options = (empire, phase) => {
    const affordable = (id) => costOf(id) < empire.hand.length;
    switch (phase) {
      case 'explore':
        return empire.seen.map((each) => option(idOf(each)));
      case 'develop':
        return empire.hand.map(idOf).filter((id) => !isWorld(id) && affordable(id)).map(option);
      case 'settle':
        return empire.hand.map(idOf).filter((id) => isWorld(id) && affordable(id)).map(option);
      case 'consume':
        return Object.keys(empire.goods).map(option);
      default:
        return empire.tableau.map(idOf).filter((id) => isWindfall(id) && !empire.goods[id]).map(option);
    }
  };

  /** Ask a seat: everything that it may answer, in the state, as ours is in the standing of a table. */
  const ask = (G, seat, random) => {
    const empire = G.empires[seat];
    const phase = PHASES[Math.floor(G.choices / SEATS) % PHASES.length];
    G.phase = phase;
    if (phase === 'explore') empire.seen = draw(G, EXPLORED, random);
    const offered = options(empire, phase);
    const least = phase === 'explore' ? Math.min(1, offered.length) : 0;
    G.prompt = { id: `${G.choices}.${seat}`, seat, kind: phase, least, most: Math.min(1, offered.length), options: offered };
  };

  const draw = (G, count, random) => {
    if (G.deck.length < count) {
      G.deck.push(...random.Shuffle(G.discards));
      G.discards = [];
      tell(G, null, 'reshuffled', { cards: G.deck.length });
    }
    return G.deck.splice(-count);
  };

  const tell = (G, seat, kind, facts) => G.events.push({ number: (G.told += 1), seat, kind, facts });

  const takeFromHand = (empire, id) => empire.hand.splice(empire.hand.findIndex((each) => idOf(each) === id), 1)[0];

  const place = (G, seat, id) => {
    const empire = G.empires[seat];
    const placed = takeFromHand(empire, id);
    const paid = empire.hand.splice(0, costOf(id));
    G.discards.push(...paid);
    empire.tableau.push(placed);
    if (isWindfall(id)) empire.goods[id] = GOODS[id % GOODS.length];
    tell(G, seat, 'placed', { card: `card_${id}`, cost: paid.length });
    if (empire.tableau.length > MOST_IN_TABLEAU) {
      const [oldest] = empire.tableau.splice(1, 1);
      delete empire.goods[idOf(oldest)];
      G.discards.push(oldest);
    }
  };

  const ACTS = {
    explore: (G, seat, id) => {
      const empire = G.empires[seat];
      const [kept, left] = [empire.seen.filter((each) => idOf(each) !== id), empire.seen.filter((each) => idOf(each) === id)];
      empire.hand.push(...kept);
      G.discards.push(...left);
      empire.seen = [];
      tell(G, seat, 'explored', { kept: kept.length, drawn: kept.length + left.length });
    },
    develop: place,
    settle: place,
    consume: (G, seat, id, random) => {
      const empire = G.empires[seat];
      delete empire.goods[id];
      if (G.pool) {
        G.pool -= 1;
        empire.chips += 1;
      }
      empire.hand.push(...draw(G, TRADED_FOR, random));
      tell(G, seat, 'traded', { card: `card_${id}`, cards: TRADED_FOR });
    },
    produce: (G, seat, id) => {
      G.empires[seat].goods[id] = GOODS[id % GOODS.length];
      tell(G, seat, 'produced', { card: `card_${id}` });
    },
  };

  /** What happens to a seat in a phase whatever it answered. */
  const settleUp = (G, seat, phase) => {
    const empire = G.empires[seat];
    if (phase === 'produce') {
      const worlds = empire.tableau.map(idOf).filter((id) => makesGoods(id) && !empire.goods[id]);
      for (const id of worlds) {
        empire.goods[id] = GOODS[id % GOODS.length];
        tell(G, seat, 'produced', { card: `card_${id}` });
      }
      if (seat === SEATS - 1) G.round += 1;
    }
    while (empire.hand.length > MOST_IN_HAND) G.discards.push(empire.hand.shift());
  };

  const choose = ({ G, ctx, random }, picks) => {
    const seat = Number(ctx.currentPlayer);
    const { kind, least, most, options: offered } = G.prompt;
    const known = picks.every((pick) => offered.some((each) => each.id === pick));
    if (!known || picks.length < least || picks.length > most) return INVALID_MOVE;
    G.events = [];
    if (picks.length) ACTS[kind](G, seat, Number(picks[0]), random);
    else tell(G, seat, 'passed', { phase: kind });
    settleUp(G, seat, kind);
    G.choices += 1;
    ask(G, 1 - seat, random);
  };

  return {
    name: 'game',
    setup: ({ random }) => {
      const deck = random.Shuffle(Array.from({ length: DECK }, (_, id) => card(id)));
      const empire = () => ({ hand: deck.splice(0, FIRST_HAND), tableau: deck.splice(0, 1), goods: {}, chips: 0, seen: [] });
      const empires = Array.from({ length: SEATS }, empire);
      const G = { deck, discards: [], empires, pool: CHIPS, phase: '', round: 1, choices: 0, told: 0, events: [], prompt: null };
      ask(G, 0, random);
      return G;
    },
    moves: { choose },
    // A seat sees its own hand, counts of all else that is secret, and the prompt that it is asked.
    playerView: ({ G, playerID }) => ({
      ...G,
      deck: G.deck.length,
      discards: G.discards.length,
      empires: G.empires.map((empire, seat) =>
        String(seat) === playerID ? empire : { ...empire, hand: empire.hand.length, seen: empire.seen.length },
      ),
      prompt: String(G.prompt.seat) === playerID ? G.prompt : null,
    }),
    turn: { minMoves: 1, maxMoves: 1 },
    minPlayers: SEATS,
    maxPlayers: SEATS,
    disableUndo: true,
  };
}

/** Some legal answer of a prompt. */
export function anyPicks({ options, least, most }) {
  const count = least + Math.floor(Math.random() * (most - least + 1));
  return count ? [options[Math.floor(Math.random() * options.length)].id] : [];
}
