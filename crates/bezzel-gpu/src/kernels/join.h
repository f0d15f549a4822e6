/*
 * Joins start lists with the second quarter of their colour.
 *
 * A thread block takes one start list after another from a queue and visits the nodes of the cover
 * for it. Lists of partial placements are in the block's own part of the arena: first the heads
 * (begin, length) of all lists of all levels, then their words. A level begins at the end of the
 * level above, so it is overwritten when the visit returns to that level. Each list has room for
 * its upper bound; if the arena is too small, the item is reported as FULL and counted again with
 * the starts in smaller chunks.
 *
 * A warp makes a list. Its sources, one for each column of its set, are numbered through, so that
 * short ones fill the lanes too: the warp tests 32 words against the squares of their sources and
 * writes the survivors side by side. The lists of the last level are never written. When a warp
 * has collected 128 placements of one column set, it transposes them to words over placements.
 * Lane 4 i + w then takes word w of the i-th open column: one bit for each of 32 placements, set
 * where the square of that column and of a finishing row is free. For a pair of rows, the ways to
 * choose two columns are a product of two such matrices of bits, which tensor cores compute. The
 * sums go to a table (lane, F), from there to the cells (T, F), which no other row group uses.
 *
 * OPEN is the number of open columns on the last level; more than eight are two blocks. With
 * TABLE_GLOBAL the table is in device memory.
 */

#define PAIRS (OPEN * (OPEN - 1) / 2)
/* Words that a lane loads before it tests the first of them. */
#define AHEAD 2
/* Blocks of eight open columns. */
#define BLOCKS ((OPEN + 7) / 8)

/* Placements that are counted at once; up to 63 more may wait. */
#define TOGETHER 128
#define STAGE (TOGETHER + 64)
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
/* The row pairs of the row group that is being finished, four numbers each. */
#define ROWS 20
/* The squares of the row in which the node adds a queen, in 64 bits each. */
#define SQUARES (10 + 32)
#define CONTROL (SQUARES + 16)

#if TABLE_GLOBAL
#define add_table add_global
#else
#define add_table add_shared
#endif

/* A list that contributes to another one: the words `from + at` of the arena with at < end belong to
 * it or to a source before. */
typedef struct {
    u64 square;
    u32 from, end;
} ALIGNED Source;

/* Two rows, and a bit for their distance. */
typedef struct {
    u32 first, second, distance, unused;
} ALIGNED RowPair;

typedef struct {
    const u32 *lowered;
    const Colour *side;
    const Level *levels;
    u64 *arena;
    u32 capacity;
    u32 *control;
    u64 *squares;
    RowPair *rows;
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
    u32 depth, sets, sources_at, above_at, lists_at, pairs_at, opens_at;
} Step;

DEVICE Step step_of(const Walk *walk, u32 depth)
{
    Step step;
    const Level *level = walk->levels + depth;
    step.depth = depth;
    step.sets = level->sets;
    step.sources_at = level->sources_at;
    step.lists_at = level->lists_at;
    step.pairs_at = walk->side->pairs_at;
    step.opens_at = walk->side->opens_at;
    step.above_at = depth == 0 ? 0 : level[-1].lists_at;
    return step;
}

/* Finds the lists that contribute to a set. The empty set takes the starts as they are. Returns the
 * number of all words. */
DEVICE u32 find_sources(const Walk *walk, const Step *step, u32 set)
{
    u32 begin = 0, length = 0, before = 0, total = 0;
    u32 sources = step->depth == 0 ? 1 : step->depth;
    if (LANE < sources) {
        u32 list = 0;
        u64 square = 0;
        if (step->depth > 0) {
            u32 source = walk->lowered[step->sources_at + set * sources + LANE];
            list = step->above_at + (source & SOURCE_LIST);
            square = walk->squares[source >> SOURCE_COLUMN];
        }
        u64 head = walk->arena[list];
        begin = begin_of(head);
        length = length_of(head);
        walk->sources[LANE].square = square;
        walk->sources[LANE].end = length;
    }
    SYNC_WARP();
    for (u32 j = 0; j < sources; j++) {
        u32 length_of_j = walk->sources[j].end;
        before += j < LANE ? length_of_j : 0;
        total += length_of_j;
    }
    SYNC_WARP();
    if (LANE < sources) {
        walk->sources[LANE].from = begin - before;
        walk->sources[LANE].end = before + length;
    }
    SYNC_WARP();
    return total;
}

/* Loads the words at, at + 32, … of a list's sources, and adds the queens of those that survive.
 * Returns which words survive, one bit each. */
