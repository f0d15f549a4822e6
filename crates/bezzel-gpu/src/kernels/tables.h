/* The tables of a batch, as src/tables.rs writes them: 32-bit numbers with offsets. */

#define NO_ENTRY 0xffffffffu
#define PAIRS_PER_GROUP 16

/* One colour of a tile. */
typedef struct {
    u32 queens, columns, anti_diagonal, diagonal;
    u32 nodes, nodes_at, groups_at, levels_at, targets_at;
    /* For each set of the last level its open columns, four bits each. */
    u32 opens_at;
    u32 row_sets, row_sets_at, finals, finals_at;
    u32 begin_at, starts_at, cells_low, cells_high;
    /* The number of lists of all levels, which is where the words of lists may begin. */
    u32 lists;
    /* The bit of blocked squares, or NO_ENTRY if there are none, and the blocked columns of each
     * row. */
    u32 reserved, blocked_at;
} Colour;

typedef struct {
    u32 depth, row, groups_first, groups;
} Node;

/* The members in use come first. */
typedef struct {
    u32 members[PAIRS_PER_GROUP], first[PAIRS_PER_GROUP], second[PAIRS_PER_GROUP];
    u32 used;
} RowGroup;

/* A source: the number of a list of the level above, and the column that the set has more. */
#define SOURCE_LIST 0xffffffu
#define SOURCE_COLUMN 24

/* A target: the number of the final set that a set and two of its open columns are, and the distance
 * of the columns. Each set has them in the order of the lanes that count them. */
#define TARGET_FINAL 0xffffffu
#define TARGET_DISTANCE 24

/* Level 0 has one list, the starts. */
typedef struct {
    u32 sets, sources_at, lists_at;
} Level;

/* What the products are summed over. */
typedef struct {
    u32 re, ro, re_at, ro_at, weights_at, columns, tied, exchanged;
    u32 black_low, black_high, white_low, white_high;
} Tile;

DEVICE u64 wide(u32 low, u32 high)
{
    return (u64)high << 32 | low;
}

/* The number of the least bit. */
DEVICE u32 least(u32 set)
{
    return popc((set & (0 - set)) - 1);
}

/* 1 if the square is blocked, else 0. */
DEVICE u32 is_blocked(const u32 *lowered, const Colour *side, u32 row, u32 column)
{
    return side->reserved == NO_ENTRY ? 0 : lowered[side->blocked_at + row] >> column & 1;
}

/* The diagonals of a square, with the reserved bit if it is blocked. */
DEVICE u64 square_of(const u32 *lowered, const Colour *side, u32 row, u32 column)
{
    u32 anti = side->anti_diagonal + row + column;
    u32 main = side->diagonal + row - column;
    u64 square = (u64)1 << anti | (u64)1 << (32 + main);
    if (is_blocked(lowered, side, row, column) != 0)
        square |= (u64)1 << side->reserved;
    return square;
}

/* Lane 4 i + w has the sums of the columns i and 2 w, and i and 2 w + 1. If the sum of i and j is also
 * that of j and i, it counts one of its two, so that each sum is counted by one lane. Returns whether
 * that is the second one. Lanes 9 · 2 k + 4 have the same one as lane 9 · 2 k and count none. */
DEVICE bool is_odd_element(u32 lane)
{
    return (lane / 4 % 2 ^ (lane % 4 <= lane / 8 ? 1 : 0)) != 0;
}
