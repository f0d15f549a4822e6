/*
 * Joins start lists with the second quarter of their colour.
 *
 * A thread block takes one start list after another from a queue and visits the nodes of the cover
 * for it. Lists of partial placements are in the block's own part of the arena: first the heads
 * (begin, length) of all lists of all levels, then their words. A level begins at the end of the
 * level above, so it is overwritten when the visit returns to that level. Each list has room for
 * its upper bound; if the arena is too small, or a list is so long that a count may not fit, the
 * item is reported as FULL and counted again with the starts in smaller chunks.
 *
 * A warp makes a list from its sources, one for each column of its set: it tests 32 words against
 * the square of their source and writes the survivors side by side. The lists of the last level are
 * never written. When a warp has collected 128 placements of one column set, it transposes them to
 * words over placements. Lane 4 i + w then takes word w of the i-th open column: one bit for each of
 * 32 placements, set where the square of that column and of a finishing row is free. For a pair of
 * rows, the ways to choose two columns are a product of two such matrices of bits, which tensor cores
 * compute. The sums of two row pairs, 16 bits each, go to a table (two row pairs, F) together, from
 * there to the cells (T, F), which no other row group uses.
 *
 * OPEN is the number of open columns on the last level; more than eight are two blocks. With
 * TABLE_GLOBAL the table is in device memory.
 */

/* Blocks of eight open columns. */
#define BLOCKS ((OPEN + 7) / 8)
/* The blocks that are multiplied: 0 and 0, 0 and 1, 1 and 1. The last one of nine columns has no pair. */
#define PRODUCTS (OPEN <= 8 ? 1 : OPEN == 9 ? 2 : 3)
/* Sums that a lane has of each row pair: one of a product of a block with itself, else up to two. */
#define SLOTS (OPEN <= 8 ? 1 : OPEN == 9 ? 2 : 4)
/* Distances of columns: at most 15, and one whose sums do not count. */
#define DISTANCES 17
#define NEVER 16

/* Sets whose placements are counted together, each from a part of the stage of its own on. */
#define SETS (OPEN <= 8 ? 4 : 1)

/* Words that a lane loads before it tests the first of them. */
#define AHEAD 4
/* Placements that are counted at once. A warp tests as many before it looks whether it has them. */
#define TOGETHER 128
/* Words of the stage for 32 placements: four more, so that lanes which read the same word of different
 * ones use different banks. */
#define PART 36
#define STAGE 288
#define MAX_SOURCES 16
/* What a warp has of the fast memory: stage, words to exchange, sources, and what it has
 * done, which its lane 0 writes down. In 64 bits. */
#define WARP_MEMORY (STAGE + 64 + 32 + 2)
#define TESTS 0
#define FINISHED 1

/* Places in the control block, which fills CONTROL words of 64 bits. */
#define NEXT 0
#define TOP 1
#define FULL 2
#define MAX_LENGTH_SLOT 3
#define TOPS 4
/* The row pairs of the row group that is being finished, four numbers for every two of them. */
#define ROWS 20
/* For every two row pairs and each distance of columns, which of their sums count. */
#define MASKS (ROWS + 4 * PAIRS_PER_GROUP / 2)
/* The squares of the row in which the node adds a queen, in 64 bits each. */
#define SQUARES (10 + 16 + 68)
#define CONTROL (SQUARES + 16)

#if TABLE_GLOBAL
#define add_table add_global
#else
#define add_table add_shared
#endif

/* A list that contributes to another one: its place in the arena, and the square of its queen. */
typedef struct {
    u64 square;
    u32 from, length;
} ALIGNED Source;

/* Two row pairs: each row as the bytes from the words of a diagonal of row 0 to its own. */
typedef struct {
    u32 first[2], second[2];
} ALIGNED RowPairs;
#define ROW_BYTES 4

typedef struct {
    const u32 *lowered;
    const Colour *side;
    const Level *levels;
    u64 *arena;
    u32 capacity;
    /* What a sum of the table may be, at most. */
    u32 largest;
    u32 *control;
    u64 *squares;
    RowPairs *rows;
    u32 *masks;
    /* The words of a lane of a transposed stage: those of the diagonals of square (0,0). */
    const u32 *anti;
    const u32 *main;
    u32 finals;
    u64 *stage;
    u32 *exchange;
    Source *sources;
    u64 *done;
    u32 *table;
} Walk;

DEVICE u32 begin_of(u64 head)
{
    return (u32)head;
}

