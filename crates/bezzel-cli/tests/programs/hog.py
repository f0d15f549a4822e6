boards = []
while True:
    boards.append(bytearray(1 << 20))
