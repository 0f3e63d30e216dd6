"""`docs/reference/`, written from what the code declares: nothing stands there that is not said somewhere else.

`make reference` writes it anew; a test says when it is no longer what the code says.
"""
