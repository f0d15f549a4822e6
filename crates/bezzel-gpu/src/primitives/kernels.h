// One kernel per primitive. Each warp has 64 u32 of shared memory for its list and
// the entries before it, 32 u64 for a transposition, and 128 u32 for a product.

#define WARP_OF_ALL (THREAD_BLOCK * WARPS + WARP)
#define ITEM (WARP_OF_ALL * 32 + LANE)

// out[warp] = end of the list; then the list, which begins with item `start`.
KERNEL void keep_odd(GLOBAL const u32 *RESTRICT values, GLOBAL u32 *RESTRICT out, u32 rounds,
                     u32 start LOCAL_ARGUMENT) {
    LOCAL_MEMORY(memory);
    u32 room = start + 32 * rounds;
    LOCAL u32 *slot = (LOCAL u32 *)memory + WARP;
    LOCAL u32 *list = (LOCAL u32 *)memory + WARPS + WARP * room;
    GLOBAL const u32 *mine = values + WARP_OF_ALL * rounds * 32;
    u32 count;
    begin_append(start, &count, slot);
    for (u32 round = 0; round < rounds; round++) {
        u32 value = mine[round * 32 + LANE];
        bool keep = (value & 1) != 0;
        u32 at = append(keep, &count, slot);
        if (keep) {
            list[at] = value;
        }
    }
    appended(&count, slot);
    SYNC_WARP();
    GLOBAL u32 *shown = out + WARP_OF_ALL * (1 + room);
    if (LANE == 0) {
        shown[0] = count;
    }
    for (u32 item = start + LANE; item < count; item += 32) {
        shown[1 + item] = list[item];
    }
}

KERNEL void first_of_warp(GLOBAL const u32 *RESTRICT values,
                          GLOBAL u32 *RESTRICT out LOCAL_ARGUMENT) {
    LOCAL_MEMORY(memory);
    LOCAL u32 *slot = (LOCAL u32 *)memory + WARP;
    u32 once = broadcast(values[ITEM], slot);
    out[ITEM] = broadcast(once + LANE + 1, slot);
}

KERNEL void turn(GLOBAL const u64 *RESTRICT stages, GLOBAL u32 *RESTRICT out LOCAL_ARGUMENT) {
    LOCAL_MEMORY(memory);
    LOCAL u64 *stage = memory + WARP * 32;
    // Lanes write what other lanes read, so that a missing barrier is detected.
    u32 other = (LANE * 7 + 3) % 32;
    stage[other] = stages[WARP_OF_ALL * 32 + other];
    transpose(stage, LANE);
    LOCAL const u32 *words = (LOCAL const u32 *)stage;
    for (u32 part = 0; part < 2; part++) {
        out[WARP_OF_ALL * 64 + part * 32 + other] = words[part * 32 + other];
    }
}

// sums: two per item, to which the products are added.
KERNEL void multiply_bits(GLOBAL const u32 *RESTRICT words, GLOBAL u32 *RESTRICT sums LOCAL_ARGUMENT) {
    LOCAL_MEMORY(memory);
    LOCAL u32 *exchange = (LOCAL u32 *)memory + WARP * 128;
    GLOBAL const u32 *mine = words + 4 * ITEM;
    u32 sum[2] = {sums[2 * ITEM], sums[2 * ITEM + 1]};
    for (u32 round = 0; round < 2; round++) {
        multiply(sum, mine[0], mine[1], mine[2], mine[3], exchange);
    }
    sums[2 * ITEM] = sum[0];
    sums[2 * ITEM + 1] = sum[1];
}

KERNEL void calculate(GLOBAL const u64 *RESTRICT pairs, GLOBAL u64 *RESTRICT high,
                      GLOBAL u32 *RESTRICT ones LOCAL_ARGUMENT) {
    LOCAL_MEMORY(memory);
    memory[THREAD] = pairs[2 * ITEM];
    high[ITEM] = high_product(memory[THREAD], pairs[2 * ITEM + 1]);
    ones[ITEM] = popc((u32)memory[THREAD]);
}

// tickets: one per item, distinct in its block. blocks: for each block the sum and the
// maximum. total: the sum of all.
KERNEL void gather(GLOBAL const u32 *RESTRICT values, GLOBAL u32 *RESTRICT tickets,
                   GLOBAL u32 *RESTRICT blocks, GLOBAL u32 *RESTRICT total LOCAL_ARGUMENT) {
    LOCAL_MEMORY(memory);
    LOCAL u32 *shared = (LOCAL u32 *)memory;
    if (THREAD < 3) {
        shared[THREAD] = 0;
    }
    SYNC_GROUP();
    tickets[ITEM] = add_local(shared, 1);
    add_local(shared + 1, values[ITEM]);
    max_local(shared + 2, values[ITEM]);
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