DEVICE u32 length_of(u64 head)
{
    return (u32)(head >> 32);
}

/* A level and the one above, for the node that is being visited. */
typedef struct {
    u32 depth, sets, sources_at, above_at, lists_at, targets_at, opens_at;
} Step;

DEVICE Step step_of(const Walk *walk, u32 depth)
{
    Step step;
    const Level *level = walk->levels + depth;
    step.depth = depth;
    step.sets = level->sets;
    step.sources_at = level->sources_at;
    step.lists_at = level->lists_at;
    step.targets_at = walk->side->targets_at;
    step.opens_at = walk->side->opens_at;
    step.above_at = depth == 0 ? 0 : level[-1].lists_at;
    return step;
}

/* Where a warp is in the words of its sources. */
typedef struct {
    Source source;
    u32 count, number, at;
    /* No source has more than 2^log words; 6 if one has more than 32. */
    u32 log;
} Cursor;

/* Finds the lists that contribute to a set, with empty ones behind them. The empty set takes the
 * starts as they are. Returns the number of all words. */
DEVICE u32 find_sources(const Walk *walk, const Step *step, u32 set, Cursor *cursor)
{
    u32 sources = step->depth == 0 ? 1 : step->depth;
    Source found = {0, 0, 0};
    if (LANE < sources) {
        u32 list = 0;
        if (step->depth > 0) {
            u32 source = walk->lowered[step->sources_at + set * sources + LANE];
            list = step->above_at + (source & SOURCE_LIST);
            found.square = walk->squares[source >> SOURCE_COLUMN];
        }
        u64 head = walk->arena[list];
        found.from = begin_of(head);
        found.length = length_of(head);
    }
    SYNC_WARP();
    if (LANE < MAX_SOURCES)
        walk->sources[LANE] = found;
    SYNC_WARP();
    cursor->source = walk->sources[0];
    cursor->count = sources;
    cursor->number = 0;
    cursor->at = 0;
    cursor->log = !any_of_warp(found.length > 16) ? 4 : !any_of_warp(found.length > 32) ? 5 : 6;
    return sum_of_warp(found.length);
}

/* Where the stage has a placement. */
DEVICE u32 staged_at(u32 number)
{
    return number + (number / 32) * (PART - 32);
}

/* Appends the words of the lanes that have one which does not meet the square, with its queen. */
DEVICE void keep_free(u64 word, u64 square, bool has, bool staged, u64 *to, u32 *count)
{
    bool keep = has && (word & square) == 0;
    u32 at = append(keep, count);
    if (keep)
        to[staged ? staged_at(at) : at] = word | square;
}

/* Tests 32 words of a source for each window, `left` of them at most. */
DEVICE void test(const u64 *words, u32 left, u64 square, u32 windows, bool staged, u64 *to, u32 *count)
{
    u64 word[AHEAD];
#pragma unroll
    for (u32 i = 0; i < windows; i++)
        word[i] = 32 * i + LANE < left ? words[32 * i + LANE] : 0;
#pragma unroll
    for (u32 i = 0; i < windows; i++)
        keep_free(word[i], square, 32 * i + LANE < left, staged, to, count);
}

/* Tests the words of several sources from this one on, 2^log of each at most. */
DEVICE void test_brief(const Walk *walk, u32 first, u32 log, u32 windows, bool staged, u64 *to, u32 *count)
{
    u64 word[AHEAD], square[AHEAD];
    bool has[AHEAD];
    u32 at = LANE & ((1u << log) - 1);
    const Source *sources = walk->sources + first + (LANE >> log);
#pragma unroll
    for (u32 i = 0; i < windows; i++) {
        Source source = sources[i << (5 - log)];
        square[i] = source.square;
        has[i] = at < source.length;
        word[i] = has[i] ? walk->arena[source.from + at] : 0;
    }
#pragma unroll
    for (u32 i = 0; i < windows; i++)
        keep_free(word[i], square[i], has[i], staged, to, count);
}

/* Appends what survives of up to 32 · AHEAD words. Returns false after the last word of the last
 * source. */
