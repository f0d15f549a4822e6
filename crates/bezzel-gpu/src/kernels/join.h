/*
 * Joins start lists with the second quarter of their colour.
 *
 * A group takes one start list after the other from a queue, and walks for it through the nodes
 * of the cover. Lists of partial placements lie in the group's own part of the arena: first the
 * heads (begin, length) of all lists of all levels, then their words. A level begins where the one
 * above ends, so that it is overwritten when the walk comes back to it. Each list is given room
 * for all that might come to it; if the arena is too small, the item is said to be FULL, and is
 * given again with the starts in smaller pieces.
 *
 * A warp makes a list: 32 words are tested against a square, what is kept is written side by side.
 * The lists of the last level are never written. As soon as a warp has collected 64 placements of
 * one column set they are turned into words over placements, and half a warp of row pairs counts
 * each 32 of them: lane p of a half has row pair p, and holds the words blocked(r, c) of its two
 * rows and of all open columns in registers. The sums go to a table (F, lane) and, when the group
 * of row pairs is finished, from there to the cells (T, F), which no other group touches.
 *
 * OPEN is the number of open columns on the last level. With DIRECT (many columns) the sums go to
 * the table after each 64 placements, since the registers would not hold them. With TABLE_GLOBAL
 * the table is in the memory of the card.
 *
 * AHEAD is how many words a lane asks for before it looks at the first of them.
 */

#define PAIRS (OPEN * (OPEN - 1) / 2)
#define DIRECT (OPEN > 11)

/* Placements that are counted at once; up to 31 more may wait. */
#define TOGETHER 64
#define STAGE (TOGETHER + 32)
/* What a warp has of the fast memory: stage, words over placements, slots. In 64 bits. */
#define WARP_MEMORY (STAGE + 64 + 2)

/* Places in the control block, which fills CONTROL words of 64 bits. */
#define NEXT 0
#define TOP 1
#define FULL 2
#define LONGEST 3
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
    GLOBAL const u32 *book;
    GLOBAL const Side *side;
    GLOBAL const Level *levels;
    GLOBAL u64 *arena;
    u32 capacity;
    LOCAL u32 *control;
    LOCAL u64 *stage;
    LOCAL u32 *words;
    LOCAL u32 *slots;
    TABLE u32 *table;
    u64 tests, finished;
} Walk;

DEVICE u64 square_at(const Walk *walk, u32 row, u32 column)
{
    u32 anti = walk->side->anti_diagonal + row + column;
    u32 main = walk->side->diagonal + row - column;
    return (u64)1 << anti | (u64)1 << (32 + main);
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
        u32 left = walk->book[level->sets_at + set];
        GLOBAL const u32 *sources = walk->book + level->sources_at + set * depth;
        u32 most = 0;
        for (u32 j = 0; j < depth; j++)
            most += length_of(walk->arena[above->lists_at + sources[j]]);
        u32 begin = 0;
        if (LANE == 0)
            begin = add_local(walk->control + TOP, most);
        begin = broadcast(begin, walk->slots);
        u32 count = begin;
        if (begin > walk->capacity || most > walk->capacity - begin) {
            if (LANE == 0)
                walk->control[FULL] = 1;
        } else {
            begin_append(begin, &count, walk->slots + 1);
            for (u32 j = 0; j < depth; j++) {
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
        }
        if (LANE == 0) {
            walk->arena[level->lists_at + set] = wide(begin, count - begin);
            walk->tests += most;
        }
    }
}

/* What a lane adds up for one set of the last level. */
typedef struct {
    u32 member, apart;
    /* Where the words of its rows begin: anti-diagonals and diagonals of both. */
    u32 first_anti, first_main, second_anti, second_main;
    u32 column[OPEN];
#if !DIRECT
    u32 sum[PAIRS];
#endif
} Lane;

DEVICE void add_sum(Walk *walk, const Lane *lane, u32 entry, u32 high, u32 low, u32 sum)
{
    if (entry != NONE && lane->member != NONE && sum != 0
        && lane->column[high] - lane->column[low] != lane->apart)
        add_table(walk->table + entry * SIDE_BY_SIDE + ((LANE ^ entry) & (SIDE_BY_SIDE - 1)), sum);
}

/* Counts the first 64 placements of the stage. */
DEVICE void count_staged(Walk *walk, Lane *lane, GLOBAL const u32 *entries)
{
    transpose(walk->stage, walk->words, LANE);
    LOCAL const u32 *words = walk->words + 64 * (LANE / SIDE_BY_SIDE);
    u32 first[OPEN], second[OPEN];
#pragma unroll
    for (u32 i = 0; i < OPEN; i++) {
        u32 column = lane->column[i];
        first[i] = words[lane->first_anti + column] | words[lane->first_main - column];
        second[i] = words[lane->second_anti + column] | words[lane->second_main - column];
    }
    u32 pair = 0;
#pragma unroll
    for (u32 high = 1; high < OPEN; high++) {
#pragma unroll
        for (u32 low = 0; low < high; low++) {
            u32 ways = popc(~(first[low] | second[high])) + popc(~(first[high] | second[low]));
#if DIRECT
            add_sum(walk, lane, entries[pair], high, low, ways);
#else
            (void)entries;
            lane->sum[pair] += ways;
#endif
            pair++;
        }
    }
    SYNC_WARP();
}

