CREATE TABLE campaign (
    n INTEGER NOT NULL,
    plan_version INTEGER NOT NULL,
    units INTEGER NOT NULL,
    fingerprint TEXT NOT NULL
) STRICT;

-- Who may add results, and how many of them a unit needs; `src/policy.rs` has the meaning.
-- authors: 0 anyone, 1 anyone who signs, 2 those that are listed
CREATE TABLE policy (
    authors INTEGER NOT NULL CHECK (authors BETWEEN 0 AND 2),
    copies INTEGER NOT NULL,
    both_routes INTEGER NOT NULL CHECK (both_routes BETWEEN 0 AND 1),
    audit INTEGER NOT NULL,
    probation INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    -- Over these columns and the listed authors.
    checksum TEXT NOT NULL
) STRICT;

-- Public keys that signed results, or that the policy lists.
CREATE TABLE authors (
    id INTEGER PRIMARY KEY,
    key BLOB NOT NULL UNIQUE,
    name TEXT NOT NULL,
    listed INTEGER NOT NULL CHECK (listed BETWEEN 0 AND 1)
) STRICT;

-- Results that no longer count. NULL matches every result; since and until are times of receipt.
CREATE TABLE withdrawals (
    id INTEGER PRIMARY KEY,
    author BLOB,
    host TEXT,
    program TEXT,
    backend TEXT,
    since INTEGER,
    until INTEGER,
    reason TEXT NOT NULL,
    time INTEGER NOT NULL,
    undone INTEGER,
    -- Over all other columns.
    checksum TEXT NOT NULL
) STRICT;

-- Who counted.
CREATE TABLE origins (
    id INTEGER PRIMARY KEY,
    backend TEXT NOT NULL,
    program TEXT NOT NULL,
    host TEXT NOT NULL,
    run TEXT NOT NULL,
    UNIQUE (backend, program, host, run)
) STRICT;

-- Every result ever received. The checksum covers the whole line of a result and is its key: the
-- same line is the same result, another line is another count of the unit.
CREATE TABLE results (
    unit INTEGER NOT NULL,
    checksum INTEGER NOT NULL,
    route INTEGER NOT NULL,
    value TEXT NOT NULL,
    joined TEXT NOT NULL,
    tests INTEGER NOT NULL,
    finished INTEGER NOT NULL,
    origin INTEGER NOT NULL REFERENCES origins (id),
    -- Of wall time, or −1 − microseconds of CPU time.
    microseconds INTEGER NOT NULL,
    attempt INTEGER NOT NULL,
    time INTEGER NOT NULL,
    -- The value modulo 2^31 - 1 and modulo 2^61 - 1.
    residue_31 INTEGER NOT NULL,
    residue_61 INTEGER NOT NULL,
    -- Both are missing if the result is not signed.
    author INTEGER REFERENCES authors (id),
    signature BLOB,
    -- 1 if a process that had this ledger open counted it, 0 if it was imported.
    own INTEGER NOT NULL CHECK (own BETWEEN 0 AND 1),
    -- Seconds since 1970 by the clock of the machine of this ledger.
    received INTEGER NOT NULL,
    PRIMARY KEY (unit, checksum)
) STRICT, WITHOUT ROWID;

-- The number of results, and their checksums joined by exclusive or; the same for the columns own
-- and received, which the checksum of a result does not cover. Results and this row are
-- written in one transaction: if a crash or a damaged journal loses one of the two, they differ.
CREATE TABLE stored (
    results INTEGER NOT NULL,
    checksums INTEGER NOT NULL,
    receipts INTEGER NOT NULL
) STRICT;
INSERT INTO stored VALUES (0, 0, 0);

-- Units that were ever given out: the others are open and have no row.
-- state: 0 open again, 1 leased, 2 done, 3 confirmed, 4 conflict
-- routes, own: 1 counted directly, 2 exchanged, 3 both; own: of own results only
CREATE TABLE units (
    unit INTEGER PRIMARY KEY,
    state INTEGER NOT NULL CHECK (state BETWEEN 0 AND 4),
    routes INTEGER NOT NULL CHECK (routes BETWEEN 0 AND 3),
    own INTEGER NOT NULL CHECK (own BETWEEN 0 AND 3),
    attempts INTEGER NOT NULL,
    run INTEGER
) STRICT;
CREATE INDEX units_open_again ON units (unit) WHERE state = 0;
CREATE INDEX units_leased ON units (run) WHERE state = 1;

-- Processes that hold leases. A run that no longer counts its beat up is dead: no clock of
-- another machine is needed to see that.
CREATE TABLE runs (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    host TEXT NOT NULL,
    process INTEGER NOT NULL,
    beat INTEGER NOT NULL
) STRICT;

-- 1 during a transaction that withdraws results, or undoes that.
CREATE TABLE reopening (active INTEGER NOT NULL) STRICT;
INSERT INTO reopening VALUES (0);

CREATE TRIGGER results_are_kept BEFORE DELETE ON results
BEGIN SELECT raise(ABORT, 'results are append-only'); END;
CREATE TRIGGER results_stay BEFORE UPDATE ON results
BEGIN SELECT raise(ABORT, 'results are append-only'); END;
CREATE TRIGGER the_campaign_stays BEFORE UPDATE ON campaign
BEGIN SELECT raise(ABORT, 'a ledger belongs to one campaign'); END;
CREATE TRIGGER the_policy_stays BEFORE UPDATE ON policy
BEGIN SELECT raise(ABORT, 'a campaign keeps its policy'); END;
CREATE TRIGGER withdrawals_are_kept BEFORE DELETE ON withdrawals
BEGIN SELECT raise(ABORT, 'withdrawals are undone, not deleted'); END;
CREATE TRIGGER units_are_kept BEFORE DELETE ON units
BEGIN SELECT raise(ABORT, 'units go forward only'); END;
CREATE TRIGGER units_go_forward BEFORE UPDATE OF state ON units
WHEN ((old.state >= 2 AND new.state < 2) OR (old.state > 2 AND new.state = 2))
    AND (SELECT active FROM reopening) = 0
BEGIN SELECT raise(ABORT, 'units go forward only'); END;
