'''Draws tables: one small module for each game, found by the type of the game's view.

To draw a game, add `clients/terminal/galaxytables_terminal/drawing/<game>.py` with one public name, `DRAWING`:

    from galaxytables.race.v1.race_pb2 import RaceView

    def draw(view: RaceView, look: Look) -> Picture:
        """Draw the table."""
        return Picture(
            headline=look.say("draw-round", round=view.round),    # the status line; words in words/<language>/*.ftl
            figures={seat.number: f"{seat.vp} VP" for seat in view.seats},    # the list of players
            areas=[                                               # the table, top to bottom
                Area(look.say("race-hand", cards=len(view.hand)), [
                    Spot(line(look.catalogue.get(card.component), look), card.component, ids=(card.id,))
                    for card in view.hand
                ]),
                Area("", body=rich.table.Table(...)),             # anything that rich can render
            ],
        )

    def line(component: Component, look: Look) -> Text:
        """Write a card in one line of at most `look.width` columns."""

    DRAWING = Drawing(RaceView, draw, line)

Everything else is done by the client: the cursor that walks over the spots, the details of the component under
it, the numbers of options before the spots that they stand for (`ids`: pieces and places of the view), picking them
there, the prompt itself, log, clocks and scores. What is drawn within a line, such as a die, is marked by the
drawing: `look.marks.beside(die.id)`. `look` holds the component catalogue, the names of the seats, who looks, the
words of the player's language and the width of an area in columns. A drawing is a pure function, knows no rules, and
says nothing by colour alone; it measures text in cells (`cells`). Spots that are short are set side by side; one that
is as long as the area is wide has a line to itself.

What is too much for one module goes into others beside it, `<game>_<part>.py`.

A game without a drawing is drawn field by field (`generic`).
'''