/* Counts what is left on the stage, filled up with words that meet every square. */
DEVICE void count_rest(Walk *walk, Lane *lane, GLOBAL const u32 *entries, u32 count)
{
    for (u32 k = LANE; k < TOGETHER; k += 32) {
        if (k >= count)
            walk->stage[k] = ~(u64)0;
    }
    SYNC_WARP();
    count_staged(walk, lane, entries);
}

/* Counts the ways to add two queens to one set of the last level, whose lists get theirs in this
 * row on the way. The empty set takes the starts as they are. Returns their number. */
DEVICE u32 finish_set(Walk *walk, Lane *lane, u32 depth, u32 row, u32 set, u32 mask)
{
    GLOBAL const Level *level = walk->levels + depth;
    GLOBAL const u32 *entries = walk->book + walk->side->pairs_at + set * PAIRS;
    u32 sources = depth == 0 ? 1 : depth;
    u32 total = 0, count = 0;
    begin_append(0, &count, walk->slots + 1);
    for (u32 j = 0; j < sources; j++) {
        u64 square = 0;
        u64 head = walk->arena[0];
        if (depth > 0) {
            u32 source = walk->book[level->sources_at + set * depth + j];
            head = walk->arena[walk->levels[depth - 1].lists_at + source];
            square = square_at(walk, row, least(mask));
            mask &= mask - 1;
        }
        GLOBAL const u64 *from = walk->arena + begin_of(head);
        u32 length = length_of(head);
        if (LANE == 0 && depth > 0)
            walk->tests += length;
        for (u32 at = 0; at < length; at += 32 * AHEAD) {
            u64 word[AHEAD];
#pragma unroll
            for (u32 i = 0; i < AHEAD; i++) {
                u32 k = at + 32 * i + LANE;
                word[i] = k < length ? from[k] : 0;
            }
#pragma unroll 1
            for (u32 i = 0; i < AHEAD; i++) {
                if (at + 32 * i < length) {
                    bool keep = at + 32 * i + LANE < length && (word[0] & square) == 0;
                    u32 to = append(keep, &count, walk->slots + 1);
                    if (keep)
                        walk->stage[to] = word[0] | square;
                    appended(&count, walk->slots + 1);
                    if (count >= TOGETHER) {
                        SYNC_WARP();
                        count_staged(walk, lane, entries);
                        total += TOGETHER;
                        count -= TOGETHER;
                        if (LANE < count)
                            walk->stage[LANE] = walk->stage[TOGETHER + LANE];
                        SYNC_WARP();
                        begin_append(count, &count, walk->slots + 1);
                    }
                }
#pragma unroll
                for (u32 next = 1; next < AHEAD; next++)
                    word[next - 1] = word[next];
            }
        }
    }
    if (count > 0) {
        SYNC_WARP();
        count_rest(walk, lane, entries, count);
    }
    return total + count;
}

/* Counts one group of row pairs of a node of the last level. */
DEVICE void finish(Walk *walk, GLOBAL const Node *node, GLOBAL const Group *group, bool first)
{
    GLOBAL const Level *level = walk->levels + node->depth;
    u32 pair = LANE & (SIDE_BY_SIDE - 1);
    u32 rows[2] = {group->first[pair], group->second[pair]};
    Lane lane;
    lane.member = group->members[pair];
    lane.apart = rows[1] - rows[0];
    lane.first_anti = walk->side->anti_diagonal + rows[0];
    lane.first_main = 32 + walk->side->diagonal + rows[0];
    lane.second_anti = walk->side->anti_diagonal + rows[1];
    lane.second_main = 32 + walk->side->diagonal + rows[1];
    u32 width = ((u32)1 << walk->side->columns) - 1;
    u64 tests = walk->tests;
    u32 sets = level->sets;
    for (u32 set = WARP; set < sets; set += WARPS) {
        u32 mask = walk->book[level->sets_at + set];
        u32 open = width & ~mask;
#pragma unroll
        for (u32 i = 0; i < OPEN; i++) {
            lane.column[i] = least(open);
            open &= open - 1;
        }
#if !DIRECT
#pragma unroll
        for (u32 i = 0; i < PAIRS; i++)
            lane.sum[i] = 0;
#endif
        u32 total = finish_set(walk, &lane, node->depth, node->row, set, mask);
#if !DIRECT
        if (total > 0) {
            GLOBAL const u32 *entries = walk->book + walk->side->pairs_at + set * PAIRS;
            u32 i = 0;
#pragma unroll
            for (u32 high = 1; high < OPEN; high++) {
#pragma unroll
                for (u32 low = 0; low < high; low++) {
                    add_sum(walk, &lane, entries[i], high, low, lane.sum[i]);
                    i++;
                }
            }
        }
#endif
        if (LANE == 0) {
            max_local(walk->control + LONGEST, total);
            if (first)
                walk->finished += total;
        }
    }
    /* Further groups of a node make the same lists again, which is no other work. */
    if (!first)
        walk->tests = tests;
}

