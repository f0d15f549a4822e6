// Primitives of the kernels for OpenCL C 1.2: a work-group is one warp, and its
// lanes exchange values through local memory, so no extension is needed.

typedef uint u32;
typedef ulong u64;

#undef WARPS
#define WARPS 1

#define KERNEL __kernel __attribute__((reqd_work_group_size(32, 1, 1)))
#define DEVICE static inline __attribute__((always_inline, unused))
#define GLOBAL __global
#define LOCAL __local
// Local memory may be aligned to words of 64 bits only.
#define ALIGNED
#define RESTRICT restrict

#define LOCAL_ARGUMENT , __local u64 *fast_memory
#define LOCAL_MEMORY(name)                                                                         \
    __local u64 *name = fast_memory;                                                              \
    (void)name

#define THREAD ((u32)get_local_id(0))
#define THREAD_BLOCK ((u32)get_group_id(0))
#define THREAD_BLOCKS ((u32)get_num_groups(0))
#define LANE THREAD
#define WARP 0u

#define SYNC_GROUP() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#define SYNC_WARP() SYNC_GROUP()

DEVICE u32 popc(u32 bits) { return popcount(bits); }

DEVICE u64 high_product(u64 a, u64 b) { return mul_hi(a, b); }

DEVICE u32 add_local(LOCAL u32 *at, u32 value) { return atomic_add(at, value); }

DEVICE u32 max_local(LOCAL u32 *at, u32 value) { return atomic_max(at, value); }

DEVICE u32 add_global(GLOBAL u32 *at, u32 value) { return atomic_add(at, value); }

// Returns the value of lane 0.
DEVICE u32 broadcast(u32 value, LOCAL u32 *slot) {
    if (LANE == 0) {
        *slot = value;
    }
    SYNC_WARP();
    u32 first = *slot;
    SYNC_WARP();
    return first;
}

DEVICE void begin_append(u32 start, u32 *count, LOCAL u32 *slot) {
    *count = broadcast(start, slot);
}

// Returns the position of this lane's item, if it keeps one.
DEVICE u32 append(bool keep, u32 *count, LOCAL u32 *slot) {
    return keep ? atomic_inc(slot) : *count;
}

DEVICE void appended(u32 *count, LOCAL u32 *slot) {
    SYNC_WARP();
    *count = *slot;
    SYNC_WARP();
}

// Bit p of ((u32 *)stage)[d] becomes bit d of stage[p].
DEVICE void transpose(LOCAL u64 *stage, u32 lane) {
    u32 low = 0, high = 0;
    SYNC_WARP();
    for (u32 row = 0; row < 32; row++) {
        u64 bits = stage[row] >> lane;
        low |= ((u32)bits & 1) << row;
        high |= ((u32)(bits >> 32) & 1) << row;
    }
    SYNC_WARP();
    LOCAL u32 *words = (LOCAL u32 *)stage;
    words[lane] = low;
    words[32 + lane] = high;
    SYNC_WARP();
}
