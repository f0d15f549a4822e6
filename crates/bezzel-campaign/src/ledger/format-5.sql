-- The number of withdrawals, and their checksums joined by exclusive or. Each write of a
-- withdrawal changes this row in the same transaction, so that a loss is noticed.
CREATE TABLE stored_withdrawals (
    withdrawals INTEGER NOT NULL,
    checksums INTEGER NOT NULL
) STRICT;
INSERT INTO stored_withdrawals VALUES (0, 0);

-- The constraint of the plan, as text. The table of a campaign without a constraint is empty.
CREATE TABLE board (text TEXT NOT NULL) STRICT;
CREATE TRIGGER the_board_stays BEFORE UPDATE ON board
BEGIN SELECT raise(ABORT, 'a ledger belongs to one campaign'); END;