DEVICE bool advance(const Walk *walk, Cursor *cursor, bool staged, u64 *to, u32 *count)
{
    if (cursor->log <= 5) {
        u32 first = cursor->number, windows = cursor->count - first;
        windows = (windows + (32u >> cursor->log) - 1) >> (5 - cursor->log);
        if (windows > 2)
            test_brief(walk, first, cursor->log, AHEAD, staged, to, count);
        else
            test_brief(walk, first, cursor->log, 2, staged, to, count);
        cursor->number += AHEAD << (5 - cursor->log);
        return cursor->number < cursor->count;
    }
    const u64 *words = walk->arena + (cursor->source.from + cursor->at);
    u32 left = cursor->source.length - cursor->at;
    u64 square = cursor->source.square;
    if (left > 64)
        test(words, left, square, AHEAD, staged, to, count);
    else if (left > 32)
        test(words, left, square, 2, staged, to, count);
    else
        test(words, left, square, 1, staged, to, count);
    cursor->at += 32 * AHEAD;
    if (cursor->at >= cursor->source.length) {
        cursor->at = 0;
        cursor->number++;
        if (cursor->number == cursor->count)
            return false;
        cursor->source = walk->sources[cursor->number];
    }
    return true;
}

/* Makes the lists of a level, with one more queen in this row. */
DEVICE void expand(Walk *walk, u32 depth)
{
    Step step = step_of(walk, depth);
    u64 tests = 0;
    for (u32 set = WARP; set < step.sets; set += WARPS) {
        Cursor cursor;
        u32 most = find_sources(walk, &step, set, &cursor);
        u32 begin = 0;
        if (LANE == 0 && most > 0)
            begin = add_shared(walk->control + TOP, most);
        begin = broadcast(begin);
        bool fits = begin <= walk->capacity && most <= walk->capacity - begin;
        if (!fits && LANE == 0)
            walk->control[FULL] = 1;
        u32 count = begin;
        for (bool more = most > 0 && fits; more;)
            more = advance(walk, &cursor, false, walk->arena, &count);
        if (LANE == 0) {
            walk->arena[step.lists_at + set] = wide(begin, count - begin);
            tests += most;
        }
    }
    if (LANE == 0)
        walk->done[TESTS] += tests;
}

/* What a lane needs to count staged placements. The placements of several sets may be staged; each set
 * begins with a part of its own. */
typedef struct {
    /* For each block, its column of the set of the lane's part, the words of the diagonals of its
     * square in row 0, and all bits if there is such a column. */
    u32 column[BLOCKS], live[BLOCKS];
    const u32 *anti[BLOCKS];
    const u32 *main[BLOCKS];
    /* The number of the set of its part. */
    u32 own;
    /* For each set and each of its sums, its place in the table for the first two row pairs, and its
     * masks. Two columns and two rows with the same distance are two diagonals, whose queens attack
     * each other. */
    u32 *to[SETS][SLOTS];
    const u32 *masks[SETS][SLOTS];
} Columns;

/* set: of the lane's part. begun: a bit for each part with which a set begins. parts: how many there
 * are. */
DEVICE void find_columns(const Walk *walk, const Step *step, u32 set, u32 begun, u32 parts, Columns *columns)
{
    u32 part = LANE & 3;
    columns->own = popc(begun & ((2u << part) - 1)) - 1;
#pragma unroll
    for (u32 block = 0; block < BLOCKS; block++) {
        u32 packed = walk->lowered[step->opens_at + 2 * set + block];
        columns->column[block] = packed >> 4 * (LANE / 4) & 15;
        columns->anti[block] = walk->anti + columns->column[block];
        columns->main[block] = walk->main - columns->column[block];
        columns->live[block] = part < parts && 8 * block + LANE / 4 < OPEN ? ~(u32)0 : 0;
    }
#pragma unroll
    for (u32 i = 0; i < SETS; i++) {
        u32 number = broadcast_from(set, least(begun));
        begun &= begun - 1;
#pragma unroll
        for (u32 slot = 0; slot < SLOTS; slot++) {
            u32 target = walk->lowered[step->targets_at + 32 * (SLOTS * number + slot) + LANE];
            bool exists = target != NO_ENTRY;
            columns->masks[i][slot] = walk->masks + (exists ? target >> TARGET_DISTANCE : NEVER);
            columns->to[i][slot] = walk->table + (exists ? target & TARGET_FINAL : LANE);
        }
    }
}

/* The word so many bytes on: an address that takes one addition. */
DEVICE const u32 *words_on(const u32 *words, u32 bytes)
{
    return (const u32 *)((const char *)words + bytes);
}

