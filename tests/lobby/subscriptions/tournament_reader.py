"""Somebody who follows a tournament, and knows only what the stream says."""

from galaxytables.lobby.v1 import tournaments_pb2 as pb


class Reader:
    """Puts what is new in the place of what was there, as `tournaments.proto` says."""

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self.tournament = pb.Tournament()
        self.entrants: dict[int, pb.TournamentEntrant] = {}
        self.standings: dict[int, pb.TournamentStanding] = {}
        self.round = pb.TournamentRound()
        self.pairings: dict[int, pb.TournamentPairing] = {}

    def hears(self, changes: pb.TournamentChanges) -> None:
        if changes.whole:
            self._forget()
        if changes.HasField("tournament"):
            self.tournament = changes.tournament
        if changes.HasField("round"):
            if changes.round.number != self.round.number:
                self.pairings = {}
            self.round = changes.round
        self.entrants |= {each.number: each for each in changes.entrants}
        self.standings |= {each.entrant: each for each in changes.standings}
        self.pairings |= {each.number: each for each in changes.pairings}
        if not self.tournament.round_count:
            self.round, self.pairings = pb.TournamentRound(), {}
        self.pairings = {number: each for number, each in self.pairings.items() if number < self.round.pairing_count}
