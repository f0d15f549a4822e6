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
 * A warp makes a list: it tests 32 words against a square and writes the survivors side by side.
 * The lists of the last level are never written. When a warp has collected 64 placements of one
 * column set, it transposes them to words over placements, and each half warp of row pairs counts
 * 32 of them: lane p of a half has row pair p and holds the words blocked(r, c) of its two rows
 * and of all open columns in registers. The sums go to a table (F, lane). When the group of row
 * pairs is finished, they go from there to the cells (T, F), which no other group uses.
 *
 * OPEN is the number of open columns on the last level. With DIRECT (many columns) the sums go to
 * the table after each 64 placements, since the registers would not hold them. With TABLE_GLOBAL
 * the table is in device memory.
 *
 * AHEAD is the number of words that a lane loads before it tests the first of them.
 */

#define PAIRS (OPEN * (OPEN - 1) / 2)
#define DIRECT (OPEN > 10)

/* Placements that are counted at once; up to 31 more may wait. */
#define TOGETHER 64
#define STAGE (TOGETHER + 32)
/* What a warp has of the fast memory: stage, words over placements, two slots, and what it has
 * done, which its lane 0 writes down. In 64 bits. */
#define WARP_MEMORY (STAGE + 64 + 1 + 2)
#define TESTS 0
#define FINISHED 1

/* Places in the control block, which fills CONTROL words of 64 bits. */
#define NEXT 0
#define TOP 1
#define FULL 2
#define MAX_LENGTH_SLOT 3
#define TOPS 4
#define CONTROL 16

#if TABLE_GLOBAL
#define TABLE GLOBAL
#define add_table add_global
#else
#define TABLE LOCAL
#define add_table add_local
#endif

typedef struct {
    GLOBAL const u32 *lowered;
    GLOBAL const Colour *side;
    GLOBAL const Level *levels;
    GLOBAL u64 *arena;
    u32 capacity;
    LOCAL u32 *control;
    LOCAL u64 *stage;
    LOCAL u32 *words;
    LOCAL u32 *slots;
    LOCAL u64 *done;
    TABLE u32 *table;
} Walk;

DEVICE u64 square_at(const Walk *walk, u32 row, u32 column)
{
    return square_of(walk->lowered, walk->side, row, column);
}

DEVICE u32 begin_of(u64 head)
{
    return (u32)head;
}

DEVICE u32 length_of(u64 head)
{
    return (u32)(head >> 32);
}

/* Makes the lists of a level, with one more queen in this row. */
DEVICE void expand(Walk *walk, u32 depth, u32 row)
{
    GLOBAL const Level *above = walk->levels + depth - 1;
    GLOBAL const Level *level = walk->levels + depth;
    u32 sets = level->sets;
    for (u32 set = WARP; set < sets; set += WARPS) {
        u32 left = walk->lowered[level->sets_at + set];
        GLOBAL const u32 *sources = walk->lowered + level->sources_at + set * depth;
        u32 most = 0;
        for (u32 j = 0; j < depth; j++)
            most += length_of(walk->arena[above->lists_at + sources[j]]);
        u32 begin = 0;
        if (LANE == 0)
            begin = add_local(walk->control + TOP, most);
        begin = broadcast(begin, walk->slots);
        bool fits = begin <= walk->capacity && most <= walk->capacity - begin;
        if (!fits && LANE == 0)
            walk->control[FULL] = 1;
        u32 count = 0;
        begin_append(begin, &count, walk->slots + 1);
        for (u32 j = 0; j < depth && fits; j++) {
            u64 square = square_at(walk, row, least(left));
            left &= left - 1;
            u64 head = walk->arena[above->lists_at + sources[j]];
            GLOBAL const u64 *from = walk->arena + begin_of(head);
            u32 length = length_of(head);
            for (u32 at = 0; at < length; at += 32 * AHEAD) {
                u64 word[AHEAD];
#pragma unroll
                for (u32 i = 0; i < AHEAD; i++) {
                    u32 k = at + 32 * i + LANE;
                    word[i] = k < length ? from[k] : square;
                }
#pragma unroll
                for (u32 i = 0; i < AHEAD; i++) {
                    if (at + 32 * i < length) {
                        bool keep = (word[i] & square) == 0;
                        u32 to = append(keep, &count, walk->slots + 1);
                        if (keep)
                            walk->arena[to] = word[i] | square;
                    }
                }
            }
        }
        appended(&count, walk->slots + 1);
        if (LANE == 0) {
            walk->arena[level->lists_at + set] = wide(begin, count - begin);
            walk->done[TESTS] += most;
        }
    }
}

