"""The study of docs/STUDY.md: which search costs least, on which puzzles, and by how much."""