/* Brings the table to the cells, in place of what is there or added to it. */
DEVICE void spread(const Walk *walk, GLOBAL const Group *group, GLOBAL u32 *cells, bool add)
{
    u32 finals = walk->side->finals;
    for (u32 pair = 0; pair < SIDE_BY_SIDE; pair++) {
        u32 member = group->members[pair];
        if (member != NONE) {
            GLOBAL u32 *to = cells + (u64)member * finals;
            for (u32 f = THREAD; f < finals; f += 32 * WARPS) {
                u32 sum = walk->table[f * SIDE_BY_SIDE + ((pair ^ f) & (SIDE_BY_SIDE - 1))];
                to[f] = add ? to[f] + sum : sum;
            }
        }
    }
}

/* Joins some starts. */
DEVICE void join_starts(Walk *walk, GLOBAL const u64 *starts, u32 count, GLOBAL u32 *cells, bool add)
{
    GLOBAL const Side *side = walk->side;
    GLOBAL const Node *nodes = (GLOBAL const Node *)(walk->book + side->nodes_at);
    GLOBAL const Group *groups = (GLOBAL const Group *)(walk->book + side->groups_at);
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
                for (u32 k = THREAD; k < side->finals * SIDE_BY_SIDE; k += 32 * WARPS)
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
 * items: for each the place of its Side and the number of its start list. outcomes: for each the
 * tests, the finished placements, the longest list of each piece summed up, and whether the arena
 * was too small. queue: how many items were taken, zero at the beginning.
 */
KERNEL void join(
    GLOBAL const u32 *book, GLOBAL const u64 *starts, GLOBAL const u32 *items, GLOBAL u32 *queue,
    GLOBAL u64 *arena, GLOBAL u32 *tables, GLOBAL u32 *cells, GLOBAL u64 *outcomes,
    u32 count, u32 capacity, u32 table, u32 piece LOCAL_ARGUMENT)
{
    LOCAL_MEMORY(memory);
    Walk walk;
    walk.book = book;
    walk.arena = arena + (u64)GROUP * capacity;
    walk.capacity = capacity;
    walk.control = (LOCAL u32 *)memory;
    walk.stage = memory + CONTROL + WARP * WARP_MEMORY;
    walk.words = (LOCAL u32 *)(walk.stage + STAGE);
    walk.slots = walk.words + 128;
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
        walk.side = (GLOBAL const Side *)(book + items[2 * item]);
        walk.levels = (GLOBAL const Level *)(book + walk.side->levels_at);
        walk.tests = 0;
        walk.finished = 0;
        u32 list = items[2 * item + 1];
        u32 begin = book[walk.side->begin_at + list];
        u32 end = book[walk.side->begin_at + list + 1];
        u64 size = (u64)walk.side->row_sets * walk.side->finals;
        GLOBAL u32 *to = cells + wide(walk.side->cells_low, walk.side->cells_high) + list * size;
        u64 longest = 0;
        u32 full = 0;
        for (u32 at = begin; at < end && full == 0; at += piece) {
            if (THREAD == 0)
                walk.control[LONGEST] = 0;
            u32 some = end - at < piece ? end - at : piece;
            join_starts(&walk, starts + walk.side->starts_at + at, some, to, at > begin);
            SYNC_GROUP();
            full = walk.control[FULL];
            longest += walk.control[LONGEST];
            SYNC_GROUP();
        }
        /* The sums of the warps. */
        if (LANE == 0) {
            walk.stage[0] = walk.tests;
            walk.stage[1] = walk.finished;
        }
        SYNC_GROUP();
        if (THREAD == 0) {
            u64 tests = 0, finished = 0;
            for (u32 warp = 0; warp < WARPS; warp++) {
                tests += memory[CONTROL + warp * WARP_MEMORY];
                finished += memory[CONTROL + warp * WARP_MEMORY + 1];
            }
            outcomes[4 * item] = tests;
            outcomes[4 * item + 1] = finished;
            outcomes[4 * item + 2] = longest;
            outcomes[4 * item + 3] = full;
        }
    }
}
