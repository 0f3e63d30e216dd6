// The least that can be a game: a turn is one move, which counts.

export const counting = {
  name: 'game',
  setup: () => ({ choices: 0 }),
  moves: { choose: ({ G }) => ({ choices: G.choices + 1 }) },
  turn: { minMoves: 1, maxMoves: 1 },
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
};
