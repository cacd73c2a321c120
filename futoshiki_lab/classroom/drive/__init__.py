"""The learner is the search: `Drive`."""

from futoshiki_lab.classroom.drive.driving import Drive as Drive
