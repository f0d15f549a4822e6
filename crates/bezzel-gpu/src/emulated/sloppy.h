// Kernels with one mistake each, for blocks of two warps; a nonzero number often corrects it.

KERNEL void without_warp_barrier(u32 *out, u32 mend) {
    SHARED_MEMORY(memory);
    u32 *words = (u32 *)memory + WARP * 32;
    words[LANE] = THREAD + 1;
    if (mend != 0) {
        SYNC_WARP();
    }
    u32 other = LANE ^ 5;
    out[WARP * 32 + other] = words[other];
}

KERNEL void without_group_barrier(u32 *out, u32 mend) {
    SHARED_MEMORY(memory);
    u32 *words = (u32 *)memory;
    words[THREAD] = THREAD + 1;
    SYNC_WARP();
    if (mend != 0) {
        SYNC_GROUP();
    }
    u32 other = THREAD ^ 32;
    out[other] = words[other];
}

KERNEL void half_a_ballot(u32 *out, u32 barrier) {
    u32 count = 0;
    if (LANE < 16) {
        append(true, &count);
    } else if (barrier != 0) {
        SYNC_WARP();
    }
    out[THREAD] = count;
}

KERNEL void half_a_block(u32 *out, u32 unused) {
    SHARED_MEMORY(memory);
    if (WARP == 0) {
        memory[LANE] = unused;
        SYNC_GROUP();
    }
    out[THREAD] = 1;
}

KERNEL void shift(u32 *out, u32 by) {
    SHARED_MEMORY(memory);
    memory[0] = 1;
    out[0] = (u32)((memory[0] << by) >> 32);
}

KERNEL void misaligned(u32 *out, u32 at) {
    SHARED_MEMORY(memory);
    u32 *words = (u32 *)memory;
    *(u64 *)(words + at) = 1;
    out[0] = 1;
}

KERNEL void write_shared(u32 *out, u32 at) {
    SHARED_MEMORY(memory);
    ((u32 *)memory)[at] = 1;
    out[0] = 1;
}

KERNEL void write_buffer(u32 *out, u32 at) {
    SHARED_MEMORY(memory);
    memory[0] = 1;
    out[at] = 1;
}
