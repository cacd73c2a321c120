"""A notebook becomes a page whose boards play: `python -m futoshiki_lab.classroom.pages`."""