/* What a lane adds up for one set of the last level. */
typedef struct {
    /* The number of its T, or NO_ENTRY, and its two rows. */
    u32 member, first, second;
    /* The columns that are open. */
    u32 open;
#if !DIRECT
    u32 sum[PAIRS];
#endif
} Lane;

DEVICE void open_columns(const Lane *lane, u32 column[OPEN])
{
    u32 open = lane->open;
#pragma unroll
    for (u32 i = 0; i < OPEN; i++) {
        column[i] = least(open);
        open &= open - 1;
    }
}

/* Adds what was counted for two columns that are so far apart. */
DEVICE void add_sum(Walk *walk, const Lane *lane, u32 entry, u32 apart, u32 sum)
{
    if (entry != NO_ENTRY && lane->member != NO_ENTRY && sum != 0 && apart != lane->second - lane->first)
        add_table(walk->table + entry * PAIRS_PER_GROUP + ((LANE ^ entry) & (PAIRS_PER_GROUP - 1)), sum);
}

/* Counts the first 64 placements of the stage. */
DEVICE void count_staged(Walk *walk, Lane *lane, GLOBAL const u32 *entries)
{
    transpose(walk->stage, walk->words, LANE);
    LOCAL const u32 *words = walk->words + 64 * (LANE / PAIRS_PER_GROUP);
    u32 anti = walk->side->anti_diagonal;
    u32 main = 32 + walk->side->diagonal;
    u32 column[OPEN], first[OPEN], second[OPEN];
    open_columns(lane, column);
#pragma unroll
    for (u32 i = 0; i < OPEN; i++) {
        first[i] = words[anti + lane->first + column[i]] | words[main + lane->first - column[i]];
        second[i] = words[anti + lane->second + column[i]] | words[main + lane->second - column[i]];
        first[i] |= 0 - is_blocked(walk->lowered, walk->side, lane->first, column[i]);
        second[i] |= 0 - is_blocked(walk->lowered, walk->side, lane->second, column[i]);
    }
    u32 pair = 0;
#pragma unroll
    for (u32 high = 1; high < OPEN; high++) {
#pragma unroll
        for (u32 low = 0; low < high; low++) {
            u32 ways = popc(~(first[low] | second[high])) + popc(~(first[high] | second[low]));
#if DIRECT
            add_sum(walk, lane, entries[pair], column[high] - column[low], ways);
#else
            (void)entries;
            lane->sum[pair] += ways;
#endif
            pair++;
        }
    }
    SYNC_WARP();
}

/* The words that come to one set of the last level: source after source, filtered by the square
 * through which it comes. */
typedef struct {
    GLOBAL const u32 *sources;
    GLOBAL const u64 *from;
    u64 square;
    /* Sources and columns that are left. */
    u32 left, columns;
    /* In the source: its length, what was asked for, and what was looked at. */
    u32 length, asked, at;
    /* Whether there is something to look at. */
    bool more;
    u64 word[AHEAD];
} Stream;

/* Asks for more words. */
DEVICE void ask(Walk *walk, Stream *stream, u32 depth, u32 row)
{
    stream->more = true;
    while (stream->asked >= stream->length) {
        stream->more = stream->left > 0;
        if (!stream->more)
            break;
        u64 head = walk->arena[0];
        stream->square = 0;
        if (depth > 0) {
            GLOBAL const Level *above = walk->levels + depth - 1;
            head = walk->arena[above->lists_at + stream->sources[depth - stream->left]];
            stream->square = square_at(walk, row, least(stream->columns));
            stream->columns &= stream->columns - 1;
        }
        stream->from = walk->arena + begin_of(head);
        stream->length = length_of(head);
        stream->asked = 0;
        stream->left--;
        if (LANE == 0 && depth > 0)
            walk->done[TESTS] += stream->length;
    }
    stream->at = stream->asked;
#pragma unroll
    for (u32 i = 0; i < AHEAD; i++) {
        u32 k = stream->at + 32 * i + LANE;
        stream->word[i] = k < stream->length ? stream->from[k] : 0;
    }
    stream->asked += 32 * AHEAD;
}