DEVICE u32 test(const Walk *walk, u32 sources, u32 at, u32 total, u32 windows, u64 word[AHEAD])
{
    u32 source[AHEAD];
    u64 square[AHEAD];
#pragma unroll
    for (u32 i = 0; i < windows; i++)
        source[i] = 0;
    for (u32 j = 0; j + 1 < sources; j++) {
        u32 end = walk->sources[j].end;
#pragma unroll
        for (u32 i = 0; i < windows; i++)
            source[i] += at + 32 * i >= end ? 1 : 0;
    }
#pragma unroll
    for (u32 i = 0; i < windows; i++) {
        const Source *here = walk->sources + source[i];
        u32 k = at + 32 * i;
        square[i] = here->square;
        word[i] = ~(u64)0;
        if (k < total)
            word[i] = walk->arena[here->from + k];
    }
    u32 kept = 0;
#pragma unroll
    for (u32 i = 0; i < windows; i++) {
        bool keep = at + 32 * i < total && (word[i] & square[i]) == 0;
        kept |= (u32)keep << i;
        word[i] |= square[i];
    }
    return kept;
}

/* Makes the lists of a level, with one more queen in this row. */
DEVICE void expand(Walk *walk, u32 depth)
{
    Step step = step_of(walk, depth);
    u64 tests = 0;
    for (u32 set = WARP; set < step.sets; set += WARPS) {
        u32 most = find_sources(walk, &step, set);
        u32 begin = 0;
        if (LANE == 0 && most > 0)
            begin = add_shared(walk->control + TOP, most);
        begin = broadcast(begin);
        bool fits = begin <= walk->capacity && most <= walk->capacity - begin;
        if (!fits && LANE == 0)
            walk->control[FULL] = 1;
        u32 count = begin;
        for (u32 at = 0; at < most && fits;) {
            u64 word[AHEAD];
            bool several = most - at > 32;
            u32 kept = several ? test(walk, depth, at + LANE, most, AHEAD, word)
                               : test(walk, depth, at + LANE, most, 1, word);
#pragma unroll
            for (u32 i = 0; i < AHEAD; i++) {
                if (i == 0 || several) {
                    bool keep = (kept >> i & 1) != 0;
                    u32 to = append(keep, &count);
                    if (keep)
                        walk->arena[to] = word[i];
                }
            }
            at += several ? 32 * AHEAD : 32;
        }
        if (LANE == 0) {
            walk->arena[step.lists_at + set] = wide(begin, count - begin);
            tests += most;
        }
    }
    if (LANE == 0)
        walk->done[TESTS] += tests;
}

/* Where a sum of a lane goes, for the first row pair, and for which distances of the rows. Two columns
 * and two rows with the same distance are two diagonals, whose queens attack each other. */
typedef struct {
    u32 *to;
    u32 distances;
} Target;

/* The blocks that are multiplied: 0 and 0, 0 and 1, 1 and 1. The last one of nine columns has no pair. */
#define PRODUCTS (OPEN <= 8 ? 1 : OPEN == 9 ? 2 : 3)

/* What a lane has of one set of the last level. */
typedef struct {
    /* For each block, its column, the words of the diagonals of its square in row 0, and all bits if
     * the column exists. */
    u32 column[BLOCKS], live[BLOCKS];
    const u32 *anti[BLOCKS];
    const u32 *main[BLOCKS];
    /* For each product of blocks, its two sums. */
    Target target[PRODUCTS][2];
} Columns;

/* The number of a column among 16 packed ones. */
DEVICE u32 unpack(const u32 packed[BLOCKS], u32 place)
{
    u32 eight = packed[0];
#if BLOCKS > 1
    if (place >= 8)
        eight = packed[1];
#endif
    return eight >> 4 * (place & 7) & 15;
}

DEVICE Target target_of(const Walk *walk, const Step *step, u32 set, const u32 packed[BLOCKS], u32 low, u32 high)
{
    Target target;
    target.to = walk->table;
    target.distances = 0;
    if (low < high && high < OPEN) {
        u32 entry = walk->lowered[step->pairs_at + set * PAIRS + high * (high - 1) / 2 + low];
        if (entry != NO_ENTRY) {
            target.to += entry;
            target.distances = ~((u32)1 << (unpack(packed, high) - unpack(packed, low)));
        }
    }
    return target;
}