/* Which of the 32 placements of a lane leave the square of its column in this row free. */
DEVICE u32 free_word(const Walk *walk, const Columns *columns, u32 block, u32 row)
{
    u32 live = columns->live[block];
    u32 taken = *words_on(columns->anti[block], row) | *words_on(columns->main[block], row);
#if BLOCKED
    if (is_blocked(walk->lowered, walk->side, row / ROW_BYTES, columns->column[block]) != 0)
        live = 0;
#else
    (void)walk;
#endif
    return live & ~taken;
}

/* Adds the sums of two row pairs for one set. masks_of and sums_of: the places of the masks and sums of
 * the row pairs, in bytes. above and below: what is free in the two rows of each pair, for each block. */
DEVICE void add_sums(
    const Walk *walk, const Columns *columns, u32 number, u32 masks_of, u32 sums_of,
    u32 above[2][BLOCKS], u32 below[2][BLOCKS])
{
    u32 share = columns->own == number ? ~(u32)0 : 0;
    bool odd = is_odd_element(LANE);
#pragma unroll
    for (u32 product = 0; product < PRODUCTS; product++) {
        u32 i = product / 2, j = BLOCKS == 1 ? 0 : (product + 1) / 2;
        u32 sum[2][2] = {{0, 0}, {0, 0}};
#pragma unroll
        for (u32 pair = 0; pair < 2; pair++)
            multiply(sum[pair], above[pair][i] & share, below[pair][i] & share, below[pair][j],
                     above[pair][j], walk->exchange);
        /* The product of a block with itself has each sum twice. */
        bool once = i != j;
        u32 slot = product == 0 ? 0 : product == 1 ? 1 : 3;
#pragma unroll
        for (u32 k = 0; k < (once && OPEN > 9 ? 2u : 1u); k++) {
            u32 low = once ? sum[0][k] : odd ? sum[0][1] : sum[0][0];
            u32 high = once ? sum[1][k] : odd ? sum[1][1] : sum[1][0];
            const u32 *mask = words_on(columns->masks[number][slot + k], masks_of);
            u32 *to = (u32 *)words_on(columns->to[number][slot + k], sums_of);
            add_table(to, (low + (high << 16)) & *mask);
        }
    }
}

/* Counts this many placements of the stage, at most TOGETHER. set and begun as for find_columns. */
DEVICE void count_staged(Walk *walk, const Step *step, u32 set, u32 begun, u32 used, u32 count)
{
    u32 parts = (count + 31) / 32;
    Columns columns;
    find_columns(walk, step, set, begun, parts, &columns);
    for (u32 part = 0; part < parts; part++)
        transpose(walk->stage + PART * part, LANE);
    u32 sets = popc(begun), masks_of = 0, sums_of = 0;
    for (u32 two = 0; 2 * two < used; two++) {
        RowPairs rows = walk->rows[two];
        u32 above[2][BLOCKS], below[2][BLOCKS];
#pragma unroll
        for (u32 i = 0; i < 2 * BLOCKS; i++) {
            u32 pair = i % 2, block = i / 2;
            above[pair][block] = free_word(walk, &columns, block, rows.first[pair]);
            below[pair][block] = free_word(walk, &columns, block, rows.second[pair]);
        }
#pragma unroll
        for (u32 number = 0; number < SETS; number++) {
            if (number == 0 || number < sets)
                add_sums(walk, &columns, number, masks_of, sums_of, above, below);
        }
        masks_of += 4 * DISTANCES;
        sums_of += 4 * walk->finals;
    }
    SYNC_WARP();
}

/* Counts one group of row pairs of a node of the last level: for each of its sets the ways to add two
 * queens, after one in the row of the node. */
