"""What a class needs: questions, drives, checked exercises, exams, a game, pages, a skeleton."""
