// Players of the Colyseus server, through its own client.
import { Client } from '@colyseus/sdk';

// As for boardgame.io.
const CHOICES_A_MATCH = 150;

/** Plays one match after another at one table; gives a promise of its first being in play. */
export async function keepTable({ server }, number, tally) {
  const begin = async () => {
    const over = async () => {
      await Promise.all(players.map((player) => player.room.leave()));
      await begin();
    };
    tally.matches += 1;
    const players = [];
    // Each listens before the next comes, since a state that nobody listens for is not told again.
    players.push(new Player(await new Client(`ws://${server}`).create('game'), 0, tally, over));
    const { roomId } = players[0].room;
    players.push(new Player(await new Client(`ws://${server}`).joinById(roomId), 1, tally, over));
    await Promise.all(players.map((player) => player.inPlay));
  };
  await begin();
}

class Player {
  constructor(room, seat, tally, over) {
    this.room = room;
    this.seat = seat;
    this.tally = tally;
    this.over = over;
    this.sent = 0;
    this.chosen = -1;
    this.inPlay = new Promise((resolve) => {
      room.onStateChange(({ choices }) => {
        resolve();
        this.told(choices);
      });
    });
  }

  told(choices) {
    if (choices <= this.chosen) return;
    this.chosen = choices;
    if (this.sent) {
      this.tally.accepted(this.sent);
      this.sent = 0;
      if (choices >= CHOICES_A_MATCH) {
        this.over();
        return;
      }
    }
    if (choices % 2 !== this.seat || choices >= CHOICES_A_MATCH) return;
    this.sent = performance.now();
    this.room.send('choose', {});
  }
}
