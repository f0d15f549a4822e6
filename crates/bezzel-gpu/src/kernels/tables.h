/* The tables of a batch, as src/tables.rs writes them: 32-bit numbers with offsets. */

#define NO_ENTRY 0xffffffffu
#define PAIRS_PER_GROUP 16

/* One colour of a tile. */
typedef struct {
    u32 queens, columns, anti_diagonal, diagonal;
    u32 nodes, nodes_at, groups_at, levels_at, pairs_at;
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
