-- The parts that a result is committed to; `src/commitment.rs` has their form.
ALTER TABLE results ADD COLUMN parts BLOB;
-- Results of others that were counted more than a day before this time, in seconds since 1970, are
-- backdated. NULL if times are not checked.
ALTER TABLE policy ADD COLUMN since INTEGER;
-- 1 if each imported result must be committed to its parts.
ALTER TABLE policy ADD COLUMN commit_parts INTEGER NOT NULL DEFAULT 0
    CHECK (commit_parts BETWEEN 0 AND 1);
