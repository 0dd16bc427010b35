"""Never gets to define anything."""

# verdict: timeout
# points: 0

while True:
    pass
