-- The number of withdrawals, and their checksums joined by exclusive or. Each write of a
-- withdrawal changes this row in the same transaction, so that a loss is noticed.
CREATE TABLE stored_withdrawals (
    withdrawals INTEGER NOT NULL,
    checksums INTEGER NOT NULL
) STRICT;
INSERT INTO stored_withdrawals VALUES (0, 0);
