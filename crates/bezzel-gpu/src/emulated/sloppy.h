// Kernels with one mistake each, for blocks of two warps; a nonzero number often corrects it.

KERNEL void without_warp_barrier(GLOBAL u32 *out, u32 mend LOCAL_ARGUMENT) {
    LOCAL_MEMORY(memory);
    LOCAL u32 *words = (LOCAL u32 *)memory + WARP * 32;
    words[LANE] = THREAD + 1;
    if (mend != 0) {
        SYNC_WARP();
    }
    u32 other = LANE ^ 5;
    out[WARP * 32 + other] = words[other];
}

KERNEL void without_group_barrier(GLOBAL u32 *out, u32 mend LOCAL_ARGUMENT) {
    LOCAL_MEMORY(memory);
    LOCAL u32 *words = (LOCAL u32 *)memory;
    words[THREAD] = THREAD + 1;
    SYNC_WARP();
    if (mend != 0) {
        SYNC_GROUP();
    }
    u32 other = THREAD ^ 32;
    out[other] = words[other];
}

KERNEL void half_a_ballot(GLOBAL u32 *out, u32 barrier LOCAL_ARGUMENT) {
    LOCAL_MEMORY(memory);
    LOCAL u32 *slot = (LOCAL u32 *)memory + WARP;
    u32 count;
    begin_append(0, &count, slot);
    if (LANE < 16) {
        append(true, &count, slot);
    } else if (barrier != 0) {
        SYNC_WARP();
    }
    out[THREAD] = count;
}

KERNEL void half_a_block(GLOBAL u32 *out, u32 unused LOCAL_ARGUMENT) {
    LOCAL_MEMORY(memory);
    if (WARP == 0) {
        memory[LANE] = unused;
        SYNC_GROUP();
    }
    out[THREAD] = 1;
}

KERNEL void shift(GLOBAL u32 *out, u32 by LOCAL_ARGUMENT) {
    LOCAL_MEMORY(memory);
    memory[0] = 1;
    out[0] = (u32)((memory[0] << by) >> 32);
}

KERNEL void misaligned(GLOBAL u32 *out, u32 at LOCAL_ARGUMENT) {
    LOCAL_MEMORY(memory);
    LOCAL u32 *words = (LOCAL u32 *)memory;
    *(LOCAL u64 *)(words + at) = 1;
    out[0] = 1;
}

KERNEL void write_shared(GLOBAL u32 *out, u32 at LOCAL_ARGUMENT) {
    LOCAL_MEMORY(memory);
    ((LOCAL u32 *)memory)[at] = 1;
    out[0] = 1;
}

KERNEL void write_buffer(GLOBAL u32 *out, u32 at LOCAL_ARGUMENT) {
    LOCAL_MEMORY(memory);
    memory[0] = 1;
    out[at] = 1;
}
