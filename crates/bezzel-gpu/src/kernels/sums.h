/* What needs no lists: joins with less than two queens, and the sums of products. */

/* Joins with no queen or one queen on the second quarter. items as for join. */
KERNEL void join_short(
    const u32 *lowered, const u64 *starts, const u32 *items, u32 *cells,
    u32 count)
{
    for (u32 item = THREAD_BLOCK; item < count; item += THREAD_BLOCKS) {
        const Colour *side = (const Colour *)(lowered + items[2 * item]);
        u32 list = items[2 * item + 1];
        const u64 *from = starts + side->starts_at;
        u32 begin = lowered[side->begin_at + list];
        u32 end = lowered[side->begin_at + list + 1];
        u32 size = side->row_sets * side->finals;
        u32 *to = cells + wide(side->cells_low, side->cells_high) + (u64)list * size;
        for (u32 cell = THREAD; cell < size; cell += 32 * WARPS) {
            u64 square = 0;
            if (side->queens == 1) {
                u32 row = least(lowered[side->row_sets_at + cell / side->finals]);
                u32 column = least(lowered[side->finals_at + cell % side->finals]);
                square = square_of(lowered, side, row, column);
            }
            u32 free = 0;
            for (u32 k = begin; k < end; k++)
                free += (from[k] & square) == 0;
            to[cell] = free;
        }
    }
}

/*
 * Sums weight · b · w, and b + w, over all Re and Co for one Ro. items: for each the place of its
 * Tile and the number of its Ro. outcomes: for each the low and high half of the first sum, and
 * the second.
 */
KERNEL void products(
    const u32 *lowered, const u32 *items, const u32 *cells,
    u64 *outcomes, u32 count)
{
    SHARED_MEMORY(memory);
    for (u32 item = THREAD_BLOCK; item < count; item += THREAD_BLOCKS) {
        const Tile *tile = (const Tile *)(lowered + items[2 * item]);
        u32 ro = items[2 * item + 1];
        u32 ro_number = lowered[tile->ro_at + ro];
        u32 columns = tile->columns;
        const u32 *black = cells + wide(tile->black_low, tile->black_high);
        const u32 *white = cells + wide(tile->white_low, tile->white_high)
                                + (u64)ro * tile->re * columns;
        u64 low = 0, high = 0, joined = 0;
        for (u32 i = THREAD; i < tile->re * columns; i += 32 * WARPS) {
            u32 re = i / columns, co = i % columns;
            const u32 *list = black + (u64)re * tile->ro * columns;
            u32 b = list[tile->exchanged ? co * tile->ro + ro : ro * columns + co];
            u32 w = white[tile->exchanged ? co * tile->re + re : re * columns + co];
            u32 sum = lowered[tile->re_at + re] + ro_number;
            u64 weight = lowered[tile->weights_at + 2 * sum + (co >= tile->tied ? 1 : 0)];
            u64 product = (u64)b * w;
            low += product * weight;
            high += high_product(product, weight) + (low < product * weight ? 1 : 0);
            joined += (u64)b + w;
        }
        memory[3 * THREAD] = low;
        memory[3 * THREAD + 1] = high;
        memory[3 * THREAD + 2] = joined;
        SYNC_GROUP();
        for (u32 span = 16 * WARPS; span > 0; span /= 2) {
            if (THREAD < span) {
                u64 *to = memory + 3 * THREAD;
                u64 *from = to + 3 * span;
                to[0] += from[0];
                to[1] += from[1] + (to[0] < from[0] ? 1 : 0);
                to[2] += from[2];
            }
            SYNC_GROUP();
        }
        if (THREAD == 0) {
            for (u32 k = 0; k < 3; k++)
                outcomes[3 * item + k] = memory[k];
        }
        SYNC_GROUP();
    }
}
