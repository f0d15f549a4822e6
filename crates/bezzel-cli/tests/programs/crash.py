print(1)
x = y