DEVICE void finish(Walk *walk, u32 depth, u32 used, bool first)
{
    Step step = step_of(walk, depth);
    u64 all_tests = 0, all_finished = 0;
    u32 most = 0, own = 0, begun = 0, count = 0;
    for (u32 set = WARP; set < step.sets; set += WARPS) {
        Cursor cursor;
        u32 total = find_sources(walk, &step, set, &cursor);
        all_tests += total;
        if (total > 0) {
            begun |= 1u << count / 32;
            own = (LANE & 3) >= count / 32 ? set : own;
        }
        u32 before = count, finished = 0;
        bool more = total > 0;
        for (bool done = false; !done;) {
            while (more && count < TOGETHER)
                more = advance(walk, &cursor, true, walk->stage, &count);
            done = count < TOGETHER;
            u32 staged = done ? count : TOGETHER;
            finished += staged - before;
            before = 0;
            bool full = true;
            if (done) {
                /* The next set begins with a part of its own. What is missing is filled up with words
                 * that meet every square. */
                if (count % 32 != 0 && LANE >= count % 32)
                    walk->stage[count / 32 * PART + LANE] = ~(u64)0;
                count = staged = (count + 31) / 32 * 32;
                full = count == TOGETHER || popc(begun) == SETS || set + WARPS >= step.sets;
            }
            if (full && staged > 0) {
                count_staged(walk, &step, own, begun, used, staged);
                count -= staged;
                for (u32 k = LANE; k < count; k += 32)
                    walk->stage[staged_at(k)] = walk->stage[staged_at(TOGETHER + k)];
                SYNC_WARP();
                begun = done ? 0 : 1;
                own = set;
            }
        }
        all_finished += finished;
        most = finished > most ? finished : most;
    }
    if (LANE == 0) {
        max_shared(walk->control + MAX_LENGTH_SLOT, most);
        /* Further groups of a node make the same lists again, which is no other work. */
        if (first) {
            walk->done[TESTS] += depth > 0 ? all_tests : 0;
            walk->done[FINISHED] += all_finished;
        }
    }
}

/* Writes down the rows of a group, and which sums of them count, and empties the table. */
DEVICE void set_rows(Walk *walk, const RowGroup *group)
{
    u32 twos = (group->used + 1) / 2;
    for (u32 k = THREAD; k < walk->finals * twos; k += 32 * WARPS)
        walk->table[k] = 0;
    if (THREAD < twos) {
        RowPairs rows;
        for (u32 k = 0; k < 2; k++) {
            /* In place of a missing pair there is another one, whose sums do not count. */
            u32 pair = 2 * THREAD + k < group->used ? 2 * THREAD + k : 0;
            rows.first[k] = ROW_BYTES * group->first[pair];
            rows.second[k] = ROW_BYTES * group->second[pair];
        }
        walk->rows[THREAD] = rows;
    }
    for (u32 at = THREAD; at < DISTANCES * twos; at += 32 * WARPS) {
        u32 mask = 0;
        for (u32 k = 0; k < 2; k++) {
            u32 pair = 2 * (at / DISTANCES) + k;
            u32 distance = at % DISTANCES;
            if (pair < group->used && distance != NEVER
                && distance != group->second[pair] - group->first[pair])
                mask |= 0xffffu << 16 * k;
        }
        walk->masks[at] = mask;
    }
}

/* Brings the table to the cells, in place of what is there or added to it. */
DEVICE void store_table(const Walk *walk, const RowGroup *group, u32 *cells, bool add)
{
    u32 finals = walk->finals;
    for (u32 pair = 0; pair < group->used; pair++) {
        u32 *to = cells + (u64)group->members[pair] * finals;
        for (u32 f = THREAD; f < finals; f += 32 * WARPS) {
            u32 sum = walk->table[pair / 2 * finals + f] >> 16 * (pair % 2) & 0xffff;
            to[f] = add ? to[f] + sum : sum;
        }
    }
}

/* Joins consecutive starts. Returns false if the arena or the counts are too small. */
DEVICE bool join_starts(Walk *walk, const u64 *starts, u32 count, u32 *cells, bool add)
{
    const Colour *side = walk->side;
    const Node *nodes = (const Node *)(walk->lowered + side->nodes_at);
    const RowGroup *groups = (const RowGroup *)(walk->lowered + side->groups_at);
    u32 last = side->queens - 2;
    if (side->lists > walk->capacity || count > walk->capacity - side->lists)
        return false;
    for (u32 k = THREAD; k < count; k += 32 * WARPS)
        walk->arena[side->lists + k] = starts[k];
    if (THREAD == 0) {
        walk->arena[0] = wide(side->lists, count);
        walk->control[TOPS] = side->lists + count;
        walk->control[FULL] = 0;
    }
    SYNC_GROUP();
    bool fits = true;
    for (u32 at = 0; at < side->nodes && fits; at++) {
        const Node *node = nodes + at;
        u32 depth = node->depth;
        if (depth > 0 && THREAD < side->columns)
            walk->squares[THREAD] = square_of(walk->lowered, side, node->row, THREAD);
        if (depth == last) {
            for (u32 i = 0; i < node->groups && fits; i++) {
                const RowGroup *group = groups + node->groups_first + i;
                set_rows(walk, group);
                SYNC_GROUP();
                finish(walk, depth, group->used, i == 0);
                SYNC_GROUP();
                store_table(walk, group, cells, add);
                /* A cell collects, from C(q,2) lists, at most two counts per placement. */
                u64 longest = walk->control[MAX_LENGTH_SLOT];
                fits = longest * side->queens * (side->queens - 1) <= walk->largest;
                SYNC_GROUP();
            }
        }
        else if (depth > 0) {
            if (THREAD == 0)
                walk->control[TOP] = walk->control[TOPS + depth - 1];
            SYNC_GROUP();
            expand(walk, depth);
            SYNC_GROUP();
            if (THREAD == 0)
                walk->control[TOPS + depth] = walk->control[TOP];
            fits = walk->control[FULL] == 0;
        }
    }
    return fits;
}