/* Collects placements until there are 64 of them, or no more to come. */
DEVICE void collect(Walk *walk, Stream *stream, u32 depth, u32 row, u32 *count)
{
    LOCAL u32 *slot = walk->slots + 1;
    begin_append(*count, count, slot);
    while (*count < TOGETHER && stream->more) {
        bool keep = stream->at + LANE < stream->length && (stream->word[0] & stream->square) == 0;
        u32 to = append(keep, count, slot);
        if (keep)
            walk->stage[to] = stream->word[0] | stream->square;
        appended(count, slot);
#pragma unroll
        for (u32 i = 1; i < AHEAD; i++)
            stream->word[i - 1] = stream->word[i];
        stream->at += 32;
        if (stream->at >= stream->asked || stream->at >= stream->length)
            ask(walk, stream, depth, row);
    }
}

/* Counts the ways to add two queens to one set of the last level, whose lists get theirs in this
 * row on the way. The empty set takes the starts as they are. Returns their number. */
DEVICE u32 finish_set(Walk *walk, Lane *lane, u32 depth, u32 row, u32 set, u32 mask)
{
    GLOBAL const Level *level = walk->levels + depth;
    GLOBAL const u32 *entries = walk->lowered + walk->side->pairs_at + set * PAIRS;
    Stream stream;
    stream.sources = walk->lowered + level->sources_at + set * depth;
    stream.left = depth == 0 ? 1 : depth;
    stream.columns = mask;
    stream.length = 0;
    stream.asked = 0;
    ask(walk, &stream, depth, row);
    u32 total = 0, count = 0;
    collect(walk, &stream, depth, row, &count);
    while (count > 0) {
        u32 some = count < TOGETHER ? count : TOGETHER;
        /* What is missing is filled up with words that meet every square. */
        for (u32 k = LANE; k < TOGETHER; k += 32) {
            if (k >= some)
                walk->stage[k] = ~(u64)0;
        }
        count_staged(walk, lane, entries);
        total += some;
        count -= some;
        if (LANE < count)
            walk->stage[LANE] = walk->stage[TOGETHER + LANE];
        SYNC_WARP();
        collect(walk, &stream, depth, row, &count);
    }
    return total;
}

/* Counts one group of row pairs of a node of the last level. */
DEVICE void finish(Walk *walk, GLOBAL const Node *node, GLOBAL const Group *group, bool first)
{
    GLOBAL const Level *level = walk->levels + node->depth;
    u32 pair = LANE & (PAIRS_PER_GROUP - 1);
    Lane lane;
    lane.member = group->members[pair];
    lane.first = group->first[pair];
    lane.second = group->second[pair];
    u32 width = ((u32)1 << walk->side->columns) - 1;
    u64 tests = walk->done[TESTS];
    u32 sets = level->sets;
    for (u32 set = WARP; set < sets; set += WARPS) {
        u32 mask = walk->lowered[level->sets_at + set];
        lane.open = width & ~mask;
#if !DIRECT
#pragma unroll
        for (u32 i = 0; i < PAIRS; i++)
            lane.sum[i] = 0;
#endif
        u32 total = finish_set(walk, &lane, node->depth, node->row, set, mask);
#if !DIRECT
        if (total > 0) {
            GLOBAL const u32 *entries = walk->lowered + walk->side->pairs_at + set * PAIRS;
            u32 column[OPEN];
            open_columns(&lane, column);
            u32 i = 0;
#pragma unroll
            for (u32 high = 1; high < OPEN; high++) {
#pragma unroll
                for (u32 low = 0; low < high; low++) {
                    add_sum(walk, &lane, entries[i], column[high] - column[low], lane.sum[i]);
                    i++;
                }
            }
        }
#endif
        if (LANE == 0) {
            max_local(walk->control + MAX_LENGTH_SLOT, total);
            if (first)
                walk->done[FINISHED] += total;
        }
    }
    /* Further groups of a node make the same lists again, which is no other work. */
    if (!first && LANE == 0)
        walk->done[TESTS] = tests;
}

/* Brings the table to the cells, in place of what is there or added to it. */
DEVICE void spread(const Walk *walk, GLOBAL const Group *group, GLOBAL u32 *cells, bool add)
{
    u32 finals = walk->side->finals;
    for (u32 pair = 0; pair < PAIRS_PER_GROUP; pair++) {
        u32 member = group->members[pair];
        if (member != NO_ENTRY) {
            GLOBAL u32 *to = cells + (u64)member * finals;
            for (u32 f = THREAD; f < finals; f += 32 * WARPS) {
                u32 sum = walk->table[f * PAIRS_PER_GROUP + ((pair ^ f) & (PAIRS_PER_GROUP - 1))];
                to[f] = add ? to[f] + sum : sum;
            }
        }
    }
}