DEVICE void find_columns(const Walk *walk, const Step *step, u32 set, Columns *columns)
{
    u32 packed[BLOCKS];
#pragma unroll
    for (u32 block = 0; block < BLOCKS; block++) {
        packed[block] = walk->lowered[step->opens_at + 2 * set + block];
        columns->column[block] = unpack(packed, 8 * block + LANE / 4);
        columns->anti[block] = walk->anti + columns->column[block];
        columns->main[block] = walk->main - columns->column[block];
        columns->live[block] = 8 * block + LANE / 4 < OPEN ? ~(u32)0 : 0;
    }
#pragma unroll
    for (u32 i = 0; i < 2; i++) {
        u32 row = LANE / 4, column = LANE % 4 * 2 + i;
        columns->target[0][i] = target_of(walk, step, set, packed, row, column);
        if (PRODUCTS > 1)
            columns->target[PRODUCTS > 1][i] = target_of(walk, step, set, packed, row, 8 + column);
        if (PRODUCTS > 2)
            columns->target[PRODUCTS - 1][i] = target_of(walk, step, set, packed, 8 + row, 8 + column);
    }
}

/* Which of the 32 placements of a lane leave the square of its column in this row free. */
DEVICE u32 free_word(const Walk *walk, const Columns *columns, u32 block, u32 row, u32 live)
{
    u32 taken = columns->anti[block][row] | columns->main[block][row];
#if BLOCKED
    if (is_blocked(walk->lowered, walk->side, row, columns->column[block]) != 0)
        live = 0;
#endif
    return live & ~taken;
}

/* Counts this many placements of the stage, at most TOGETHER. */
DEVICE void count_staged(Walk *walk, const Columns *columns, u32 used, u32 count)
{
    u32 parts = (count + 31) / 32;
    for (u32 part = 0; part < parts; part++)
        transpose(walk->stage + 32 * part, LANE);
    u32 live[BLOCKS];
#pragma unroll
    for (u32 i = 0; i < BLOCKS; i++)
        live[i] = (LANE & 3) < parts ? columns->live[i] : 0;
    u32 finals = walk->finals;
    /* Where sums that do not count go: each lane has its own place, behind the table. */
    u32 *nowhere = walk->table + PAIRS_PER_GROUP * finals + LANE;
    u32 shift = 0;
#pragma unroll 2
    for (u32 pair = 0; pair < used; pair++) {
        RowPair rows = walk->rows[pair];
        u32 above[BLOCKS], below[BLOCKS];
#pragma unroll
        for (u32 i = 0; i < BLOCKS; i++) {
            above[i] = free_word(walk, columns, i, rows.first, live[i]);
            below[i] = free_word(walk, columns, i, rows.second, live[i]);
        }
#pragma unroll
        for (u32 product = 0; product < PRODUCTS; product++) {
            u32 i = product / 2, j = BLOCKS == 1 ? 0 : (product + 1) / 2;
            u32 sum[2] = {0, 0};
            multiply(sum, above[i], below[i], below[j], above[j], walk->exchange);
#pragma unroll
            for (u32 k = 0; k < 2; k++) {
                Target target = columns->target[product][k];
                bool counts = (target.distances & rows.distance) != 0;
                add_table(counts ? target.to + shift : nowhere, sum[k]);
            }
        }
        shift += finals;
    }
    SYNC_WARP();
}

/* Counts the ways to add two queens to one set of the last level, whose placements get one in the row
 * of the node on the way. Returns their number. */
DEVICE u32 finish_set(Walk *walk, const Step *step, u32 set, u32 used, u32 *tests)
{
    u32 total = find_sources(walk, step, set);
    *tests = total;
    if (total == 0)
        return 0;
    Columns columns;
    find_columns(walk, step, set, &columns);
    u32 sources = step->depth == 0 ? 1 : step->depth;
    u32 finished = 0, count = 0;
    for (u32 at = 0; at < total || count > 0;) {
        while (at < total && count < TOGETHER) {
            u64 word[AHEAD];
            bool several = total - at > 32;
            u32 kept = several ? test(walk, sources, at + LANE, total, AHEAD, word)
                               : test(walk, sources, at + LANE, total, 1, word);
#pragma unroll
            for (u32 i = 0; i < AHEAD; i++) {
                if (i == 0 || several) {
                    bool keep = (kept >> i & 1) != 0;
                    u32 to = append(keep, &count);
                    if (keep)
                        walk->stage[to] = word[i];
                }
            }
            at += several ? 32 * AHEAD : 32;
        }
        u32 staged = count < TOGETHER ? count : TOGETHER;
        /* What is missing is filled up with words that meet every square. */
        if (staged % 32 != 0 && LANE >= staged % 32)
            walk->stage[staged / 32 * 32 + LANE] = ~(u64)0;
        count_staged(walk, &columns, used, staged);
        finished += staged;
        count -= staged;
        for (u32 k = LANE; k < count; k += 32)
            walk->stage[k] = walk->stage[TOGETHER + k];
        SYNC_WARP();
    }
    return finished;
}