/*
 * items: for each the place of its Colour and the number of its start list. outcomes: for each the
 * tests, the finished placements, the longest list of each chunk summed up, and whether the chunks
 * were too long. queue: how many items were taken, zero at the beginning.
 */
KERNEL void join(
    const u32 *lowered, const u64 *starts, const u32 *items, u32 *queue,
    u64 *arena, u32 *tables, u32 *cells, u64 *outcomes,
    u32 count, u32 capacity, u32 table, u32 chunk, u32 largest)
{
    SHARED_MEMORY(memory);
    Walk walk;
    walk.lowered = lowered;
    walk.arena = arena + (u64)THREAD_BLOCK * capacity;
    walk.capacity = capacity;
    walk.largest = largest;
    walk.control = (u32 *)memory;
    walk.rows = (RowPairs *)(walk.control + ROWS);
    walk.masks = walk.control + MASKS;
    walk.squares = memory + SQUARES;
    walk.stage = memory + CONTROL + WARP * WARP_MEMORY;
    walk.exchange = (u32 *)(walk.stage + STAGE);
    walk.sources = (Source *)(walk.exchange + 128);
    walk.done = (u64 *)(walk.sources + MAX_SOURCES);
#if TABLE_GLOBAL
    walk.table = tables + (u64)THREAD_BLOCK * table;
#else
    (void)tables;
    (void)table;
    walk.table = (u32 *)(memory + CONTROL + WARPS * WARP_MEMORY);
#endif
    for (;;) {
        SYNC_GROUP();
        if (THREAD == 0)
            walk.control[NEXT] = add_global(queue, 1);
        SYNC_GROUP();
        u32 item = walk.control[NEXT];
        if (item >= count)
            break;
        walk.side = (const Colour *)(lowered + items[2 * item]);
        walk.levels = (const Level *)(lowered + walk.side->levels_at);
        walk.finals = walk.side->finals;
        walk.anti = (const u32 *)walk.stage + 2 * PART * (LANE & 3) + walk.side->anti_diagonal;
        walk.main = (const u32 *)walk.stage + 2 * PART * (LANE & 3) + 32 + walk.side->diagonal;
        if (LANE == 0) {
            walk.done[TESTS] = 0;
            walk.done[FINISHED] = 0;
        }
        u32 list = items[2 * item + 1];
        u32 begin = lowered[walk.side->begin_at + list];
        u32 end = lowered[walk.side->begin_at + list + 1];
        u64 size = (u64)walk.side->row_sets * walk.side->finals;
        u32 *to = cells + wide(walk.side->cells_low, walk.side->cells_high) + list * size;
        u64 longest = 0;
        bool fits = true;
        /* Chunks of about the same length. */
        u32 chunks = (end - begin + chunk - 1) / chunk;
        u32 most = chunks == 0 ? 0 : (end - begin + chunks - 1) / chunks;
        for (u32 at = begin; at < end && fits; at += most) {
            u32 length = end - at < most ? end - at : most;
            if (THREAD == 0)
                walk.control[MAX_LENGTH_SLOT] = 0;
            fits = join_starts(&walk, starts + walk.side->starts_at + at, length, to, at > begin);
            SYNC_GROUP();
            longest += walk.control[MAX_LENGTH_SLOT];
            SYNC_GROUP();
        }
        if (THREAD == 0) {
            u64 tests = 0, finished = 0;
            for (u32 warp = 0; warp < WARPS; warp++) {
                tests += walk.done[warp * WARP_MEMORY + TESTS];
                finished += walk.done[warp * WARP_MEMORY + FINISHED];
            }
            outcomes[4 * item] = tests;
            outcomes[4 * item + 1] = finished;
            outcomes[4 * item + 2] = longest;
            outcomes[4 * item + 3] = fits ? 0 : 1;
        }
    }
}