/* Joins some starts. */
DEVICE void join_starts(Walk *walk, GLOBAL const u64 *starts, u32 count, GLOBAL u32 *cells, bool add)
{
    GLOBAL const Colour *side = walk->side;
    GLOBAL const Node *nodes = (GLOBAL const Node *)(walk->lowered + side->nodes_at);
    GLOBAL const Group *groups = (GLOBAL const Group *)(walk->lowered + side->groups_at);
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
        GLOBAL const Node *node = nodes + at;
        if (node->depth == last) {
            for (u32 i = 0; i < node->groups; i++) {
                GLOBAL const Group *group = groups + node->groups_first + i;
                for (u32 k = THREAD; k < side->finals * PAIRS_PER_GROUP; k += 32 * WARPS)
                    walk->table[k] = 0;
                SYNC_GROUP();
                finish(walk, node, group, i == 0);
                SYNC_GROUP();
                spread(walk, group, cells, add);
                SYNC_GROUP();
            }
        } else if (node->depth > 0) {
            if (THREAD == 0)
                walk->control[TOP] = walk->control[TOPS + node->depth - 1];
            SYNC_GROUP();
            expand(walk, node->depth, node->row);
            SYNC_GROUP();
            if (THREAD == 0)
                walk->control[TOPS + node->depth] = walk->control[TOP];
            full = walk->control[FULL] != 0;
        }
    }
}

/*
 * items: for each the place of its Colour and the number of its start list. outcomes: for each the
 * tests, the finished placements, the longest list of each piece summed up, and whether the arena
 * was too small. queue: how many items were taken, zero at the beginning.
 */
KERNEL void join(
    GLOBAL const u32 *lowered, GLOBAL const u64 *starts, GLOBAL const u32 *items, GLOBAL u32 *queue,
    GLOBAL u64 *arena, GLOBAL u32 *tables, GLOBAL u32 *cells, GLOBAL u64 *outcomes,
    u32 count, u32 capacity, u32 table, u32 piece LOCAL_ARGUMENT)
{
    LOCAL_MEMORY(memory);
    Walk walk;
    walk.lowered = lowered;
    walk.arena = arena + (u64)GROUP * capacity;
    walk.capacity = capacity;
    walk.control = (LOCAL u32 *)memory;
    walk.stage = memory + CONTROL + WARP * WARP_MEMORY;
    walk.words = (LOCAL u32 *)(walk.stage + STAGE);
    walk.slots = walk.words + 128;
    walk.done = walk.stage + STAGE + 64 + 1;
#if TABLE_GLOBAL
    walk.table = tables + (u64)GROUP * table;
#else
    (void)tables;
    (void)table;
    walk.table = (LOCAL u32 *)(memory + CONTROL + WARPS * WARP_MEMORY);
#endif
    for (;;) {
        SYNC_GROUP();
        if (THREAD == 0)
            walk.control[NEXT] = add_global(queue, 1);
        SYNC_GROUP();
        u32 item = walk.control[NEXT];
        if (item >= count)
            break;
        walk.side = (GLOBAL const Colour *)(lowered + items[2 * item]);
        walk.levels = (GLOBAL const Level *)(lowered + walk.side->levels_at);
        if (LANE == 0) {
            walk.done[TESTS] = 0;
            walk.done[FINISHED] = 0;
        }
        u32 list = items[2 * item + 1];
        u32 begin = lowered[walk.side->begin_at + list];
        u32 end = lowered[walk.side->begin_at + list + 1];
        u64 size = (u64)walk.side->row_sets * walk.side->finals;
        GLOBAL u32 *to = cells + wide(walk.side->cells_low, walk.side->cells_high) + list * size;
        u64 longest = 0;
        u32 full = 0;
        for (u32 at = begin; at < end && full == 0; at += piece) {
            if (THREAD == 0)
                walk.control[MAX_LENGTH_SLOT] = 0;
            u32 some = end - at < piece ? end - at : piece;
            join_starts(&walk, starts + walk.side->starts_at + at, some, to, at > begin);
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