/* Counts one group of row pairs of a node of the last level. */
DEVICE void finish(Walk *walk, u32 depth, u32 used, bool first)
{
    Step step = step_of(walk, depth);
    u64 all_tests = 0, all_finished = 0;
    u32 most = 0;
    for (u32 set = WARP; set < step.sets; set += WARPS) {
        u32 tests;
        u32 finished = finish_set(walk, &step, set, used, &tests);
        all_tests += tests;
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

/* Brings the table to the cells, in place of what is there or added to it. */
DEVICE void store_table(const Walk *walk, const RowGroup *group, u32 *cells, bool add)
{
    u32 finals = walk->finals;
    for (u32 pair = 0; pair < group->used; pair++) {
        u32 *to = cells + (u64)group->members[pair] * finals;
        for (u32 f = THREAD; f < finals; f += 32 * WARPS) {
            u32 sum = walk->table[pair * finals + f];
            to[f] = add ? to[f] + sum : sum;
        }
    }
}

/* Joins consecutive starts. */
DEVICE void join_starts(Walk *walk, const u64 *starts, u32 count, u32 *cells, bool add)
{
    const Colour *side = walk->side;
    const Node *nodes = (const Node *)(walk->lowered + side->nodes_at);
    const RowGroup *groups = (const RowGroup *)(walk->lowered + side->groups_at);
    u32 last = side->queens - 2;
    bool full = side->lists > walk->capacity || count > walk->capacity - side->lists;
    if (!full) {
        for (u32 k = THREAD; k < count; k += 32 * WARPS)
            walk->arena[side->lists + k] = starts[k];
    }
    if (THREAD == 0) {
        walk->arena[0] = wide(side->lists, count);
        walk->control[TOPS] = side->lists + count;
        walk->control[FULL] = full;
    }
    SYNC_GROUP();
    for (u32 at = 0; at < side->nodes && !full; at++) {
        const Node *node = nodes + at;
        u32 depth = node->depth;
        if (depth > 0 && THREAD < side->columns)
            walk->squares[THREAD] = square_of(walk->lowered, side, node->row, THREAD);
        if (depth == last) {
            for (u32 i = 0; i < node->groups; i++) {
                const RowGroup *group = groups + node->groups_first + i;
                u32 used = group->used;
                for (u32 k = THREAD; k < walk->finals * used; k += 32 * WARPS)
                    walk->table[k] = 0;
                if (THREAD < used) {
                    u32 first = group->first[THREAD], second = group->second[THREAD];
                    RowPair rows = {first, second, (u32)1 << (second - first), 0};
                    walk->rows[THREAD] = rows;
                }
                SYNC_GROUP();
                finish(walk, depth, used, i == 0);
                SYNC_GROUP();
                store_table(walk, group, cells, add);
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
            full = walk->control[FULL] != 0;
        }
    }
}

/*
 * items: for each the place of its Colour and the number of its start list. outcomes: for each the
 * tests, the finished placements, the longest list of each chunk summed up, and whether the arena
 * was too small. queue: how many items were taken, zero at the beginning.
 */
KERNEL void join(
    const u32 *lowered, const u64 *starts, const u32 *items, u32 *queue,
    u64 *arena, u32 *tables, u32 *cells, u64 *outcomes,
    u32 count, u32 capacity, u32 table, u32 chunk)
{
    SHARED_MEMORY(memory);
    Walk walk;
    walk.lowered = lowered;
    walk.arena = arena + (u64)THREAD_BLOCK * capacity;
    walk.capacity = capacity;
    walk.control = (u32 *)memory;
    walk.rows = (RowPair *)(walk.control + ROWS);
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
        walk.anti = (const u32 *)walk.stage + 64 * (LANE & 3) + walk.side->anti_diagonal;
        walk.main = (const u32 *)walk.stage + 64 * (LANE & 3) + 32 + walk.side->diagonal;
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
        u32 full = 0;
        for (u32 at = begin; at < end && full == 0; at += chunk) {
            u32 length = end - at < chunk ? end - at : chunk;
            if (THREAD == 0)
                walk.control[MAX_LENGTH_SLOT] = 0;
            join_starts(&walk, starts + walk.side->starts_at + at, length, to, at > begin);
            SYNC_GROUP();
            full = walk.control[FULL];
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
            outcomes[4 * item + 3] = full;
        }
    }
}
