"""What every room may need, and none is about: files, bars, processes, words, extras.

`writing` replaces a file as a whole, `progress` shows a bar for long work and does it in several
processes, `background` answers a page in a thread, `phrases` joins and quotes words, `extras` says
how to install what is missing, `in_browser` fetches large packages when a browser's Python first
imports them.
"""
