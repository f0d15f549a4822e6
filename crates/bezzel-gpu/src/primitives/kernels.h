// One kernel per primitive. Each warp has 64 u32 of shared memory for its list and
// the entries before it, 32 u64 for a transposition, and 128 u32 for a product.

#define WARP_OF_ALL (THREAD_BLOCK * WARPS + WARP)
#define ITEM (WARP_OF_ALL * 32 + LANE)

// out[warp] = end of the list; then the list, which begins with item `start`.
KERNEL void keep_odd(const u32 *RESTRICT values, u32 *RESTRICT out, u32 rounds,
                     u32 start) {
    SHARED_MEMORY(memory);
    u32 room = start + 32 * rounds;
    u32 *list = (u32 *)memory + WARPS + WARP * room;
    const u32 *mine = values + WARP_OF_ALL * rounds * 32;
    u32 count = start;
    for (u32 round = 0; round < rounds; round++) {
        u32 value = mine[round * 32 + LANE];
        bool keep = (value & 1) != 0;
        u32 at = append(keep, &count);
        if (keep) {
            list[at] = value;
        }
    }
    SYNC_WARP();
    u32 *shown = out + WARP_OF_ALL * (1 + room);
    if (LANE == 0) {
        shown[0] = count;
    }
    for (u32 item = start + LANE; item < count; item += 32) {
        shown[1 + item] = list[item];
    }
}

KERNEL void first_of_warp(const u32 *RESTRICT values,
                          u32 *RESTRICT out) {
    u32 once = broadcast(values[ITEM]);
    out[ITEM] = broadcast(once + LANE + 1);
}

KERNEL void turn(const u64 *RESTRICT stages, u32 *RESTRICT out) {
    SHARED_MEMORY(memory);
    u64 *stage = memory + WARP * 32;
    // Lanes write what other lanes read, so that a missing barrier is detected.
    u32 other = (LANE * 7 + 3) % 32;
    stage[other] = stages[WARP_OF_ALL * 32 + other];
    transpose(stage, LANE);
    const u32 *words = (const u32 *)stage;
    for (u32 part = 0; part < 2; part++) {
        out[WARP_OF_ALL * 64 + part * 32 + other] = words[part * 32 + other];
    }
}

// sums: two per item, to which the products are added.
KERNEL void multiply_bits(const u32 *RESTRICT words, u32 *RESTRICT sums) {
    SHARED_MEMORY(memory);
    u32 *exchange = (u32 *)memory + WARP * 128;
    const u32 *mine = words + 4 * ITEM;
    u32 sum[2] = {sums[2 * ITEM], sums[2 * ITEM + 1]};
    for (u32 round = 0; round < 2; round++) {
        multiply(sum, mine[0], mine[1], mine[2], mine[3], exchange);
    }
    sums[2 * ITEM] = sum[0];
    sums[2 * ITEM + 1] = sum[1];
}

KERNEL void calculate(const u64 *RESTRICT pairs, u64 *RESTRICT high,
                      u32 *RESTRICT ones) {
    SHARED_MEMORY(memory);
    memory[THREAD] = pairs[2 * ITEM];
    high[ITEM] = high_product(memory[THREAD], pairs[2 * ITEM + 1]);
    ones[ITEM] = popc((u32)memory[THREAD]);
}

// tickets: one per item, distinct in its block. blocks: for each block the sum and the
// maximum. total: the sum of all.
KERNEL void gather(const u32 *RESTRICT values, u32 *RESTRICT tickets,
                   u32 *RESTRICT blocks, u32 *RESTRICT total) {
    SHARED_MEMORY(memory);
    u32 *shared = (u32 *)memory;
    if (THREAD < 3) {
        shared[THREAD] = 0;
    }
    SYNC_GROUP();
    tickets[ITEM] = add_shared(shared, 1);
    add_shared(shared + 1, values[ITEM]);
    max_shared(shared + 2, values[ITEM]);
    SYNC_GROUP();
    if (THREAD < 2) {
        blocks[THREAD_BLOCK * 2 + THREAD] = shared[1 + THREAD];
    }
    if (THREAD == 32 * WARPS - 1) {
        add_global(total, shared[1]);
        if (THREAD_BLOCK == 0) {
            add_global(total + 1, THREAD_BLOCKS);
        }
    }
}
