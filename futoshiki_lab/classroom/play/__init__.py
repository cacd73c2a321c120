"""A puzzle to play on: `Play`."""

from futoshiki_lab.classroom.play.game import Play as Play
