"""Questions in a notebook that keep their answer until one is given: `predict`.

`prediction` has the widget, `answer_kinds` the kinds of answer that it may ask for.
"""

from futoshiki_lab.classroom.ask.prediction import Prediction as Prediction, predict as predict
